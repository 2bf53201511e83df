#!/usr/bin/env node
/** The `memhub` command. Old Nodes are told so before anything newer is read. */
const LEAST_NODE = [20, 19];

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < LEAST_NODE[0] || (major === LEAST_NODE[0] && minor < LEAST_NODE[1])) {
  process.stderr.write(
    `memhub needs Node ${LEAST_NODE.join('.')} or later; this is ${process.versions.node}.\n` +
      'Install a newer one from https://nodejs.org, then try again.\n',
  );
  process.exit(3);
}

let memhub;
try {
  memhub = require('../dist/index.js');
} catch (error) {
  if (error.code !== 'MODULE_NOT_FOUND') throw error;
  process.stderr.write(
    'memhub is not built yet.\nRun `npm start` once in the folder of the repository; it builds everything.\n',
  );
  process.exit(3);
}
memhub.run(process.argv.slice(2), process).then((code) => {
  process.exitCode = code;
});
