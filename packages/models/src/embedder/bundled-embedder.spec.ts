import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createBundledEmbedder, type BundledEmbedderSettings } from './bundled-embedder';
import type { EmbedRole } from './embedder';
import { EmbedderError } from './embedder.errors';
import { dot, normalise } from './vector';
import { ASSETS } from '../assets';
import { loadTokenizer } from '../tokenizer/tokenizer';

describe('bundled embedder', () => {
  // Starting a session takes seconds on a busy machine.
  jest.setTimeout(60_000);
  const embedder = createBundledEmbedder();
  afterAll(() => embedder.close());

  const golden: { kind: EmbedRole; text: string; embedding: number[] }[] = JSON.parse(
    readFileSync(ASSETS.golden, 'utf8'),
  );

  it.each(golden.map((row) => ({ ...row, name: JSON.stringify(row.text.slice(0, 30)) })))(
    'gives the golden vector of $kind $name',
    async ({ kind, text, embedding }) => {
      const [vector] = await embedder.embed([text], kind);
      expect(dot(vector ?? new Float32Array(384), normalise(Float32Array.from(embedding)))).toBeGreaterThan(
        0.999,
      );
    },
  );

  it('gives the same bits for a text alone and among others', async () => {
    const [alone] = await embedder.embed(['用户不吃香菜'], 'passage');
    const [, among] = await embedder.embed(['something long and different', '用户不吃香菜'], 'passage');
    expect(among).toEqual(alone);
  });

  it('takes nothing, an empty text, and half a surrogate', async () => {
    await expect(embedder.embed([], 'passage')).resolves.toEqual([]);
    await expect(embedder.embed(['', '\ud800'], 'passage')).resolves.toHaveLength(2);
  });

  it('names its space by model and dimension', () => {
    expect(embedder.space).toBe('multilingual-e5-small-q4/384');
  });
});

type Behaviour = 'crash' | 'held' | 'refuse' | 'nan' | 'zero' | 'short' | 'long';

const FAULTY_PROGRAM = join(__dirname, 'programs', 'faulty.cjs');
const tokenizer = loadTokenizer();
const piecesOf = (text: string) => tokenizer.encode(`passage: ${text}`).length;
/** Texts of different lengths, so that the faulty program can tell them apart. */
const FAULT = 'one two three four five six seven';
const GOOD = 'fine';

function faultyEmbedder(
  behaviour: Behaviour,
  { failStarts = 0, ...settings }: BundledEmbedderSettings & { failStarts?: number } = {},
) {
  const gate = new Int32Array(new SharedArrayBuffer(8));
  const clock = { now: 0 };
  const embedder = createBundledEmbedder(settings, {
    program: {
      file: FAULTY_PROGRAM,
      data: { gate: gate.buffer, failStarts, behaviours: { [piecesOf(FAULT)]: behaviour } },
    },
    now: () => clock.now,
  });
  const release = () => {
    Atomics.store(gate, 0, 1);
    Atomics.notify(gate, 0);
  };
  return { embedder, clock, release, starts: () => Atomics.load(gate, 1) };
}

const faultOf = (error: unknown) => (error instanceof EmbedderError ? error.fault : error);

