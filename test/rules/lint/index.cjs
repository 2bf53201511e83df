/** Our own lint rules. Each has a seeded fault in `../lint-rules.spec.ts`. */
module.exports = {
  rules: {
    'endpoint-must-authorize': require('./endpoint-must-authorize.cjs'),
    'file-name': require('./file-name.cjs'),
    'import-only-from': require('./import-only-from.cjs'),
    'max-params': require('./max-params.cjs'),
    'test-must-assert': require('./test-must-assert.cjs'),
  },
};
