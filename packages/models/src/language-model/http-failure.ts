import { ModelError, type ModelErrorKind } from './model-error';

const DEFAULT_RETRY_SECONDS = 10;
const LONGEST_RETRY_SECONDS = 3_600;

export interface FailedResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The body as it came; only its error code goes on from here. */
  readonly body: string;
}

/** What a status other than 2xx means. `now` is in ms, for a `retry-after` that is a date. */
export function httpFailure({ status, headers, body }: FailedResponse, now: number): ModelError {
  const code = errorCode(body);
  const kind = kindOf(status, code);
  const named = code === undefined ? '' : ` (${code})`;
  const retryAfter = kind === 'rate_limited' || kind === 'outage' ? retrySeconds(headers, now) : undefined;
  return new ModelError(kind, `The language model's endpoint answered ${status}${named}.`, {
    status,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });
}

function kindOf(status: number, code: string | undefined): ModelErrorKind {
  // Sent with 429, but waiting does not help: somebody has to pay.
  if (code === 'insufficient_quota') return 'permanent';
  if (status === 429) return 'rate_limited';
  if (status === 408 || status === 409 || status === 425 || status >= 500) return 'outage';
  if (status === 400 || status === 413 || status === 422) return 'refused';
  return 'permanent';
}

/** `error.code`, else `error.type`, when it looks like a name: sentences of an endpoint may repeat the key or the request. */
function errorCode(body: string): string | undefined {
  const error = property(parsed(body), 'error');
  return [property(error, 'code'), property(error, 'type')].find(
    (name): name is string => typeof name === 'string' && /^[a-z][a-z_.]{0,48}$/i.test(name),
  );
}

/** RFC 9110 §10.2.3: seconds or a date; `retry-after-ms` is finer and common. */
export function retrySeconds(headers: Headers, now: number): number {
  const ms = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  const header = headers.get('retry-after') ?? '';
  const seconds = /^\s*\d+(\.\d+)?\s*$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1000;
  const wait = Number.isNaN(ms) ? seconds : ms / 1000;
  if (Number.isNaN(wait)) return DEFAULT_RETRY_SECONDS;
  return Math.min(LONGEST_RETRY_SECONDS, Math.max(1, Math.ceil(wait)));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // an error page of a proxy: its status has said enough
  }
}

function property(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}
