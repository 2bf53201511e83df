const { sourcePath } = require('./source-path.cjs');

/** @returns names taken from a module; `undefined` when all of them are taken at once. */
function importedNames(node) {
  if (node.type === 'ExportAllDeclaration' || node.type === 'ImportExpression') return undefined;
  const names = node.specifiers.map((specifier) => {
    if (specifier.type === 'ImportSpecifier') return specifier.imported.name ?? specifier.imported.value;
    if (specifier.type === 'ExportSpecifier') return specifier.local.name ?? specifier.local.value;
    return undefined;
  });
  return names.includes(undefined) ? undefined : names;
}

/**
 * Keeps powerful names in named places.
 * Each option has `names` (guarded exports), `doors` (modules that export them, so that `import *` is caught as
 * well), `files` (modules guarded as a whole), `allow` (where they may be used) and `message`; all are patterns.
 */
const rule = {
  meta: {
    type: 'problem',
    docs: { description: 'Guarded names are imported from named places only.' },
    schema: [
      {
        type: 'array',
        items: {
          type: 'object',
          required: ['names', 'doors', 'allow', 'message'],
          additionalProperties: false,
          properties: {
            names: { type: 'string' },
            doors: { type: 'string' },
            files: { type: 'string' },
            allow: { type: 'string' },
            message: { type: 'string' },
          },
        },
      },
    ],
    messages: { guarded: '{{what}} may not be imported here. {{message}}' },
  },
  create(context) {
    const path = sourcePath(context);
    const guards = (context.options[0] ?? [])
      .filter(({ allow }) => !new RegExp(allow).test(path))
      .map(({ names, doors, files, message }) => ({
        names: new RegExp(names),
        doors: new RegExp(doors),
        files: files === undefined ? undefined : new RegExp(files),
        message,
      }));

    function check(node) {
      const source = node.source?.value;
      if (typeof source !== 'string') return;
      const names = importedNames(node);
      for (const guard of guards) {
        const found = names?.find((name) => guard.names.test(name));
        const whole = guard.files?.test(source) || (names === undefined && guard.doors.test(source));
        if (found === undefined && !whole) continue;
        const what = found === undefined ? `"${source}"` : `"${found}"`;
        context.report({ node, messageId: 'guarded', data: { what, message: guard.message } });
      }
    }
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};

module.exports = rule;
