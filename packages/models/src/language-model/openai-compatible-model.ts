import { DomainError } from '@memory-hub/contracts';
import {
  adapted,
  chatBody,
  FIRST_DIALECT,
  readChatAnswer,
  repairMessages,
  type ChatAnswer,
} from './chat-wire';
import { startDeadline, type Deadline } from './deadline';
import { httpFailure } from './http-failure';
import { readJsonAnswer } from './json-answer';
import type { Completion, CompletionRequest, LanguageModel } from './language-model';
import { ModelError } from './model-error';

const DEFAULT_TIMEOUT_MS = 60_000;
/** No completion is near this; a hostile or broken endpoint must not fill the memory. */
const MOST_RESPONSE_BYTES = 8 * 1024 * 1024;
const OUTAGE_RETRY_SECONDS = 5;

export interface OpenAiCompatibleSettings {
  /** Left out for endpoints without keys, such as a local model. */
  readonly apiKey?: string;
  /** With its version part, such as `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  /** For calls that name none. Default 60 s. */
  readonly timeoutMs?: number;
}

/**
 * Any endpoint that speaks `POST /chat/completions`. It tries each call once (and a wrong answer a second time): waiting and
 * retrying is the queue's work. The key is sent to `baseUrl` only (redirects are not followed) and is in no message.
 * @throws DomainError CONFIG_INVALID at once for a base URL, key or model that cannot be right.
 */
export function createOpenAiCompatibleModel(settings: OpenAiCompatibleSettings): LanguageModel {
  const endpoint = endpointOf(settings);
  let dialect = FIRST_DIALECT;

  const ask = async (request: CompletionRequest, deadline: Deadline): Promise<ChatAnswer> => {
    for (let tried = dialect; ;) {
      const response = await post(endpoint, chatBody(settings.model, request, tried), deadline.signal);
      if (response.ok) {
        dialect = tried;
        return readChatAnswer(response.body);
      }
      const next =
        response.status === 400 || response.status === 422 ? adapted(tried, response.body) : undefined;
      if (next === undefined) throw httpFailure(response, Date.now());
      tried = next;
    }
  };

  return {
    id: settings.model,
    async complete(request) {
      request.signal?.throwIfAborted();
      const deadline = startDeadline(
        request.timeoutMs ?? settings.timeoutMs ?? DEFAULT_TIMEOUT_MS,
        request.signal,
      );
      try {
        return await answer(request, settings.model, (asked) => ask(asked, deadline));
      } catch (error) {
        throw failure(error, deadline, request.signal);
      } finally {
        deadline.end();
      }
    },
  };
}

async function answer(
  request: CompletionRequest,
  model: string,
  ask: (request: CompletionRequest) => Promise<ChatAnswer>,
): Promise<Completion> {
  const first = await ask(request);
  if (request.schema === undefined) return completion(first.text, model, [first]);
  const read = readJsonAnswer(first.text, request);
  if (read.ok) return { ...completion(first.text, model, [first]), json: read.json };

  const second = await ask({
    ...request,
    messages: repairMessages(request.messages, first.text, read.faults),
  });
  const repaired = readJsonAnswer(second.text, request);
  if (repaired.ok) return { ...completion(second.text, model, [first, second]), json: repaired.json };
  throw new ModelError('bad_output', 'The language model gave JSON that is not of the wanted shape, twice.');
}

function completion(text: string, model: string, answers: readonly ChatAnswer[]): Completion {
  return {
    text,
    model: answers.at(-1)?.model ?? model,
    usage: {
      inputTokens: answers.reduce((sum, { inputTokens }) => sum + inputTokens, 0),
      outputTokens: answers.reduce((sum, { outputTokens }) => sum + outputTokens, 0),
    },
  };
}

/** What was thrown by us stays; the caller's own signal wins; everything else is the network. */
function failure(error: unknown, deadline: Deadline, caller: AbortSignal | undefined): unknown {
  if (error instanceof DomainError) return error;
  if (deadline.timedOut) {
    return new ModelError('timeout', 'The language model did not answer in time.', {
      retryAfter: OUTAGE_RETRY_SECONDS,
    });
  }
  if (caller?.aborted === true) return caller.reason;
  if (!(error instanceof NetworkFault)) return error;
  return new ModelError('outage', `The language model's endpoint cannot be reached${error.named}.`, {
    retryAfter: OUTAGE_RETRY_SECONDS,
  });
}

interface Endpoint {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

function endpointOf({ apiKey, baseUrl, model }: OpenAiCompatibleSettings): Endpoint {
  const base = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (
    base === undefined ||
    !/^https?:$/.test(base.protocol) ||
    base.username !== '' ||
    base.password !== ''
  ) {
    throw invalidSetting('base URL', 'Use an http or https address without user or password in it.');
  }
  // fetch would put a key that no header can hold into its own error message.
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw invalidSetting('key', 'Copy it again: it has white space or letters that no key has, or is empty.');
  }
  if (model.trim() === '') throw invalidSetting('model name', 'Name a model that the endpoint offers.');
  base.pathname = `${base.pathname.replace(/\/+$/, '')}/chat/completions`;
  return {
    url: base.href,
    headers: {
      'content-type': 'application/json',
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    },
  };
}

function invalidSetting(name: string, hint: string): DomainError {
  return new DomainError('CONFIG_INVALID', `The ${name} of the language model is not valid.`, { hint });
}

interface HttpAnswer {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** The connection failed; only the system's name of the fault is kept. */
class NetworkFault extends Error {
  readonly named: string;

  constructor(cause: unknown) {
    super('network fault');
    const code = field(cause, 'code');
    this.named = typeof code === 'string' && /^[A-Z_]{1,40}$/.test(code) ? ` (${code})` : '';
  }
}

function field(value: unknown, name: 'cause' | 'code'): unknown {
  return typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : undefined;
}

async function post(endpoint: Endpoint, body: unknown, signal: AbortSignal): Promise<HttpAnswer> {
  try {
    const response = await fetch(endpoint.url, {
      method: 'POST',
      headers: endpoint.headers,
      body: JSON.stringify(body),
      redirect: 'manual',
      signal,
    });
    return {
      ok: response.ok,
      status: response.status,
      headers: response.headers,
      body: await readLimited(response),
    };
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new NetworkFault(field(error, 'cause'));
  }
}

async function readLimited(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const part of response.body ?? []) {
    const chunk = bytesOf(part);
    bytes += chunk.byteLength;
    if (bytes > MOST_RESPONSE_BYTES) {
      throw new ModelError('outage', "The language model's endpoint sent more than any answer can be.");
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** fetch types its chunks as anything, and gives bytes. */
function bytesOf(chunk: unknown): Uint8Array {
  return ArrayBuffer.isView(chunk)
    ? new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    : new Uint8Array();
}
