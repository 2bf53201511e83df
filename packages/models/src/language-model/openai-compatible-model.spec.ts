import { inspect } from 'node:util';
import { startFakeModelServer, type FakeModelServer } from '@memory-hub/testing';
import type { CompletionRequest } from './language-model';
import { ModelError } from './model-error';
import { createOpenAiCompatibleModel } from './openai-compatible-model';

const KEY = 'sk-test-1234567890';
const REQUEST: CompletionRequest = {
  system: 'Be short.',
  messages: [{ role: 'user', content: 'Hello, I am Ann.' }],
};
const CARDS: CompletionRequest = {
  ...REQUEST,
  maxTokens: 200,
  schema: {
    type: 'object',
    properties: { ids: { type: 'array', items: { type: 'string' } } },
    required: ['ids'],
    additionalProperties: false,
  },
};

describe('OpenAI-compatible model', () => {
  let server: FakeModelServer;
  beforeEach(async () => {
    server = await startFakeModelServer();
  });
  afterEach(() => server.close());

  const model = (settings: { timeoutMs?: number } = {}) =>
    createOpenAiCompatibleModel({ apiKey: KEY, baseUrl: `${server.baseUrl}/`, model: 'small', ...settings });
  const errorOf = async (call: Promise<unknown>) => {
    const error: unknown = await call.then(
      () => new Error('it succeeded'),
      (reason: unknown) => reason,
    );
    return error instanceof ModelError ? error : new Error(`not a ModelError: ${inspect(error)}`);
  };

  it('sends the conversation and gives the answer with what it took', async () => {
    await expect(model().complete({ ...REQUEST, maxTokens: 50 })).resolves.toEqual({
      text: 'Hello.',
      model: 'fake-model-1',
      usage: { inputTokens: 11, outputTokens: 7 },
    });
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({
      path: '/v1/chat/completions',
      headers: { authorization: `Bearer ${KEY}` },
      body: {
        model: 'small',
        max_tokens: 50,
        temperature: 0,
        messages: [
          { role: 'system', content: 'Be short.' },
          { role: 'user', content: 'Hello, I am Ann.' },
        ],
      },
    });
  });

  it('sends no key where there is none', async () => {
    await createOpenAiCompatibleModel({ baseUrl: server.baseUrl, model: 'local' }).complete(REQUEST);
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });

  describe('asked for JSON', () => {
    it('gives the checked value', async () => {
      server.behave({ kind: 'json', value: { ids: ['c1'] } });
      await expect(model().complete(CARDS)).resolves.toMatchObject({ json: { ids: ['c1'] } });
      expect(server.requests[0]?.body).toMatchObject({
        response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: CARDS.schema } },
      });
    });

    it('sends a wrong shape back once, with its faults, and counts both answers', async () => {
      server.behave({ kind: 'json', value: { ids: 'c1' } }, { kind: 'json', value: { ids: ['c1'] } });
      await expect(model().complete(CARDS)).resolves.toMatchObject({
        json: { ids: ['c1'] },
        usage: { inputTokens: 22, outputTokens: 14 },
      });
      expect(server.requests[1]?.body).toMatchObject({
        messages: [
          { role: 'system' },
          { role: 'user' },
          { role: 'assistant', content: '{"ids":"c1"}' },
          { role: 'user', content: expect.stringContaining('/ids must be array.') },
        ],
      });
    });

    it('fails after one repair', async () => {
      server.behave({ kind: 'answer', text: 'I would rather talk.' });
      expect(await errorOf(model().complete(CARDS))).toMatchObject({ kind: 'bad_output', retryable: false });
      expect(server.requests).toHaveLength(2);
    });

    it('takes no id that was not among the candidates', async () => {
      server.behave({ kind: 'json', value: { ids: ['c9'] } });
      const check = (json: unknown) =>
        JSON.stringify(json).includes('c9') ? ['/ids/0 is none of the candidates.'] : [];
      expect(await errorOf(model().complete({ ...CARDS, check }))).toMatchObject({ kind: 'bad_output' });
      expect(JSON.stringify(server.requests[1]?.body)).toContain('/ids/0 is none of the candidates.');
    });

    it('does not ask again for an answer that was cut at its limit', async () => {
      server.behave({ kind: 'answer', text: '{"ids":["c1"', finish: 'length' });
      expect(await errorOf(model().complete(CARDS))).toMatchObject({ kind: 'bad_output' });
      expect(server.requests).toHaveLength(1);
    });
  });

  it('learns what an endpoint does not know, and does not ask for it again', async () => {
    const refusal = (message: string) => ({ kind: 'error', status: 400, message }) as const;
    server.behave(
      refusal("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."),
      refusal("Unsupported value: 'temperature' does not support 0."),
      refusal('This response_format type is unavailable now'),
      { kind: 'json', value: { ids: [] } },
    );
    const learner = model();
    await learner.complete(CARDS);
    await learner.complete(CARDS);
    expect(server.requests).toHaveLength(5);
    expect(server.requests[4]?.body).toEqual({
      model: 'small',
      max_completion_tokens: 200,
      response_format: { type: 'json_object' },
      messages: expect.anything(),
    });
  });

  it.each(['silent', 'stalled'] as const)('times out on an endpoint that is %s', async (kind) => {
    server.behave({ kind });
    const error = await errorOf(model({ timeoutMs: 60 }).complete(REQUEST));
    expect(error).toMatchObject({ kind: 'timeout', retryable: true });
  });

  it('takes the time of the call before its own', async () => {
    server.behave({ kind: 'silent' });
    expect(await errorOf(model().complete({ ...REQUEST, timeoutMs: 60 }))).toMatchObject({ kind: 'timeout' });
  });

  it('lets the caller give up with the reason of its own', async () => {
    const patience = new AbortController();
    server.behave(() => {
      patience.abort(new Error('the person left'));
      return { kind: 'silent' };
    });
    await expect(model().complete({ ...REQUEST, signal: patience.signal })).rejects.toThrow(
      'the person left',
    );
    await expect(model().complete({ ...REQUEST, signal: patience.signal })).rejects.toThrow(
      'the person left',
    );
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ['cuts the connection', { kind: 'reset' }],
    ['cuts it in the middle', { kind: 'half' }],
    ['sends half of the JSON', { kind: 'body', body: '{"choices":[{"message"' }],
    ['sends a web page', { kind: 'body', body: '<html>Sign in to the network</html>' }],
    ['sends another object', { kind: 'body', body: '{"ok":true}' }],
    ['sends null', { kind: 'body', body: 'null' }],
    ['sends megabytes', { kind: 'body', body: ' '.repeat(9 * 1024 * 1024) }],
    ['is overloaded', { kind: 'error', status: 503 }],
  ] as const)('calls it an outage when the endpoint %s', async (_what, behaviour) => {
    server.behave(behaviour);
    expect(await errorOf(model().complete(REQUEST))).toMatchObject({ kind: 'outage', retryable: true });
  });

  it('calls it an outage when nobody listens, and says why', async () => {
    const gone = model();
    await server.close();
    const error = await errorOf(gone.complete(REQUEST));
    expect(error).toMatchObject({ kind: 'outage', retryAfter: 5 });
    expect(error.message).toContain('ECONNREFUSED');
    server = await startFakeModelServer();
  });

  it.each([
    ['no choice', '{"choices":[]}', 'bad_output'],
    ['no content', '{"choices":[{"message":{"content":null}}]}', 'bad_output'],
    ['a refusal', '{"choices":[{"message":{"content":null,"refusal":"I cannot."}}]}', 'refused'],
    [
      'a filtered answer',
      '{"choices":[{"finish_reason":"content_filter","message":{"content":"I"}}]}',
      'refused',
    ],
  ])('tells %s apart', async (_what, body, kind) => {
    server.behave({ kind: 'body', body });
    expect(await errorOf(model().complete(REQUEST))).toMatchObject({ kind, retryable: false });
  });

  it('says how long the endpoint asked to wait', async () => {
    server.behave({ kind: 'error', status: 429, headers: { 'retry-after': '17' } });
    expect(await errorOf(model().complete(REQUEST))).toMatchObject({ kind: 'rate_limited', retryAfter: 17 });
  });

  it('calls a wrong key permanent', async () => {
    server.behave({ kind: 'error', status: 401, code: 'invalid_api_key' });
    expect(await errorOf(model().complete(REQUEST))).toMatchObject({ kind: 'permanent', retryable: false });
  });

  it('does not carry the key to another address', async () => {
    const other = await startFakeModelServer();
    const location = `${other.baseUrl}/chat/completions`;
    server.behave({ kind: 'error', status: 307, headers: { location } });
    expect(await errorOf(model().complete(REQUEST))).toMatchObject({ kind: 'permanent', httpStatus: 307 });
    expect(other.requests).toEqual([]);
    await other.close();
  });

  it.each([
    { kind: 'error', status: 401, message: `Incorrect API key provided: ${KEY}` },
    { kind: 'error', status: 400, message: 'Not allowed: Hello, I am Ann.' },
    { kind: 'reset' },
  ] as const)('shows neither key nor conversation in an error (%j)', async (behaviour) => {
    server.behave(behaviour);
    const caller = model();
    const shown = inspect([await errorOf(caller.complete(REQUEST)), caller], { depth: 10, showHidden: true });
    expect(shown).not.toContain(KEY);
    expect(shown).not.toContain('Ann');
  });

  it.each([
    ['a base URL without scheme', { baseUrl: 'api.example.com/v1' }],
    ['a base URL of another scheme', { baseUrl: 'file:///etc/passwd' }],
    ['a password in the base URL', { baseUrl: 'https://me:secret@example.com/v1' }],
    ['a key with a line break', { apiKey: 'sk-secret\n' }],
    ['an empty key', { apiKey: '' }],
    ['no model', { model: ' ' }],
  ])('refuses %s at once, without repeating it', (_what, fault) => {
    const create = () =>
      createOpenAiCompatibleModel({ apiKey: KEY, baseUrl: server.baseUrl, model: 'small', ...fault });
    expect(create).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID' }));
    expect(create).not.toThrow(/secret/);
  });
});
