/** Settings that hold for every embedded server, for two cores and a gigabyte of memory. `ALTER SYSTEM` outranks them. */
const SETTINGS: Readonly<Record<string, string>> = {
  shared_buffers: '128MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_connections: '60',
  fsync: 'on',
  synchronous_commit: 'on',
  // nothing replicates an embedded server, so the log need only repair a crash
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '1GB',
  // short queries lose more to compilation and to parallel workers than they win
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // statements and row values are content, which no log may hold
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_checkpoints: 'off',
};

/** A server whose data nobody misses: three times as quick, and worthless after a power cut. */
const DISPOSABLE: Readonly<Record<string, string>> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
};

/** Text of `memhub.conf`, which the server's own file includes. */
export function settingsFile(disposable: boolean): string {
  const settings = disposable ? { ...SETTINGS, ...DISPOSABLE } : SETTINGS;
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'`);
  return ['# Written at every start. Use ALTER SYSTEM for settings of your own.', ...lines, ''].join('\n');
}

/** What no setting may change: who can reach the server. */
export function fixedArguments(dataDirectory: string, port: number): readonly string[] {
  const fixed = { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' };
  return [
    '-D',
    dataDirectory,
    ...Object.entries(fixed).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

/** Environment of the server's programs: no `PG…` variable of the hub's own environment may steer them. */
export function serverEnvironment(): NodeJS.ProcessEnv | undefined {
  return process.platform === 'win32' ? undefined : { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' };
}
