import path from 'node:path';
import { ClaudeCodeReader } from './claude-code-reader';
import { linesOf, type FileLine } from './lines';
import { SessionDelivery, type Delivery } from './outbound';
import type { Row, RowReader } from './row';
import { titleOf } from './session-title';
import { TurnsReader } from './turns-reader';

export const FORMATS = ['claude-code', 'turns'] as const;
export type ImportFormat = (typeof FORMATS)[number];

/** Turns that wait in memory for their session's batch to fill. */
const WAITING_TURNS = 2_000;

/** Reads one file to its end and sends what was said in it. */
export async function importFile(
  file: string,
  format: ImportFormat,
  to: Delivery & { readonly progress: (line: number) => void },
): Promise<void> {
  const reader: RowReader =
    format === 'claude-code' ? new ClaudeCodeReader(path.basename(file, '.jsonl')) : new TurnsReader();
  const title = format === 'claude-code' ? await titleOf(file) : null;
  const open: OpenSessions = { sessions: new Map(), waiting: 0 };
  try {
    for await (const line of linesOf(file)) {
      const row = rowOf(line, reader);
      const place = { file, line: line.number };
      if (row.kind === 'turns') await deliver(row, { ...place, title, open, to });
      else to.report.add({ ...place, status: STATUSES[row.kind], reason: row.reason });
      to.progress(line.number);
    }
    for (const session of open.sessions.values()) await session.finish();
  } catch (error) {
    for (const session of open.sessions.values()) session.abandon();
    throw error;
  }
}

const STATUSES = { skip: 'skipped', fault: 'failed' } as const;

function rowOf({ text, isComplete }: FileLine, reader: RowReader): Row {
  if (text === null) return { kind: 'skip', reason: 'the line is too long' };
  const row = reader.read(text);
  // The program may still be writing; the next import finds the line whole.
  if (row.kind === 'fault' && !isComplete && row.reason === 'not a JSON object')
    return { kind: 'skip', reason: 'the last line is not finished yet' };
  return row;
}

interface OpenSessions {
  readonly sessions: Map<string, SessionDelivery>;
  /** Turns that were added since all sessions were flushed. */
  waiting: number;
}

interface Place {
  readonly file: string;
  readonly line: number;
  readonly title: string | null;
  readonly open: OpenSessions;
  readonly to: Delivery;
}

async function deliver(
  row: Extract<Row, { kind: 'turns' }>,
  { file, line, title, open, to }: Place,
): Promise<void> {
  const key = `${row.sessionId}\n${row.subject ?? ''}`;
  const session =
    open.sessions.get(key) ??
    new SessionDelivery({ sessionId: row.sessionId, subject: row.subject ?? null, title }, to);
  open.sessions.set(key, session);
  await session.add({ file, line, turns: row.turns });
  open.waiting += row.turns.length;
  if (open.waiting < WAITING_TURNS) return;
  for (const one of open.sessions.values()) await one.flush();
  open.waiting = 0;
}
