import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { Command, InvalidArgumentError } from 'commander';
import { hubProgram, ROOT } from '../hub/installation';
import type { Console } from '../output/console';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

interface UpOptions {
  readonly port?: number;
  readonly dataDir?: string;
}

/** `memhub up`: the hub in the foreground, until Ctrl-C. */
export function upCommand(out: Console): Command {
  return new Command('up')
    .description('Start the hub here, with its web app and its own database, until Ctrl-C.')
    .option('--port <number>', 'port to listen on (MEMHUB_PORT)', readPort)
    .option('--data-dir <folder>', 'folder of the database and the generated secrets (MEMHUB_DATA_DIR)')
    .option('--json', 'print the address as JSON once it is up')
    .action(async (options: UpOptions) => {
      out.exitCode = await runHub(out, options);
    });
}

function readPort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new InvalidArgumentError('A port is a whole number from 1 to 65535.');
}

async function runHub(out: Console, { port, dataDir }: UpOptions): Promise<number> {
  const hub = spawn(process.execPath, [hubProgram()], {
    cwd: ROOT,
    env: {
      ...out.around.env,
      NODE_ENV: 'production',
      ...(port === undefined ? {} : { MEMHUB_PORT: String(port) }),
      ...(dataDir === undefined ? {} : { MEMHUB_DATA_DIR: dataDir }),
    },
    // The channel closes when this process is killed, and the hub then stops by itself.
    stdio: ['ignore', out.json ? 'pipe' : 'inherit', 'inherit', 'ipc'],
  });
  let said = '';
  hub.stdout?.on('data', (bytes: Buffer) => {
    const before = addressIn(said);
    said += bytes.toString('utf8');
    const address = addressIn(said);
    if (before === null && address !== null) out.result(address, []);
  });
  const pass = (signal: NodeJS.Signals): void => void hub.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
  for (const signal of SIGNALS) process.on(signal, pass);
  try {
    return await new Promise<number>((resolve, reject) => {
      hub.once('error', reject);
      hub.once('exit', (code, signal) =>
        resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
      );
    });
  } finally {
    for (const signal of SIGNALS) process.off(signal, pass);
  }
}

/** The address that the hub says it is open under; with the one-time link while nobody is set up. */
function addressIn(text: string): { url: string; setupUrl: string | null } | null {
  const link = /^Open (\S+)\n/m.exec(text)?.[1];
  if (link === undefined) return null;
  return { url: new URL(link).origin, setupUrl: link.includes('?') ? link : null };
}
