import { setTimeout as wait } from 'node:timers/promises';
import { errorText } from './errors';
import type { PostgresLog } from './log';
import type { ServerEnd, ServerRun } from './server-process';
import { explainStartFailure } from './start-failure';

/** What the hub hears of its server. */
export type ServerChange =
  | { readonly kind: 'down'; readonly reason: string; readonly retryInMs: number }
  | { readonly kind: 'up'; readonly pid: number };

export interface Supervision {
  /** Starts the server on its port again. */
  readonly start: (stopped: AbortSignal) => Promise<ServerRun | ServerEnd>;
  readonly dataDirectory: string;
  readonly log: PostgresLog;
  readonly tell: ((change: ServerChange) => void) | undefined;
}

export interface Supervisor {
  pid(): number;
  stop(): Promise<void>;
}

const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 5_000;
/** A server that ran this long was well: the next loss begins with the short delay. */
const STEADY_MS = 60_000;

/** Milliseconds before the nth start in a row, doubled from start to start. */
export function restartDelay(failures: number): number {
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** failures);
}

/** Starts the server again whenever it is lost, for ever, until `stop`. */
export function superviseServer(first: ServerRun, supervision: Supervision): Supervisor {
  const stopped = new AbortController();
  let run: ServerRun | undefined = first;
  let pid = first.pid;

  const watching = watch();
  return { pid: () => pid, stop };

  async function watch(): Promise<void> {
    for (let failures = 0; run !== undefined;) {
      const since = Date.now();
      const end = await run.ended;
      run = undefined;
      if (stopped.signal.aborted) return;
      failures = Date.now() - since > STEADY_MS ? 1 : failures + 1;
      run = await startAgain(describeEnd(end), failures);
    }
  }

  async function startAgain(cause: string, failuresSoFar: number): Promise<ServerRun | undefined> {
    let reason = cause;
    for (let failures = failuresSoFar; !stopped.signal.aborted; failures += 1) {
      const retryInMs = restartDelay(failures - 1);
      tellDown(reason, retryInMs);
      await wait(retryInMs, undefined, { signal: stopped.signal }).catch(() => undefined);
      const outcome = await attempt();
      if (typeof outcome !== 'string') return tellUp(outcome);
      reason = outcome;
    }
    return undefined;
  }

  /** The new run, or why there is none. */
  async function attempt(): Promise<ServerRun | string> {
    if (stopped.signal.aborted) return 'stopped';
    try {
      const outcome = await supervision.start(stopped.signal);
      if (!('pid' in outcome)) return explainStartFailure(outcome.output, supervision.dataDirectory).message;
      if (!stopped.signal.aborted) return outcome;
      await outcome.stop();
      return 'stopped';
    } catch (error) {
      return errorText(error);
    }
  }

  function tellUp(started: ServerRun): ServerRun {
    pid = started.pid;
    supervision.log.warn({ pid }, 'PostgreSQL is back');
    supervision.tell?.({ kind: 'up', pid });
    return started;
  }

  function tellDown(reason: string, retryInMs: number): void {
    supervision.log.error({ reason, retryInMs }, 'PostgreSQL is down; it will be started again');
    supervision.tell?.({ kind: 'down', reason, retryInMs });
  }

  async function stop(): Promise<void> {
    stopped.abort();
    await run?.stop();
    await watching;
  }
}

function describeEnd({ code, signal, output }: ServerEnd): string {
  const how = signal === null ? `ended with code ${code ?? 'unknown'}` : `was ended by ${signal}`;
  const last = output.trim().split('\n').at(-1) ?? '';
  return `PostgreSQL ${how}${last === '' ? '' : `; its last line: ${last}`}`;
}
