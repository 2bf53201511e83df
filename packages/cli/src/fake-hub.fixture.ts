import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { run } from './run';

export interface Asked {
  readonly query: string;
  readonly variables: { readonly input: Record<string, unknown> } & Record<string, unknown>;
  readonly headers: IncomingMessage['headers'];
}

/** What the fake answers: data or errors of GraphQL, or a body of its own, with a status. */
export interface FakeAnswer {
  readonly data?: object;
  readonly errors?: readonly object[];
  readonly body?: object;
  readonly status?: number;
  readonly headers?: Record<string, string>;
}

/** A hub that answers as told, one function per pattern in the query, or per path. The first that fits counts. */
export class FakeHub {
  readonly asked: Asked[] = [];

  private constructor(
    private readonly server: Server,
    private readonly answers: Readonly<Record<string, (asked: Asked) => FakeAnswer>>,
  ) {}

  static async start(answers: Readonly<Record<string, (asked: Asked) => FakeAnswer>> = {}): Promise<FakeHub> {
    const server = createServer();
    const hub = new FakeHub(server, answers);
    server.on('request', (request, response) => {
      void bodyOf(request).then((body) => {
        const { status = 200, headers = {}, body: own, ...answer } = hub.answer(request, body);
        response
          .writeHead(status, { 'content-type': 'application/json', ...headers })
          .end(JSON.stringify(own ?? answer));
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return hub;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }

  private answer(request: IncomingMessage, body: string): FakeAnswer {
    if (request.url !== '/graphql')
      return (
        this.answers[request.url ?? '']?.({
          query: '',
          variables: { input: {} },
          headers: request.headers,
        }) ?? { status: 404 }
      );
    const { query, variables } = JSON.parse(body) as Pick<Asked, 'query' | 'variables'>;
    const asked = { query, variables, headers: request.headers };
    this.asked.push(asked);
    const field = Object.keys(this.answers).find((name) => new RegExp(name).test(query));
    return field === undefined
      ? { errors: [{ message: 'unexpected', extensions: { code: 'INTERNAL' } }] }
      : (this.answers[field]?.(asked) ?? {});
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command as if in a pipe. */
export async function memhub(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  stdin = '',
): Promise<Ran> {
  const [input, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const [out, err] = [gather(stdout), gather(stderr)];
  input.end(stdin);
  const code = await run(args, {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdin: input,
    stdout,
    stderr,
  });
  stdout.end();
  stderr.end();
  return { code, stdout: await out, stderr: await err };
}

async function gather(stream: PassThrough): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  return text;
}
