// @ts-check
'use strict';

/**
 * One thread of the bundled embedder: a session, and one text a run. It is plain JavaScript because the same file must run
 * from the built product and from unbuilt tests, and a thread of its own because `session.run` blocks the thread it is
 * called in.
 *
 * The native library aborts the whole process when its thread is ended in the middle of a call. So the thread ends by itself,
 * on `stop`, and `control` (shared with the program, see embed-thread.ts) says when it is at rest.
 */
const { parentPort, workerData } = require('node:worker_threads');
const { InferenceSession, Tensor } = require('onnxruntime-node');

const BUSY = 0;
const STOPPED = 1;

if (parentPort === null) throw new Error('This program runs in a worker thread only.');
const port = parentPort;

/** @type {{ model: string, threads: number, control: SharedArrayBuffer }} */
const { model, threads } = workerData;
const control = new Int32Array(workerData.control);

function rest() {
  Atomics.store(control, BUSY, 0);
  Atomics.notify(control, BUSY);
}

/** @param {import('onnxruntime-node').InferenceSession} session @param {BigInt64Array} ids */
async function embed(session, ids) {
  const dims = [1, ids.length];
  const answer = await session.run(
    {
      input_ids: new Tensor('int64', ids, dims),
      attention_mask: new Tensor('int64', new BigInt64Array(ids.length).fill(1n), dims),
    },
    ['embedding'],
  );
  return Float32Array.from(/** @type {Float32Array} */ (answer.embedding?.data ?? []));
}

/** @param {import('onnxruntime-node').InferenceSession} session @param {{ job: number, ids: BigInt64Array }} message */
async function run(session, { job, ids }) {
  // First busy, then the look at STOPPED: the program does it the other way round, so one of both sees the other.
  Atomics.store(control, BUSY, 1);
  try {
    if (Atomics.load(control, STOPPED) === 1) return;
    const vector = await embed(session, ids);
    port.postMessage({ kind: 'vector', job, vector }, [vector.buffer]);
  } catch (error) {
    port.postMessage({ kind: 'failed', job, reason: String(error).slice(0, 300) });
  } finally {
    rest();
  }
}

async function main() {
  process.on('exit', rest);
  const session = await InferenceSession.create(model, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    // With the arena the longest texts take 45 MB beside the session, without it up to 190 that malloc does not give back.
    enableCpuMemArena: true,
  });
  port.on('message', (message) => {
    if (message === 'stop') port.close();
    else void run(session, message);
  });
  rest();
  port.postMessage({ kind: 'ready' });
}

// A session that cannot be made must end the thread: the pool hears of it and backs off.
main().catch((/** @type {unknown} */ error) => {
  setImmediate(() => {
    throw error;
  });
});
