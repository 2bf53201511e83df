const path = require('node:path');
const { PACKAGES } = require('./places.cjs');

/** Workspace packages resolve to their sources, so that import rules see files whether or not a build ran. */
module.exports = {
  resolve: {
    alias: Object.keys(PACKAGES).map((name) => ({
      name: `@memory-hub/${name}`,
      alias: path.resolve('packages', name, 'src/index.ts'),
      onlyModule: true,
    })),
  },
};
