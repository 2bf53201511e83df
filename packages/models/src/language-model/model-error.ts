import { DomainError } from '@memory-hub/contracts';

/**
 * - `timeout`, `rate_limited`, `outage`: the same call may succeed later.
 * - `permanent`: the endpoint takes no call with these settings (key, payment, model, address).
 * - `refused`: the endpoint works but takes not this request (too long, content policy).
 * - `bad_output`: the answer is not what was asked for, also after one repair.
 */
export type ModelErrorKind = 'timeout' | 'rate_limited' | 'outage' | 'refused' | 'bad_output' | 'permanent';

const HINTS = {
  timeout: 'Nothing is lost; it is tried again later.',
  rate_limited: 'Nothing is lost; it is tried again later.',
  outage: 'Nothing is lost; it is tried again later.',
  refused: 'The rules are used for this text instead.',
  bad_output: 'Choose a model that follows JSON schemas if this happens often.',
  permanent: 'Check the key, base URL and model name in the settings.',
} as const satisfies Record<ModelErrorKind, string>;

export interface ModelErrorDetails {
  /** HTTP status, where there was one. */
  readonly status?: number;
  /** Seconds after which to try again, from the endpoint where it said so. */
  readonly retryAfter?: number;
}

/** A language model gave no usable answer. The message holds neither content of the request nor words of the endpoint. */
export class ModelError extends DomainError {
  readonly httpStatus: number | undefined;

  constructor(
    readonly kind: ModelErrorKind,
    message: string,
    { status, retryAfter }: ModelErrorDetails = {},
  ) {
    super('MODEL_UNAVAILABLE', message, {
      hint: HINTS[kind],
      ...(retryAfter === undefined ? {} : { retryAfter }),
    });
    this.name = 'ModelError';
    this.httpStatus = status;
  }

  /** Whether the same call may succeed later without anybody changing anything. */
  get retryable(): boolean {
    return this.kind === 'timeout' || this.kind === 'rate_limited' || this.kind === 'outage';
  }
}
