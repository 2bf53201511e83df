#!/usr/bin/env node
/** `npm start`, `npm test`, `npm run bench`: needs only Node and npm, brings everything else itself. */
const LEAST_NODE = [20, 19];

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < LEAST_NODE[0] || (major === LEAST_NODE[0] && minor < LEAST_NODE[1])) {
  console.error(`Memory Hub needs Node ${LEAST_NODE.join('.')} or later; this is ${process.versions.node}.`);
  console.error('Install a newer one from https://nodejs.org, then start again.');
  process.exit(3);
}

const COMMANDS = { start: './launch/start.mjs', test: './launch/test.mjs', bench: './launch/bench.mjs' };
const [name = '', ...args] = process.argv.slice(2);
const file = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (file === undefined) {
  console.error(`Unknown command "${name}". Use one of: ${Object.keys(COMMANDS).join(', ')}.`);
  process.exit(2);
}
const { run } = await import(file); // only now: the rest may use what an old Node lacks
process.exitCode = await run(args);
