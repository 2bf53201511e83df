const ASSERTION = /^(expect|assert|fail$|check[A-Z]|verify[A-Z])/;
const TEST = new Set(['it', 'test']);

/** `it(…)`, `it.each(…)(…)`, `test.concurrent(…)`: the first name of a chain of calls and members. */
function rootName(node) {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'MemberExpression') return rootName(node.object);
  if (node.type === 'CallExpression') return rootName(node.callee);
  if (node.type === 'TaggedTemplateExpression') return rootName(node.tag);
  return undefined;
}

function calledNames(callee) {
  if (callee.type === 'Identifier') return [callee.name];
  if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier') {
    return [callee.property.name, rootName(callee.object) ?? ''];
  }
  return [rootName(callee) ?? ''];
}

function isTestBody(node) {
  const call = node.parent;
  return call?.type === 'CallExpression' && call.arguments.includes(node) && TEST.has(rootName(call.callee));
}

const rule = {
  meta: {
    type: 'problem',
    docs: { description: 'A test expects something.' },
    schema: [],
    messages: { empty: 'This test cannot fail: it expects nothing.' },
  },
  create(context) {
    const open = [];
    function enter(node) {
      if (isTestBody(node)) open.push({ node, asserts: false });
    }
    function leave(node) {
      if (open.at(-1)?.node !== node) return;
      const { asserts } = open.pop();
      if (!asserts) context.report({ node: node.parent.callee, messageId: 'empty' });
    }
    return {
      FunctionExpression: enter,
      ArrowFunctionExpression: enter,
      'FunctionExpression:exit': leave,
      'ArrowFunctionExpression:exit': leave,
      CallExpression(node) {
        const test = open.at(-1);
        if (test && calledNames(node.callee).some((name) => ASSERTION.test(name))) test.asserts = true;
      },
    };
  },
};

module.exports = rule;
