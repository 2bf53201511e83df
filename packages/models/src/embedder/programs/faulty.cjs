'use strict';

/**
 * An embedder's thread with faults, for tests. `behaviours` gives by the number of pieces of a text what to do with it; any
 * other text gets a unit vector. `gate` is shared memory: a text that is 'held' waits until its first number is not 0, and
 * `starts` counts threads in its second.
 */
const { parentPort, workerData } = require('node:worker_threads');

const gate = new Int32Array(workerData.gate);
const start = Atomics.add(gate, 1, 1);
if (start < workerData.failStarts) throw new Error('no session');

const unit = () => Float32Array.from({ length: 384 }, (_, i) => (i === 0 ? 1 : 0));
const ANSWERS = {
  nan: () => unit().fill(NaN),
  zero: () => unit().fill(0),
  short: () => unit().subarray(0, 3),
  long: () => unit().fill(1),
  crash: () => process.exit(3),
  held: () => {
    Atomics.wait(gate, 0, 0);
    return unit();
  },
};

parentPort.on('message', (message) => {
  if (message === 'stop') return parentPort.close();
  const { job, ids } = message;
  const behaviour = workerData.behaviours[ids.length];
  if (behaviour === 'refuse') parentPort.postMessage({ kind: 'failed', job, reason: 'bad shape' });
  else parentPort.postMessage({ kind: 'vector', job, vector: (ANSWERS[behaviour] ?? unit)() });
});
Atomics.store(new Int32Array(workerData.control), 0, 0);
parentPort.postMessage({ kind: 'ready' });