describe('an embedder in trouble', () => {
  it.each(['nan', 'zero', 'short', 'long'] as const)('refuses a vector that is %s', async (behaviour) => {
    const { embedder } = faultyEmbedder(behaviour);
    await expect(embedder.embed([GOOD, FAULT], 'passage')).rejects.toMatchObject({
      fault: 'bad_vector',
      code: 'MODEL_UNAVAILABLE',
    });
    await expect(embedder.embed([GOOD], 'passage')).resolves.toHaveLength(1);
    await embedder.close();
  });

  it('goes on after a text that its model refuses', async () => {
    const { embedder, starts } = faultyEmbedder('refuse');
    await expect(embedder.embed([FAULT], 'passage')).rejects.toMatchObject({ fault: 'failed' });
    await expect(embedder.embed([GOOD], 'passage')).resolves.toHaveLength(1);
    expect(starts()).toBe(1);
    await embedder.close();
  });

  it('rejects all that waits when its only thread crashes, and is back after the pause', async () => {
    const { embedder, clock, starts } = faultyEmbedder('crash');
    const waiting = [
      embedder.embed([FAULT], 'passage'),
      embedder.embed([GOOD], 'passage', { priority: 'turn' }),
    ];
    const ends = await Promise.allSettled(waiting);
    expect(ends.map((end) => (end.status === 'rejected' ? faultOf(end.reason) : end.value))).toEqual([
      'crashed',
      'crashed',
    ]);
    await expect(embedder.embed([GOOD], 'passage')).rejects.toMatchObject({
      fault: 'crashed',
      retryAfter: 1,
    });

    clock.now += 1_000;
    await expect(embedder.embed([GOOD], 'passage')).resolves.toHaveLength(1);
    expect(starts()).toBe(2);
    await embedder.close();
  });

  it('loses only the text of the thread that crashes while another works', async () => {
    const { embedder } = faultyEmbedder('crash', { workers: 2 });
    const good = Array.from({ length: 20 }, () => embedder.embed([GOOD], 'passage'));
    const bad = embedder.embed([FAULT], 'passage', { priority: 'turn' });
    await expect(bad).rejects.toMatchObject({ fault: 'crashed' });
    await expect(Promise.all(good)).resolves.toHaveLength(20);
    await embedder.close();
  });

  it('waits longer after each failed start, and tells so', async () => {
    const { embedder, clock } = faultyEmbedder('crash', { failStarts: 3 });
    const waits: (number | undefined)[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const error: unknown = await embedder.ready().catch((reason: unknown) => reason);
      if (error instanceof EmbedderError) waits.push(error.retryAfter);
      clock.now += 60_000;
    }
    expect(waits).toEqual([1, 1, 2]);
    await expect(embedder.ready()).resolves.toBeUndefined();
    await embedder.close();
  });

  it('replaces a thread that hangs', async () => {
    const { embedder, clock, release, starts } = faultyEmbedder('held', { runTimeoutMs: 50 });
    await expect(embedder.embed([FAULT], 'passage')).rejects.toMatchObject({ fault: 'crashed' });
    clock.now += 60_000;
    await expect(embedder.embed([GOOD], 'passage')).resolves.toHaveLength(1);
    expect(starts()).toBe(2);
    release();
    await embedder.close();
  });

  it('reads queries before cards before turns', async () => {
    const { embedder, release } = faultyEmbedder('held');
    const order: string[] = [];
    const held = embedder.embed([FAULT], 'passage');
    const turn = embedder.embed([GOOD], 'passage', { priority: 'turn' }).then(() => order.push('turn'));
    const card = embedder.embed([GOOD], 'passage').then(() => order.push('card'));
    const query = embedder.embed([GOOD], 'query').then(() => order.push('query'));
    release();
    await Promise.all([held, turn, card, query]);
    expect(order).toEqual(['query', 'card', 'turn']);
    await embedder.close();
  });

  it('refuses what it has no room for, but still takes a query', async () => {
    const { embedder, release } = faultyEmbedder('held', { room: 2 });
    await embedder.ready();
    const taken = [embedder.embed([FAULT], 'passage'), embedder.embed([GOOD, GOOD], 'passage')];
    await expect(embedder.embed([GOOD], 'passage')).rejects.toMatchObject({
      fault: 'overloaded',
      code: 'UNAVAILABLE',
      retryAfter: 1,
    });
    const query = embedder.embed([GOOD], 'query');
    release();
    await expect(Promise.all([...taken, query])).resolves.toHaveLength(3);
    await embedder.close();
  });

  it('names the field when one call holds more texts than it ever takes', async () => {
    const { embedder } = faultyEmbedder('held', { room: 2 });
    await expect(embedder.embed([GOOD, GOOD, GOOD], 'passage')).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      path: ['texts'],
    });
    await embedder.close();
  });

  it('lets a caller give up, and does not read what nobody waits for', async () => {
    const { embedder, release } = faultyEmbedder('held');
    const held = embedder.embed([FAULT], 'passage');
    const patience = new AbortController();
    const given = embedder.embed([GOOD, GOOD], 'passage', { signal: patience.signal });
    const waitingBefore = embedder.waiting;
    patience.abort(new Error('too slow'));
    await expect(given).rejects.toThrow('too slow');
    expect(embedder.waiting).toBe(waitingBefore - 2);
    release();
    await held;
    await expect(embedder.embed([GOOD], 'passage', { signal: patience.signal })).rejects.toThrow('too slow');
    await embedder.close();
  });

  it('rejects what waits when it is closed, and everything afterwards', async () => {
    const { embedder, release } = faultyEmbedder('held');
    const waiting = [embedder.embed([FAULT], 'passage'), embedder.embed([GOOD], 'passage')];
    const ends = Promise.allSettled(waiting);
    const closed = embedder.close();
    release();
    await closed;
    expect((await ends).map((end) => (end.status === 'rejected' ? faultOf(end.reason) : end.value))).toEqual([
      'closed',
      'closed',
    ]);
    await expect(embedder.embed([GOOD], 'passage')).rejects.toMatchObject({ fault: 'closed' });
    await expect(embedder.ready()).rejects.toMatchObject({ fault: 'closed' });
  });
});
