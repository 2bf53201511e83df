import { DomainError, ERROR_CODES, type ErrorCode } from '@memory-hub/contracts';
import { z } from 'zod';

export const DEFAULT_URL = 'http://127.0.0.1:7077';
const PATIENCE_MS = 120_000;

const fault = z.object({
  message: z.string(),
  extensions: z
    .looseObject({
      code: z.string().optional(),
      hint: z.string().optional(),
      retryAfter: z.number().optional(),
      field: z.array(z.string()).optional(),
    })
    .optional(),
});
const answerShape = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(fault).optional(),
});
const userErrors = z.array(
  z.object({ code: z.string(), message: z.string(), hint: z.string().nullish(), path: z.array(z.string()) }),
);

/** One GraphQL operation and the shape of its data. */
export interface Operation<S extends z.ZodType> {
  readonly query: string;
  readonly data: S;
}

export interface HubSettings {
  readonly url: string;
  /** Key of an agent; null to talk as a person or a stranger. */
  readonly key: string | null;
}

/** Where the hub is and who asks, from the environment. @throws DomainError CONFIG_INVALID */
export function hubSettings(env: Readonly<Record<string, string | undefined>>): HubSettings {
  const url = env['MEMHUB_URL'] === undefined || env['MEMHUB_URL'] === '' ? DEFAULT_URL : env['MEMHUB_URL'];
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new DomainError('CONFIG_INVALID', `MEMHUB_URL is not an address: ${url}`, {
      hint: `Set it to one such as ${DEFAULT_URL}.`,
    });
  const key = env['MEMHUB_API_KEY'] ?? '';
  return { url: url.replace(/\/+$/, ''), key: key === '' ? null : key };
}

/** Talks GraphQL with a hub: with a key, or with the session of a person. */
export class HubClient {
  private cookie: string | null = null;
  private csrf = '1';

  constructor(private readonly settings: HubSettings) {}

  get url(): string {
    return this.settings.url;
  }

  /** Fails unless a key is set, saying where to get one. */
  requireKey(): void {
    if (this.settings.key !== null) return;
    throw new DomainError('UNAUTHENTICATED', 'MEMHUB_API_KEY is not set.', {
      hint: 'Make an agent with `memhub agent create` or in the web app, and export the key that is shown once.',
    });
  }

  /** Runs an operation. Errors of the hub, `userErrors` included, are thrown with their code, hint and field. */
  async ask<S extends z.ZodType>({ query, data }: Operation<S>, variables: object): Promise<z.output<S>> {
    const response = await this.post({ query, variables });
    const cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0];
    if (cookie !== undefined) this.cookie = cookie;
    const answer = await this.read(response);
    const first = answer.errors?.[0];
    if (first !== undefined) throw errorOf(first, response);
    for (const payload of Object.values(answer.data ?? {})) throwUserErrors(payload);
    const parsed = data.safeParse(answer.data);
    if (parsed.success) return parsed.data;
    throw new DomainError(
      'INTERNAL',
      `The hub at ${this.url} answered in a way that this memhub does not know.`,
      { hint: 'Use the memhub of the same version as the hub.', cause: parsed.error },
    );
  }

  /** Sends the token of the session from now on. */
  useCsrf(token: string): void {
    this.csrf = token;
  }

  private async post(body: object): Promise<Response> {
    try {
      return await fetch(`${this.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'memhub', ...this.credentials() },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(PATIENCE_MS),
        redirect: 'error',
      });
    } catch (error) {
      throw unreachable(this.url, error);
    }
  }

  private async read(response: Response): Promise<z.output<typeof answerShape>> {
    const text = await response.text().catch((error: unknown) => {
      throw unreachable(this.url, error);
    });
    const parsed = answerShape.safeParse(parseJson(text));
    if (parsed.success && (parsed.data.data != null || parsed.data.errors !== undefined)) return parsed.data;
    if (response.status >= 500)
      throw new DomainError('UNAVAILABLE', `The hub at ${this.url} is not ready (HTTP ${response.status}).`, {
        hint: 'Try again in a moment.',
        retryAfter: 2,
      });
    throw new DomainError(
      'CONFIG_INVALID',
      `What answers at ${this.url} is not a Memory Hub (HTTP ${response.status}).`,
      { hint: 'Set MEMHUB_URL to the address that the hub printed.' },
    );
  }

  private credentials(): Record<string, string> {
    if (this.settings.key !== null) return { authorization: `Bearer ${this.settings.key}` };
    return { 'x-memhub-csrf': this.csrf, ...(this.cookie === null ? {} : { cookie: this.cookie }) };
  }
}

function throwUserErrors(payload: unknown): void {
  if (typeof payload !== 'object' || payload === null || !('userErrors' in payload)) return;
  const first = userErrors.safeParse(payload.userErrors).data?.[0];
  if (first === undefined) return;
  throw new DomainError(codeOf(first.code), first.message, {
    path: first.path,
    ...(first.hint == null ? {} : { hint: first.hint }),
  });
}

function errorOf({ message, extensions }: z.output<typeof fault>, response: Response): DomainError {
  const retryAfter = extensions?.retryAfter ?? Number(response.headers.get('retry-after') ?? Number.NaN);
  return new DomainError(codeOf(extensions?.code), message, {
    path: extensions?.field ?? [],
    ...(extensions?.hint === undefined ? {} : { hint: extensions.hint }),
    ...(Number.isFinite(retryAfter) ? { retryAfter } : {}),
  });
}

function codeOf(code: string | undefined): ErrorCode {
  if (code !== undefined && Object.hasOwn(ERROR_CODES, code)) return code as ErrorCode;
  return code === 'BAD_REQUEST' || code?.startsWith('GRAPHQL_') === true ? 'VALIDATION_FAILED' : 'INTERNAL';
}

function unreachable(url: string, cause: unknown): DomainError {
  return new DomainError('UNAVAILABLE', `No hub answers at ${url}.`, {
    hint: 'Start one with `memhub up`, or set MEMHUB_URL to the address of yours.',
    retryAfter: 2,
    cause,
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
