import fc from 'fast-check';
import {
  backOff,
  DEFAULT_TRIGGERS,
  dueForExtraction,
  nextCheckAt,
  type SessionExtractionState,
} from './due-for-extraction';
import { nextRange } from './next-range';

const NOW = new Date('2024-05-01T12:00:00Z');
const ago = (seconds: number): Date => new Date(NOW.getTime() - seconds * 1000);

function session(given: Partial<SessionExtractionState>): SessionExtractionState {
  return {
    userTurns: 0,
    claimedUserTurns: 0,
    turns: 0,
    cursor: 0,
    lastTurnAt: NOW,
    ended: false,
    requested: false,
    running: false,
    attempts: 0,
    lastFailedAt: null,
    ...given,
  };
}

/** The totals of user turns at which a run starts when every run claims all there is. */
function startsWithin(total: number): number[] {
  const starts: number[] = [];
  let claimed = 0;
  for (let turns = 1; turns <= total; turns += 1) {
    const state = session({ userTurns: turns, turns, claimedUserTurns: claimed, cursor: claimed });
    if (!dueForExtraction(state, NOW).due) continue;
    starts.push(turns);
    claimed = turns;
  }
  return starts;
}

describe('dueForExtraction', () => {
  it('starts after 1, 2 and 4 user turns and then after every fifth', () => {
    expect(startsWithin(20)).toEqual([1, 2, 4, 9, 14, 19]);
  });

  it('starts by itself when 20 turns of any role wait', () => {
    const waiting = { userTurns: 4, claimedUserTurns: 4, cursor: 10 };
    expect(dueForExtraction(session({ ...waiting, turns: 29 }), NOW)).toEqual({
      due: false,
      reason: 'waiting',
    });
    expect(dueForExtraction(session({ ...waiting, turns: 30 }), NOW)).toEqual({
      due: true,
      reason: 'any_role_turns',
    });
  });

  it('starts when the session was idle for ten minutes, and not a moment earlier', () => {
    const waiting = { userTurns: 5, claimedUserTurns: 4, turns: 10, cursor: 9 };
    expect(dueForExtraction(session({ ...waiting, lastTurnAt: ago(599) }), NOW).due).toBe(false);
    expect(dueForExtraction(session({ ...waiting, lastTurnAt: ago(600) }), NOW)).toEqual({
      due: true,
      reason: 'idle',
    });
  });

  it('starts on request and at the end of the session', () => {
    const waiting = { userTurns: 5, claimedUserTurns: 4, turns: 10, cursor: 9 };
    expect(dueForExtraction(session({ ...waiting, requested: true }), NOW).reason).toBe('manual');
    expect(dueForExtraction(session({ ...waiting, ended: true }), NOW).reason).toBe('session_end');
  });

  it('waits longer after every failure and lets a request pass', () => {
    const failed = { userTurns: 1, turns: 1, attempts: 2, lastFailedAt: ago(14) };
    expect(dueForExtraction(session(failed), NOW)).toEqual({ due: false, reason: 'backing_off' });
    expect(dueForExtraction(session({ ...failed, lastFailedAt: ago(15) }), NOW)).toEqual({
      due: true,
      reason: 'retry',
    });
    expect(dueForExtraction(session({ ...failed, requested: true }), NOW).due).toBe(true);
  });

  it('is never due without unclaimed turns or while a run holds them', () => {
    const any = fc.record({
      userTurns: fc.nat(100),
      claimedUserTurns: fc.nat(100),
      turns: fc.nat(100),
      cursor: fc.nat(100),
      ended: fc.boolean(),
      requested: fc.boolean(),
      running: fc.boolean(),
      attempts: fc.nat(5),
    });
    fc.assert(
      fc.property(any, (given) => {
        const state = session({ ...given, lastTurnAt: ago(10_000), lastFailedAt: ago(10_000) });
        const { due } = dueForExtraction(state, NOW);
        expect(due && (state.turns <= state.cursor || state.running)).toBe(false);
        if (!state.running && state.turns > state.cursor) expect(due).toBe(true);
      }),
    );
  });

  it('names the moment at which time alone makes it due', () => {
    const state = session({ userTurns: 5, claimedUserTurns: 4, turns: 10, cursor: 9, lastTurnAt: NOW });
    const at = nextCheckAt(state);
    expect(at?.getTime()).toBe(NOW.getTime() + DEFAULT_TRIGGERS.idleSeconds * 1000);
    expect(dueForExtraction(state, at ?? NOW).due).toBe(true);
    expect(nextCheckAt(session({}))).toBeNull();
  });
});

describe('backOff', () => {
  it('grows threefold from 5 seconds to half an hour', () => {
    expect([0, 1, 2, 3, 4, 6, 7, 50].map(backOff)).toEqual([
      0, 5e3, 15e3, 45e3, 135e3, 1215e3, 1800e3, 1800e3,
    ]);
  });
});

describe('nextRange', () => {
  it('takes at most ten new turns and five before them', () => {
    expect(nextRange({ cursor: 0, turns: 3 })).toEqual({ first: 1, last: 3, backgroundFirst: 1 });
    expect(nextRange({ cursor: 10, turns: 40 })).toEqual({ first: 11, last: 20, backgroundFirst: 6 });
    expect(nextRange({ cursor: 40, turns: 40 })).toBeNull();
  });

  it('covers every turn once, in order', () => {
    fc.assert(
      fc.property(fc.nat(200), (turns) => {
        const seen: number[] = [];
        for (
          let range = nextRange({ cursor: 0, turns });
          range;
          range = nextRange({ cursor: range.last, turns })
        ) {
          for (let at = range.first; at <= range.last; at += 1) seen.push(at);
        }
        expect(seen).toEqual(Array.from({ length: turns }, (_, at) => at + 1));
      }),
    );
  });
});
