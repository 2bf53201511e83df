import type { TypedDocumentString } from '@memory-hub/graphql-client';

/** What the hub says is wrong with an input, or why it refuses. */
export interface Fault {
  code: string;
  message: string;
  hint?: string | null;
  path?: readonly string[];
}

/** Every failed request: refused by the hub, broken on the way, or never sent. `code` is the hub's, or OFFLINE. */
export class HubError extends Error {
  constructor(
    readonly faults: readonly [Fault, ...Fault[]],
    readonly requestId: string | null = null,
  ) {
    super(faults[0].message);
    this.name = 'HubError';
  }

  get code(): string {
    return this.faults[0].code;
  }

  get hint(): string | null {
    return this.faults[0].hint ?? null;
  }

  /** The fault of one input field, found by its name. */
  faultOf(field: string): Fault | undefined {
    return this.faults.find(({ path }) => path?.includes(field));
  }
}

type Document<R, V> = TypedDocumentString<R, V>;

/** Anonymous acts carry this; a signed-in page replaces it with the viewer's token. */
let csrfToken = '1';
export function keepCsrfTokenOf(viewer: { csrfToken: string } | null | undefined): void {
  csrfToken = viewer?.csrfToken ?? '1';
}

/** Asks one question. Throws HubError; `signal` ends it early. */
export async function ask<R, V>(document: Document<R, V>, variables: V, signal?: AbortSignal): Promise<R> {
  return post(document, variables, signal);
}

/** Does one thing and returns its payload. The faults of the payload are thrown, so there is one way to fail. */
export async function act<R extends object, V>(document: Document<R, V>, variables: V): Promise<R> {
  const data = await post(document, variables);
  for (const payload of Object.values(data) as { userErrors?: Fault[] }[]) {
    const [first, ...rest] = payload.userErrors ?? [];
    if (first !== undefined) throw new HubError([first, ...rest]);
  }
  return data;
}

interface Answer<R> {
  data?: R | null;
  errors?: { message: string; path?: (string | number)[]; extensions?: Record<string, unknown> }[];
}

async function post<R, V>(document: Document<R, V>, variables: V, signal?: AbortSignal): Promise<R> {
  const response = await send(document, variables, signal);
  const requestId = response.headers.get('x-request-id');
  const answer = await read<R>(response, requestId);
  const [first, ...rest] = answer.errors ?? [];
  if (first !== undefined) {
    throw new HubError(
      [faultOf(first), ...rest.map(faultOf)],
      text(first.extensions?.requestId) ?? requestId,
    );
  }
  if (answer.data == null) throw new HubError([unreadable(response.status)], requestId);
  return answer.data;
}

async function send<R, V>(document: Document<R, V>, variables: V, signal?: AbortSignal): Promise<Response> {
  const request: RequestInit = {
    method: 'POST',
    credentials: 'same-origin',
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json, application/json',
      'x-memhub-csrf': csrfToken,
    },
    body: JSON.stringify({ query: document.toString(), variables }),
    ...(signal === undefined ? {} : { signal }),
  };
  try {
    return await fetch('/graphql', request);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new HubError([{ code: 'OFFLINE', message: '' }]);
  }
}

async function read<R>(response: Response, requestId: string | null): Promise<Answer<R>> {
  try {
    return (await response.json()) as Answer<R>;
  } catch {
    throw new HubError([unreadable(response.status)], requestId);
  }
}

function unreadable(status: number): Fault {
  return {
    code: status >= 500 ? 'UNAVAILABLE' : status === 401 ? 'UNAUTHENTICATED' : 'INTERNAL',
    message: '',
  };
}

function faultOf(error: NonNullable<Answer<unknown>['errors']>[number]): Fault {
  const { code, hint } = error.extensions ?? {};
  return {
    code: text(code) ?? 'INTERNAL',
    message: error.message,
    hint: text(hint),
    path: error.path?.map(String) ?? [],
  };
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
