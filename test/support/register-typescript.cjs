/**
 * Lets a plain Node process run the sources: `node -r ./test/support/register-typescript.cjs some.fixture.ts`.
 * For processes that tests start and kill, and for what runs before jest itself.
 */
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const typescript = require('typescript');

const PACKAGES = path.resolve(__dirname, '../../packages');
const OPTIONS = {
  target: typescript.ScriptTarget.ES2023,
  module: typescript.ModuleKind.CommonJS,
  esModuleInterop: true,
  inlineSourceMap: true,
};

require.extensions['.ts'] = (module, filename) => {
  const source = fs.readFileSync(filename, 'utf8');
  const { outputText } = typescript.transpileModule(source, { compilerOptions: OPTIONS, fileName: filename });
  module._compile(outputText, filename);
};

const resolveFilename = Module._resolveFilename;
Module._resolveFilename = function resolveSource(request, ...rest) {
  const name = /^@memory-hub\/([a-z-]+)$/.exec(request)?.[1];
  const target = name === undefined ? request : path.join(PACKAGES, name, 'src/index.ts');
  return resolveFilename.call(this, target, ...rest);
};
