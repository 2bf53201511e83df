import { invalidInput } from '@memory-hub/contracts';
import { EmbedPool, type PoolJob } from './embed-pool';
import type { ThreadProgram } from './embed-thread';
import type { Embedder, EmbedPriority } from './embedder';
import { EmbedderError } from './embedder.errors';
import { assertUsable } from './vector';
import { ASSETS, EMBED_WORKER } from '../assets';
import { loadTokenizer, type Tokenizer } from '../tokenizer/tokenizer';

const ID = 'multilingual-e5-small-q4';
const DIMENSIONS = 384;
const MAX_TOKENS = 512;
/** About what one thread needs for a passage of ordinary length; only for the estimate in `retryAfter`. */
const MS_PER_TEXT = 15;

export interface BundledEmbedderSettings {
  /** Worker threads, each with a session of some 110 MB. Default 1. */
  readonly workers?: number;
  /** Threads inside each session. Default 1: two workers give more than one with two threads. */
  readonly threads?: number;
  /** Texts that may wait in each priority, also the most in one call. Default 2,048. */
  readonly room?: number;
  /** A text that takes longer counts as hung and its thread is replaced. Default 60 s. */
  readonly runTimeoutMs?: number;
}

export interface BundledEmbedder extends Embedder {
  /** Starts the threads now instead of at the first text; resolves when one can work. */
  ready(): Promise<void>;
  /** Texts that wait for a thread. */
  readonly waiting: number;
}

/** Replaceable parts, for tests of crashes and nonsense. */
export interface BundledEmbedderParts {
  readonly program?: ThreadProgram;
  readonly now?: () => number;
}

/** multilingual-e5-small from the files beside this package, in worker threads, one text a run (exact and repeatable). */
export function createBundledEmbedder(
  settings: BundledEmbedderSettings = {},
  parts: BundledEmbedderParts = {},
): BundledEmbedder {
  const { workers = 1, threads = 1, room = 2_048, runTimeoutMs = 60_000 } = settings;
  const pool = new EmbedPool({
    program: parts.program ?? { file: EMBED_WORKER, data: { model: ASSETS.model, threads } },
    workers,
    room,
    runTimeoutMs,
    now: parts.now ?? Date.now,
  });
  let tokenizer: Tokenizer | undefined;

  return {
    id: ID,
    space: `${ID}/${DIMENSIONS}`,
    dimensions: DIMENSIONS,
    maxTokens: MAX_TOKENS,
    get waiting() {
      return pool.waiting;
    },
    ready: () => {
      tokenizer ??= loadTokenizer();
      return pool.ready();
    },
    async embed(texts, role, { priority = role === 'query' ? 'query' : 'card', signal } = {}) {
      signal?.throwIfAborted();
      assertTaken(pool, { texts: texts.length, room, priority, workers });
      const words = (tokenizer ??= loadTokenizer());
      const inputs = texts.map((text) => () => words.encode(`${role}: ${text}`, { maxTokens: MAX_TOKENS }));
      const vectors = await runAll(pool, inputs, { priority, signal });
      for (const vector of vectors) assertUsable(vector, DIMENSIONS);
      return vectors;
    },
    close: () => pool.close(),
  };
}

function assertTaken(
  pool: EmbedPool,
  call: { texts: number; room: number; priority: EmbedPriority; workers: number },
): void {
  if (call.texts > call.room) {
    throw invalidInput(
      ['texts'],
      `${call.texts} texts in one call.`,
      `Send at most ${call.room} texts a call.`,
    );
  }
  const refusal = pool.refusal();
  if (refusal !== undefined) throw refusal;
  if (pool.hasRoomFor(call.priority, call.texts)) return;
  const seconds = (pool.waiting * MS_PER_TEXT) / (call.workers * 1000);
  throw new EmbedderError('overloaded', { retryAfter: Math.max(1, Math.ceil(seconds)) });
}

/** All or nothing: when one text fails or the caller gives up, the others are not waited for. */
function runAll(
  pool: EmbedPool,
  inputs: readonly (() => readonly number[])[],
  { priority, signal }: { priority: EmbedPriority; signal: AbortSignal | undefined },
): Promise<Float32Array[]> {
  return new Promise((resolve, reject) => {
    const vectors = new Array<Float32Array>(inputs.length);
    let missing = inputs.length;
    const jobs = inputs.map((read, index): PoolJob => ({
      read,
      priority,
      resolve: (vector) => {
        vectors[index] = vector;
        missing -= 1;
        if (missing === 0) finish(() => resolve(vectors));
      },
      reject: (error) => giveUp(error),
    }));
    const onAbort = () => giveUp(signal?.reason);
    const finish = (settle: () => void) => {
      signal?.removeEventListener('abort', onAbort);
      settle();
    };
    const giveUp = (error: unknown) => {
      for (const job of jobs) pool.remove(job);
      finish(() => reject(error));
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    if (jobs.length === 0) finish(() => resolve([]));
    for (const job of jobs) pool.add(job);
  });
}
