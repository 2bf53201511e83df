import { createHash } from 'node:crypto';
import { INSTANT_HINT, INSTANT_RULE, LIMITS, readInstant, TURN_ROLES } from '@memory-hub/contracts';
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
  occurredAt: z
    .string()
    .refine((text) => readInstant(text) !== null, `${INSTANT_RULE} ${INSTANT_HINT}`)
    .nullish(),
  clientTurnId: mark.nullish(),
  toolCalls: z.unknown().optional(),
});

/** One turn a line: `{sessionId, role, speaker, content, occurredAt, clientTurnId?, subject?}`. */
export class TurnsReader implements RowReader {
  private readonly seen = new Map<string, number>();

  read(line: string): Row {
    const value = parseObject(line);
    if (value === null) return { kind: 'fault', reason: 'not a JSON object' };
    const parsed = turnShape.safeParse(value);
    if (!parsed.success)
      return {
        kind: 'fault',
        reason: parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '),
      };
    const { sessionId, role, content, speaker, subject, occurredAt, clientTurnId, toolCalls } = parsed.data;
    const turn = {
      role,
      content: cutTurn(content),
      clientTurnId: clientTurnId ?? this.markOf([sessionId, role, content, occurredAt ?? '']),
      ...(speaker == null ? {} : { speaker }),
      ...(occurredAt == null ? {} : { occurredAt }),
      ...(toolCalls == null ? {} : { toolCalls }),
    };
    return { kind: 'turns', sessionId, turns: [turn], ...(subject == null ? {} : { subject }) };
  }

  /**
   * Without an id of the client's, a turn is known by its words and time, and by how often they came before: a line that
   * is added or mended elsewhere in the file changes nothing about it.
   */
  private markOf(words: readonly string[]): string {
    const hash = createHash('sha256').update(JSON.stringify(words)).digest('base64url').slice(0, 22);
    const before = this.seen.get(hash) ?? 0;
    this.seen.set(hash, before + 1);
    return `import:${hash}:${before}`;
  }
}
