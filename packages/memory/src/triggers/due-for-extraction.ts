/** What Postgres knows of a session when it asks whether to extract. Positions are 1-based and without gaps. */
export interface SessionExtractionState {
  /** User turns captured so far. */
  readonly userTurns: number;
  /** User turns that extraction has already claimed. */
  readonly claimedUserTurns: number;
  /** Turns of any role captured so far; the position of the last one. */
  readonly turns: number;
  /** Position of the last claimed turn; 0 when none is. */
  readonly cursor: number;
  readonly lastTurnAt: Date | null;
  /** The client said that the session is over. */
  readonly ended: boolean;
  /** Somebody asked for extraction now. */
  readonly requested: boolean;
  /** A run holds a range of this session. */
  readonly running: boolean;
  /** Failed runs of the pending range in a row. */
  readonly attempts: number;
  readonly lastFailedAt: Date | null;
}

export interface TriggerSettings {
  /** Totals of user turns at which the first runs start, ascending. */
  readonly warmup: readonly number[];
  /** After the warm-up, a run every so many user turns. */
  readonly everyTurns: number;
  /** Unclaimed turns of any role that start a run. */
  readonly anyRoleTurns: number;
  readonly idleSeconds: number;
}

export const DEFAULT_TRIGGERS: TriggerSettings = {
  warmup: [1, 2, 4],
  everyTurns: 5,
  anyRoleTurns: 20,
  idleSeconds: 600,
};

export type TriggerReason =
  | 'nothing_new'
  | 'running'
  | 'backing_off'
  | 'manual'
  | 'session_end'
  | 'retry'
  | 'warmup'
  | 'user_turns'
  | 'any_role_turns'
  | 'idle'
  | 'waiting';

export interface TriggerDecision {
  readonly due: boolean;
  readonly reason: TriggerReason;
}

const FIRST_BACK_OFF_MS = 5_000;
const LAST_BACK_OFF_MS = 30 * 60_000;

/** Milliseconds to wait after so many failures in a row: 0, 5 s, 15 s, 45 s, … at most 30 min. */
export function backOff(attempts: number): number {
  if (attempts <= 0) return 0;
  return Math.min(FIRST_BACK_OFF_MS * 3 ** (attempts - 1), LAST_BACK_OFF_MS);
}

/**
 * Whether a session should be extracted now, and why. A manual request passes a back-off; a run in progress
 * is never doubled. The answer depends only on counts and times that are stored, so a restart forgets nothing.
 */
export function dueForExtraction(
  state: SessionExtractionState,
  now: Date,
  settings: TriggerSettings = DEFAULT_TRIGGERS,
): TriggerDecision {
  const unclaimed = state.turns - state.cursor;
  if (unclaimed <= 0) return no('nothing_new');
  if (state.running) return no('running');
  if (state.requested) return yes('manual');
  if (isBackingOff(state, now)) return no('backing_off');
  if (state.attempts > 0) return yes('retry');
  if (state.ended) return yes('session_end');
  const threshold = nextThreshold(state.claimedUserTurns, settings);
  if (state.userTurns >= threshold.at) return yes(threshold.warmup ? 'warmup' : 'user_turns');
  if (unclaimed >= settings.anyRoleTurns) return yes('any_role_turns');
  return isIdle(state, now, settings) ? yes('idle') : no('waiting');
}

/** When the answer of `dueForExtraction` can change by time alone; null when only a new turn can change it. */
export function nextCheckAt(
  state: SessionExtractionState,
  settings: TriggerSettings = DEFAULT_TRIGGERS,
): Date | null {
  if (state.turns <= state.cursor) return null;
  if (state.attempts > 0 && state.lastFailedAt) {
    return new Date(state.lastFailedAt.getTime() + backOff(state.attempts));
  }
  return state.lastTurnAt ? new Date(state.lastTurnAt.getTime() + settings.idleSeconds * 1000) : null;
}

const yes = (reason: TriggerReason): TriggerDecision => ({ due: true, reason });
const no = (reason: TriggerReason): TriggerDecision => ({ due: false, reason });

function isBackingOff(state: SessionExtractionState, now: Date): boolean {
  if (state.attempts <= 0 || !state.lastFailedAt) return false;
  return now.getTime() < state.lastFailedAt.getTime() + backOff(state.attempts);
}

function isIdle(state: SessionExtractionState, now: Date, settings: TriggerSettings): boolean {
  if (!state.lastTurnAt) return false;
  return now.getTime() - state.lastTurnAt.getTime() >= settings.idleSeconds * 1000;
}

/** The next total of user turns at which a run starts, given what is claimed: 1, 2, 4, 9, 14, … */
function nextThreshold(claimed: number, settings: TriggerSettings): { at: number; warmup: boolean } {
  const step = settings.warmup.find((total) => total > claimed);
  if (step !== undefined) return { at: step, warmup: true };
  const every = Math.max(1, settings.everyTurns);
  const last = settings.warmup.at(-1) ?? 0;
  return { at: last + (Math.floor((claimed - last) / every) + 1) * every, warmup: false };
}
