/**
 * Lets a plain Node process run the sources: `node -r ./test/support/register-typescript.cjs some.fixture.ts`.
 * For processes that tests start and kill, and for what runs before jest itself.
 */
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const { transformSync } = require('@swc/core');

const PACKAGES = path.resolve(__dirname, '../../packages');
const OPTIONS = {
  jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
  module: { type: 'commonjs' },
  sourceMaps: 'inline',
  swcrc: false,
};

require.extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(fs.readFileSync(filename, 'utf8'), { ...OPTIONS, filename });
  module._compile(code, filename);
};

const resolveFilename = Module._resolveFilename;
Module._resolveFilename = function resolveSource(request, ...rest) {
  const name = /^@memory-hub\/([a-z-]+)$/.exec(request)?.[1];
  const target = name === undefined ? request : path.join(PACKAGES, name, 'src/index.ts');
  return resolveFilename.call(this, target, ...rest);
};
