import { readInstant, type TurnRole } from '@memory-hub/contracts';
import { z } from 'zod';
import { cutTurn, parseObject, type ImportedTurn, type Row, type RowReader } from './row';

/**
 * Lines of a Claude Code transcript. The format is internal to its maker and drifts, so everything is optional here and
 * what is unknown is skipped, never a fault of the file.
 */
const block = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  id: z.string().optional(),
  name: z.string().optional(),
  input: z.unknown().optional(),
  content: z.unknown().optional(),
});
const lineShape = z.looseObject({
  type: z.string(),
  uuid: z.string().min(1).max(150).optional(),
  sessionId: z.string().min(1).max(150).optional(),
  timestamp: z
    .string()
    .refine((text) => readInstant(text) !== null)
    .optional()
    .catch(undefined),
  isSidechain: z.boolean().optional().catch(undefined),
  isMeta: z.boolean().optional().catch(undefined),
  isCompactSummary: z.boolean().optional().catch(undefined),
  origin: z.looseObject({ kind: z.string() }).optional().catch(undefined),
  message: z
    .looseObject({ content: z.union([z.string(), z.array(z.unknown())]) })
    .optional()
    .catch(undefined),
});

/** Wrappers around what the program itself put into a user line. */
const MARKUP = [
  'command-name',
  'command-message',
  'command-args',
  'command-contents',
  'local-command-stdout',
  'local-command-stderr',
  'local-command-caveat',
  'task-notification',
  'system-reminder',
  'bash-input',
  'bash-stdout',
  'bash-stderr',
];
const WRAPPED = new RegExp(`<(${MARKUP.join('|')})>[\\s\\S]*?</\\1>`, 'g');

export class ClaudeCodeReader implements RowReader {
  /** @param fallbackSession name of the file, for lines that do not name their session */
  constructor(private readonly fallbackSession: string) {}

  read(text: string): Row {
    const value = parseObject(text);
    if (value === null) return { kind: 'fault', reason: 'not a JSON object' };
    const parsed = lineShape.safeParse(value);
    if (!parsed.success) return { kind: 'skip', reason: 'a line of unknown form' };
    const line = parsed.data;
    if (line.type !== 'user' && line.type !== 'assistant')
      return { kind: 'skip', reason: `bookkeeping (${line.type.slice(0, 40)})` };
    const reason = notConversation(line);
    if (reason !== null) return { kind: 'skip', reason };
    if (line.message === undefined || line.uuid === undefined)
      return { kind: 'skip', reason: 'a line of unknown form' };
    const turns = turnsOf(line.type, line.message.content, { uuid: line.uuid, at: line.timestamp });
    if (turns.length === 0)
      return { kind: 'skip', reason: 'nothing that was said (thinking, markup or media only)' };
    return { kind: 'turns', sessionId: line.sessionId ?? this.fallbackSession, turns };
  }
}

function notConversation({
  isSidechain,
  isMeta,
  isCompactSummary,
  origin,
}: z.output<typeof lineShape>): string | null {
  if (isSidechain === true) return 'words of a subagent';
  if (isMeta === true) return 'a note of the program';
  if (isCompactSummary === true) return 'a summary of what was said before';
  return origin !== undefined && origin.kind !== 'human' ? 'a note of the program' : null;
}

interface Origin {
  readonly uuid: string;
  readonly at: string | undefined;
}

/** Words, tool calls and tool results of one line: up to one turn of each, with ids that follow from the line's. */
function turnsOf(
  type: 'user' | 'assistant',
  content: string | readonly unknown[],
  origin: Origin,
): ImportedTurn[] {
  const blocks =
    typeof content === 'string'
      ? [{ type: 'text', text: content, input: undefined, content: undefined }]
      : content.flatMap((one) => block.safeParse(one).data ?? []);
  const said = spoken(
    type,
    blocks
      .map(wordsOf)
      .filter((text) => text !== '')
      .join('\n\n'),
  );
  const calls = blocks
    .filter((one) => one.type === 'tool_use')
    .map(({ id, name, input }) => ({ id, name, input }));
  const results = blocks
    .filter((one) => one.type === 'tool_result')
    .map((one) => textOf(one.content))
    .filter((text) => text.trim() !== '');
  const turns: ImportedTurn[] = [];
  if (said !== '' || calls.length > 0)
    turns.push(turn(type, said, origin, calls.length === 0 ? undefined : calls));
  if (results.length > 0)
    turns.push(turn('tool', results.join('\n\n'), { ...origin, uuid: `${origin.uuid}#result` }));
  return turns;
}

function turn(role: TurnRole, content: string, { uuid, at }: Origin, toolCalls?: unknown): ImportedTurn {
  return {
    role,
    content: cutTurn(content),
    clientTurnId: uuid,
    ...(at === undefined ? {} : { occurredAt: at }),
    ...(toolCalls === undefined ? {} : { toolCalls }),
  };
}

function wordsOf({ type, text }: z.output<typeof block>): string {
  if (type === 'text') return text ?? '';
  return type === 'image' ? '[image]' : '';
}

/** A person's words; nothing when a user line is wholly what the program wrote. Quoting such a tag is a person's right. */
function spoken(type: 'user' | 'assistant', text: string): string {
  const words = text.trim();
  if (type === 'assistant') return words;
  return words
    .replace(WRAPPED, '')
    .replace(/\[image\]/g, '')
    .trim() === '' && words !== '[image]'
    ? ''
    : words;
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .flatMap((one) => block.safeParse(one).data ?? [])
    .map(wordsOf)
    .filter((text) => text !== '')
    .join('\n');
}
