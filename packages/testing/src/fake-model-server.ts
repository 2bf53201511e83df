import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the fake does with one request. */
export type FakeModelBehaviour =
  /** A right answer of the protocol with this text. */
  | { readonly kind: 'answer'; readonly text: string; readonly finish?: string }
  /** The same, the text being this value as JSON. */
  | { readonly kind: 'json'; readonly value: unknown }
  /** Nothing comes until the client gives up. */
  | { readonly kind: 'silent' }
  /** Headers and half of the answer come, then nothing. */
  | { readonly kind: 'stalled' }
  /** The connection is cut before an answer. */
  | { readonly kind: 'reset' }
  /** Half of the answer comes, then the connection is cut. */
  | { readonly kind: 'half' }
  /** Status 200 with exactly this body. */
  | { readonly kind: 'body'; readonly body: string }
  | {
      readonly kind: 'error';
      readonly status: number;
      /** `error.code` and `error.message` of the protocol. */
      readonly code?: string;
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string>>;
    };

export interface FakeModelRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The parsed body. */
  readonly body: unknown;
}

export type FakeModelScript = FakeModelBehaviour | ((request: FakeModelRequest) => FakeModelBehaviour);

export interface FakeModelServer {
  /** What a client takes as base URL, with `/v1`. */
  readonly baseUrl: string;
  /** Every request so far, oldest first. */
  readonly requests: readonly FakeModelRequest[];
  /** From now on: one step per request, the last one for all that follow. */
  behave(...steps: readonly FakeModelScript[]): void;
  /** Cuts open connections too. */
  close(): Promise<void>;
}

const DEFAULT_STEP: FakeModelScript = { kind: 'answer', text: 'Hello.' };

/**
 * A language model on a loopback port that speaks the OpenAI chat protocol, rightly or not.
 * @param port a free one when left out; a given one brings a server back under its old address
 */
export async function startFakeModelServer(port = 0): Promise<FakeModelServer> {
  const requests: FakeModelRequest[] = [];
  let steps: readonly FakeModelScript[] = [DEFAULT_STEP];

  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const seen = { path: request.url ?? '', headers: request.headers, body };
      requests.push(seen);
      const [step = DEFAULT_STEP, ...rest] = steps;
      if (rest.length > 0) steps = rest;
      perform(typeof step === 'function' ? step(seen) : step, response);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();

  return {
    baseUrl: `http://127.0.0.1:${isTcp(address) ? address.port : 0}/v1`,
    requests,
    behave: (...next) => {
      steps = next.length > 0 ? next : [DEFAULT_STEP];
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function perform(behaviour: FakeModelBehaviour, response: ServerResponse): void {
  switch (behaviour.kind) {
    case 'answer':
      return send(response, 200, completion(behaviour.text, behaviour.finish));
    case 'json':
      return send(response, 200, completion(JSON.stringify(behaviour.value)));
    case 'silent':
      return;
    case 'stalled':
      return sendHalf(response);
    case 'reset':
      response.socket?.destroy();
      return;
    case 'half':
      sendHalf(response, () => response.socket?.destroy());
      return;
    case 'body':
      return send(response, 200, behaviour.body);
    case 'error':
      return send(response, behaviour.status, errorBody(behaviour), behaviour.headers);
  }
}

function send(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
}

function sendHalf(response: ServerResponse, sent?: () => void): void {
  const body = completion('This answer never ends');
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.write(body.slice(0, body.length / 2), sent);
}

function completion(content: string, finish = 'stop'): string {
  return JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 0,
    model: 'fake-model-1',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finish }],
    usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
  });
}

function errorBody({ code, message }: { readonly code?: string; readonly message?: string }): string {
  return JSON.stringify({ error: { message: message ?? 'It failed.', type: 'error', code: code ?? null } });
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  return text === '' ? undefined : JSON.parse(text);
}

function isTcp(address: string | AddressInfo | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}
