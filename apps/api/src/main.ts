import 'reflect-metadata';
import { DomainError, ERROR_CODES } from '@memory-hub/contracts';
import type { Logger } from 'pino';
import { Cleanup } from './app/cleanup';
import { openLog, type ProcessLog } from './app/process-log';
import { printHubSchema } from './app/print-schema';
import { resetLink } from './app/reset-link';
import { startHub } from './app/start-hub';
import { hubVersion, readSettings, type Settings } from './config';

/** Everything that is stopped has its own limit; this one is for a stop that hangs between them. */
const LAST_RESORT_MS = 60_000;

/** Lines for people go to stdout, faults to stderr; everything else is in the log. */
function say(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Says what is wrong and what to do, and gives the exit code for it. */
function complain(error: unknown, log?: ProcessLog): number {
  log?.logger.fatal({ err: error }, 'the hub cannot run');
  if (!(error instanceof DomainError)) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(
      `Memory Hub failed.\n${text}\n${log?.file == null ? '' : `Its log is ${log.file}\n`}`,
    );
    return ERROR_CODES.INTERNAL.exit;
  }
  process.stderr.write(`${error.message}\n${error.hint === undefined ? '' : `${error.hint}\n`}`);
  return ERROR_CODES[error.code].exit;
}

function serve(settings: Settings): void {
  const log = openLog(settings);
  const cleanup = new Cleanup();
  const starting = startHub(settings, log.logger, cleanup);
  const end = endOnce(starting, cleanup, log.logger);
  process.on('SIGTERM', () => void end(0));
  process.on('SIGINT', () => void end(0));
  // The launcher's channel closes when the launcher is killed.
  process.on('disconnect', () => void end(0));
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => void end(complain(error, log)));
  starting.then(
    ({ address, setupPath }) => {
      const first =
        setupPath === null
          ? `Open ${address}`
          : `Open ${address}${setupPath}\n  This link makes you the first admin. It works once.`;
      say(
        `Memory Hub ${hubVersion()} is running.`,
        first,
        ...(log.file === null ? [] : [`Log: ${log.file}`]),
        'Stop it with Ctrl-C.',
      );
    },
    (error: unknown) => void end(complain(error, log)),
  );
}

/** Stops what was started, in the opposite order, and ends the process. A second call changes nothing. */
function endOnce(starting: Promise<unknown>, cleanup: Cleanup, log: Logger): (code: number) => Promise<void> {
  let ending = false;
  return async (code) => {
    if (ending) return;
    ending = true;
    setTimeout(() => {
      log.error({}, 'the hub did not end in time and is ended now');
      process.exit(code === 0 ? 1 : code);
    }, LAST_RESORT_MS).unref();
    await starting.catch(() => undefined); // told by whoever started it; what is half started is stopped below
    await cleanup.run(log);
    log.info({ code }, 'the hub has ended');
    process.exit(code);
  };
}

async function main([command, ...args]: readonly string[]): Promise<void> {
  if (command === 'print-schema') return void process.stdout.write(await printHubSchema());
  const settings = readSettings();
  if (command === undefined) return serve(settings);
  if (command === 'reset-link') return say(await resetLink(settings, args[0]));
  throw new DomainError('VALIDATION_FAILED', `Unknown command "${command}".`, {
    hint: 'Use none, reset-link <address>, or print-schema.',
  });
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.exitCode = complain(error);
});
