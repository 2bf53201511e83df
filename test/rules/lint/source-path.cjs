const path = require('node:path');

/** Path of the linted file below the folder ESLint runs in, with forward slashes on every system. */
function sourcePath(context) {
  return path.relative(context.cwd, context.filename).split(path.sep).join('/');
}

module.exports = { sourcePath };
