export interface GraphqlError {
  readonly message: string;
  readonly extensions?: { readonly code?: string; readonly hint?: string; readonly retryAfter?: number };
}

export interface GraphqlAnswer {
  readonly status: number;
  readonly data: Record<string, unknown> | null;
  readonly errors: readonly GraphqlError[];
}

/** A GraphQL client that behaves like a browser (cookie, CSRF) or like an agent (bearer key). */
export class GraphqlClient {
  private cookie: string | null = null;
  private csrf = '1';

  constructor(
    private readonly url: string,
    private readonly key: string | null = null,
  ) {}

  /** Another client of the same hub that sends this key. */
  withKey(key: string): GraphqlClient {
    return new GraphqlClient(this.url, key);
  }

  /** Another client of the same hub without credentials. */
  stranger(): GraphqlClient {
    return new GraphqlClient(this.url);
  }

  async ask(
    query: string,
    variables: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ): Promise<GraphqlAnswer> {
    const response = await fetch(`${this.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...this.credentials(), ...headers },
      body: JSON.stringify({ query, variables }),
    });
    const cookie = response.headers.getSetCookie()[0];
    if (cookie !== undefined) this.cookie = cookie.split(';', 1)[0] ?? null;
    const body = (await response.json()) as {
      data?: Record<string, unknown> | null;
      errors?: GraphqlError[];
    };
    return { status: response.status, data: body.data ?? null, errors: body.errors ?? [] };
  }

  /** The data, or an error that shows what came instead. `userErrors` anywhere at the top count as errors. */
  async must<T = Record<string, never>>(query: string, variables: Record<string, unknown> = {}): Promise<T> {
    const answer = await this.ask(query, variables);
    if (answer.errors.length > 0 || answer.data === null)
      throw new Error(`GraphQL: ${JSON.stringify(answer.errors)}`);
    for (const [field, payload] of Object.entries(answer.data)) {
      const faults =
        typeof payload === 'object' && payload !== null && 'userErrors' in payload ? payload.userErrors : [];
      if (Array.isArray(faults) && faults.length > 0) throw new Error(`${field}: ${JSON.stringify(faults)}`);
    }
    return answer.data as T;
  }

  /** Reads the CSRF token of the session; call it after signing in. */
  async refreshCsrf(): Promise<void> {
    const { viewer } = await this.must<{ viewer: { csrfToken: string } }>('{ viewer { csrfToken } }');
    this.csrf = viewer.csrfToken;
  }

  private credentials(): Record<string, string> {
    if (this.key !== null) return { authorization: `Bearer ${this.key}` };
    return { 'x-memhub-csrf': this.csrf, ...(this.cookie === null ? {} : { cookie: this.cookie }) };
  }
}
