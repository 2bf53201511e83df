// @ts-check
'use strict';

/**
 * One thread of the bundled embedder: a session, and one text a run. It is plain JavaScript because the same file must run
 * from the built product and from unbuilt tests, and a thread of its own because `session.run` blocks the thread it is
 * called in.
 */
const { parentPort, workerData } = require('node:worker_threads');
const { InferenceSession, Tensor } = require('onnxruntime-node');

if (parentPort === null) throw new Error('This program runs in a worker thread only.');
const port = parentPort;

/** @type {{ model: string, threads: number }} */
const { model, threads } = workerData;

/** @param {import('onnxruntime-node').InferenceSession} session @param {{ job: number, ids: BigInt64Array }} message */
async function run(session, { job, ids }) {
  const dims = [1, ids.length];
  const answer = await session.run(
    {
      input_ids: new Tensor('int64', ids, dims),
      attention_mask: new Tensor('int64', new BigInt64Array(ids.length).fill(1n), dims),
    },
    ['embedding'],
  );
  const vector = Float32Array.from(/** @type {Float32Array} */ (answer.embedding?.data ?? []));
  port.postMessage({ kind: 'vector', job, vector }, [vector.buffer]);
}

async function main() {
  const session = await InferenceSession.create(model, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    // The arena keeps the largest text's buffers for ever: 20 MB more, and no faster.
    enableCpuMemArena: false,
  });
  port.on('message', (message) => {
    run(session, message).catch((/** @type {unknown} */ error) => {
      port.postMessage({ kind: 'failed', job: message.job, reason: String(error).slice(0, 300) });
    });
  });
  port.postMessage({ kind: 'ready' });
}

// A session that cannot be made must end the thread: the pool hears of it and backs off.
main().catch((/** @type {unknown} */ error) => {
  setImmediate(() => {
    throw error;
  });
});
