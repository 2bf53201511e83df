import type { CompletionRequest, ModelMessage } from './language-model';
import { ModelError } from './model-error';

/** Where endpoints of the same protocol differ. Learnt from their refusals (`adapted`). */
export interface Dialect {
  readonly tokenLimit: 'max_tokens' | 'max_completion_tokens';
  readonly format: 'json_schema' | 'json_object' | 'none';
  readonly temperature: boolean;
}

export const FIRST_DIALECT: Dialect = { tokenLimit: 'max_tokens', format: 'json_schema', temperature: true };

/** A refusal that names a parameter tells what the endpoint does not know; undefined when it is about something else. */
export function adapted(dialect: Dialect, body: string): Dialect | undefined {
  // The name stands near the beginning; further on an endpoint may repeat the request, which could hold these words.
  const refusal = body.slice(0, 500);
  if (dialect.tokenLimit === 'max_tokens' && refusal.includes('max_completion_tokens')) {
    return { ...dialect, tokenLimit: 'max_completion_tokens' };
  }
  if (dialect.temperature && refusal.includes('temperature')) return { ...dialect, temperature: false };
  if (/response_format|json_schema|json_object/i.test(refusal)) {
    if (dialect.format === 'json_schema') return { ...dialect, format: 'json_object' };
    if (dialect.format === 'json_object') return { ...dialect, format: 'none' };
  }
  return undefined;
}

/** The body of `POST /chat/completions`. Temperature 0: the same turns should give the same cards. */
export function chatBody(
  model: string,
  request: CompletionRequest,
  dialect: Dialect,
): Record<string, unknown> {
  const { schema, maxTokens } = request;
  return {
    model,
    messages: [{ role: 'system', content: systemText(request) }, ...request.messages],
    ...(dialect.temperature ? { temperature: 0 } : {}),
    ...(maxTokens === undefined ? {} : { [dialect.tokenLimit]: maxTokens }),
    ...(schema === undefined ? {} : responseFormat(schema, dialect.format)),
  };
}

/** The conversation with the answer that was not right, and why. */
export function repairMessages(
  messages: readonly ModelMessage[],
  answer: string,
  faults: readonly string[],
): readonly ModelMessage[] {
  const request = `This answer cannot be used:\n- ${faults.join('\n- ')}\nAnswer again with the corrected JSON only.`;
  return [...messages, { role: 'assistant', content: answer }, { role: 'user', content: request }];
}

/** The schema is in the text too: many endpoints take `response_format` and then ignore it. */
function systemText({ system, schema }: CompletionRequest): string {
  if (schema === undefined) return system;
  return `${system}\n\nAnswer with one JSON object of this JSON Schema and nothing else:\n${JSON.stringify(schema)}`;
}

function responseFormat(schema: object, format: Dialect['format']): Record<string, unknown> {
  if (format === 'none') return {};
  if (format === 'json_object') return { response_format: { type: 'json_object' } };
  return { response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } } };
}

export interface ChatAnswer {
  readonly text: string;
  readonly model: string | undefined;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Reads the body of a successful response. One that is not of the protocol comes from a broken gateway: an outage. */
export function readChatAnswer(body: string): ChatAnswer {
  const answer = envelope(body);
  const choice = record(list(answer.choices)[0]);
  const message = record(choice.message);
  if (choice.finish_reason === 'content_filter' || typeof message.refusal === 'string') {
    throw new ModelError('refused', 'The language model refused to answer this request.');
  }
  if (typeof message.content !== 'string' || message.content.trim() === '') {
    throw new ModelError('bad_output', 'The language model gave an empty answer.');
  }
  if (choice.finish_reason === 'length') {
    throw new ModelError('bad_output', 'The answer of the language model was cut at its token limit.');
  }
  const usage = record(answer.usage);
  return {
    text: message.content,
    model: typeof answer.model === 'string' ? answer.model : undefined,
    inputTokens: count(usage.prompt_tokens),
    outputTokens: count(usage.completion_tokens),
  };
}

function envelope(body: string): Record<string, unknown> {
  try {
    const answer = record(JSON.parse(body));
    if (Array.isArray(answer.choices)) return answer;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new ModelError(
    'outage',
    "The language model's endpoint answered with something else than a completion.",
  );
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function count(value: unknown): number {
  return typeof value === 'number' && value >= 0 ? value : 0;
}
