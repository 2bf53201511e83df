import { createHash } from 'node:crypto';
import { LIMITS, TURN_ROLES } from '@memory-hub/contracts';
import { z } from 'zod';
import { cutTurn, parseObject, type Row, type RowReader } from './row';

const name = z.string().trim().min(1).max(LIMITS.nameCharacters);
const mark = z.string().trim().min(1).max(LIMITS.sessionIdCharacters);
const turnShape = z.looseObject({
  sessionId: mark,
  role: z.string().toLowerCase().pipe(z.enum(TURN_ROLES)),
  content: z.string().refine((text) => text.trim() !== '', 'must not be empty'),
  speaker: name.nullish(),
  subject: mark.nullish(),
  occurredAt: z.iso.datetime({ offset: true, local: false, error: 'must be ISO-8601 with an offset, such as 2026-11-30T09:00:00+08:00' }).nullish(),
  clientTurnId: mark.nullish(),
  toolCalls: z.unknown(),
});

/** One turn a line: `{sessionId, role, speaker, content, occurredAt, clientTurnId?, subject?}`. */
export class TurnsReader implements RowReader {
  private readonly positions = new Map<string, number>();

  read(line: string): Row {
    const value = parseObject(line);
    if (value === null) return { kind: 'fault', reason: 'not a JSON object' };
    const parsed = turnShape.safeParse(value);
    if (!parsed.success) return { kind: 'fault', reason: parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ') };
    const { sessionId, role, content, speaker, subject, occurredAt, clientTurnId, toolCalls } = parsed.data;
    const position = this.positions.get(sessionId) ?? 0;
    this.positions.set(sessionId, position + 1);
    const turn = {
      role,
      content: cutTurn(content),
      clientTurnId: clientTurnId ?? positionMark(position, role, content),
      ...(speaker == null ? {} : { speaker }),
      ...(occurredAt == null ? {} : { occurredAt }),
      ...(toolCalls == null ? {} : { toolCalls }),
    };
    return { kind: 'turns', sessionId, turns: [turn], ...(subject == null ? {} : { subject }) };
  }
}

/** Without an id of the client's, a turn is known by its place in the session and its words. */
function positionMark(position: number, role: string, content: string): string {
  return `import:${position}:${createHash('sha256').update(`${role}\n${content}`).digest('hex').slice(0, 16)}`;
}
