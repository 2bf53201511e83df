import path from 'node:path';
import { build } from './build.mjs';
import { install } from './install.mjs';
import { ROOT, runToEnd, toolEnvironment, wasStopped } from './processes.mjs';

/** Installs, builds and measures. Only the measurement writes to the standard output. */
export async function run(args) {
  for (const prepare of [install, build]) {
    const code = await prepare();
    if (code !== 0 || wasStopped()) return code;
  }
  return runToEnd(process.execPath, [path.join(ROOT, 'test', 'bench', 'run.mjs'), ...args], {
    env: { ...toolEnvironment(), NODE_ENV: 'production' },
    stdio: 'inherit',
  });
}
