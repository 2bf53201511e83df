import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { DomainError } from '@memory-hub/contracts';
import { z } from 'zod';
import { HubClient, type HubSettings } from './hub-client';
import { hubProgram, ROOT } from './installation';
import { KEY_CHECK } from './operations';

export interface Finding {
  readonly name: string;
  readonly state: 'ok' | 'warn' | 'fail' | 'off';
  readonly detail: string;
  /** What to do; null when there is nothing to do. */
  readonly fix: string | null;
  /** The fault is in how the hub is set up, not in what runs. */
  readonly isConfiguration: boolean;
}

const PATIENCE_MS = 5_000;

function finding(name: string, state: Finding['state'], detail: string, fix: string | null = null): Finding {
  return { name, state, detail, fix, isConfiguration: false };
}

export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return finding('node', 'ok', version);
  return {
    ...finding('node', 'fail', `${version} is too old`, 'Install Node 20.19 or later.'),
    isConfiguration: true,
  };
}

/** The hub's program and the embedder's model, as they lie on the disk. */
export function checkInstallation(): Finding {
  try {
    hubProgram();
  } catch (error) {
    if (error instanceof DomainError)
      return finding(
        'installation',
        'warn',
        `${error.message} Only a hub elsewhere can be used.`,
        error.hint ?? null,
      );
    throw error;
  }
  const model = path.join(ROOT, 'packages', 'models', 'assets');
  if (fs.existsSync(model)) return finding('installation', 'ok', ROOT);
  return {
    ...finding(
      'installation',
      'fail',
      'the model of the embedder is missing',
      `Restore ${model} from the repository.`,
    ),
    isConfiguration: true,
  };
}

/** Reads the settings with the hub's own code, in a process of their own. */
export async function checkConfiguration(
  env: Readonly<Record<string, string | undefined>>,
): Promise<Finding> {
  const settings = path.join(ROOT, 'apps', 'api', 'dist', 'config', 'index.js');
  if (!fs.existsSync(settings)) return finding('configuration', 'off', 'not read: the hub is not built here');
  const script = `try { require(process.argv[1]).readSettings(); } catch (error) { console.log(error.message); process.exit(3); }`;
  const { code, said } = await output([process.execPath, '-e', script, settings], env);
  if (code === 0) return finding('configuration', 'ok', settingsIn(env));
  return {
    ...finding('configuration', 'fail', said.trim(), 'Correct these environment variables.'),
    isConfiguration: true,
  };
}

/** Names, never values: some are secrets. */
function settingsIn(env: Readonly<Record<string, string | undefined>>): string {
  const names = Object.keys(env).filter((name) =>
    /^(MEMHUB_|DATABASE_URL$|REDIS_URL$|MEILI_|QDRANT_)/.test(name),
  );
  return names.length === 0 ? 'defaults only' : `set: ${names.sort().join(', ')}`;
}

async function output(
  [command = '', ...args]: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<{ code: number; said: string }> {
  const child = spawn(command, args, { env: { ...env }, stdio: ['ignore', 'pipe', 'ignore'] });
  let said = '';
  child.stdout.on('data', (bytes: Buffer) => (said += bytes.toString('utf8')));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, said }));
  });
}

const readiness = z.object({
  status: z.string(),
  parts: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['ok', 'degraded', 'down', 'off']),
      detail: z.string().optional(),
    }),
  ),
});
const STATES = { ok: 'ok', degraded: 'warn', down: 'fail', off: 'off' } as const;

/** The running hub and what it says of its parts: database, queue, embedder, model. */
export async function checkHub(url: string): Promise<Finding[]> {
  let body: unknown;
  try {
    const response = await fetch(`${url}/readyz`, {
      signal: AbortSignal.timeout(PATIENCE_MS),
      redirect: 'error',
    });
    body = JSON.parse(await response.text());
  } catch (error) {
    const isSilent = !(error instanceof SyntaxError);
    return [
      finding(
        'hub',
        'fail',
        isSilent ? `nothing answers at ${url}` : `what answers at ${url} is not a Memory Hub`,
        isSilent
          ? 'Start it with `memhub up`, or set MEMHUB_URL to the address of yours.'
          : 'Set MEMHUB_URL to the address that the hub printed.',
      ),
    ];
  }
  const parsed = readiness.safeParse(body);
  if (!parsed.success)
    return [
      finding(
        'hub',
        'fail',
        `what answers at ${url} is not a Memory Hub`,
        'Set MEMHUB_URL to the address that the hub printed.',
      ),
    ];
  const { status, parts } = parsed.data;
  const hub = finding('hub', status === 'draining' ? 'warn' : 'ok', `${status} at ${url}`);
  return [
    hub,
    ...parts.map(({ name, state, detail }) =>
      finding(name, STATES[state], detail ?? state, state === 'down' ? 'See the log of the hub.' : null),
    ),
  ];
}

/** The key of the environment, tried. */
export async function checkKey(settings: HubSettings): Promise<Finding[]> {
  if (settings.key === null)
    return [finding('key', 'off', 'MEMHUB_API_KEY is not set; import and search need it')];
  try {
    const { agents } = await new HubClient(settings).ask(KEY_CHECK, {});
    return [finding('key', 'ok', `the key of ${agents.edges[0]?.node.name ?? 'an agent'}`)];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return [finding('key', 'fail', error.message, error.hint ?? null)];
  }
}

/** Whether the hub could listen where it is expected. Asked only when it does not run. */
export async function checkPort(url: string): Promise<Finding[]> {
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  if (!/^(localhost|127\.|::1)/.test(host)) return [];
  const number = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
  const fault = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    const server = net.createServer();
    server.once('error', resolve);
    server.listen(number, host, () => server.close(() => resolve(null)));
  });
  if (fault === null) return [finding('port', 'ok', `${number} is free`)];
  const detail =
    fault.code === 'EADDRINUSE'
      ? `${number} is taken by another program`
      : `${number} cannot be used (${fault.code ?? fault.message})`;
  return [
    {
      ...finding(
        'port',
        'fail',
        detail,
        'End that program, or choose another port: MEMHUB_PORT for the hub, MEMHUB_URL for memhub.',
      ),
      isConfiguration: true,
    },
  ];
}
