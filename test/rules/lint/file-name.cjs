const { sourcePath } = require('./source-path.cjs');

/** A name that says nothing about its content attracts everything: `text.utils.ts`, `helpers.ts`, `shared/`. */
const EMPTY_FILE_NAME = /(^|[.-])(utils?|helpers?|common|shared|lib|misc)$/;

const rule = {
  meta: {
    type: 'suggestion',
    docs: { description: 'A file is named for what it does.' },
    schema: [],
    messages: {
      empty:
        '"{{name}}" does not say what is inside. Name the file for its job, or put the code where it is used.',
    },
  },
  create(context) {
    const name = sourcePath(context).split('/').at(-1) ?? '';
    const stem = name.replace(/(\.d)?\.[cm]?[jt]sx?$/, '').replace(/\.(int\.)?(spec|fixture)$/, '');
    if (!EMPTY_FILE_NAME.test(stem)) return {};
    return { Program: (node) => context.report({ node, messageId: 'empty', data: { name } }) };
  },
};

module.exports = rule;
