const MAX = 4;

/** Parameters a caller passes: a TypeScript `this` parameter is none of them. */
function passedParams(node) {
  return node.params.filter((param) => !(param.type === 'Identifier' && param.name === 'this'));
}

/** The framework calls these constructors; a long list there is a list of dependencies, not of arguments. */
function isInjectedConstructor(node) {
  const method = node.parent;
  if (method.type !== 'MethodDefinition' || method.kind !== 'constructor') return false;
  return (method.parent.parent.decorators ?? []).length > 0;
}

const rule = {
  meta: {
    type: 'suggestion',
    docs: {
      description: `A function takes at most ${MAX} parameters; constructors of decorated classes may take more.`,
    },
    schema: [],
    messages: { tooMany: '{{count}} parameters; at most {{max}}. Pass an object with named fields.' },
  },
  create(context) {
    function check(node) {
      const count = passedParams(node).length;
      if (count <= MAX || isInjectedConstructor(node)) return;
      context.report({ node, loc: node.params[MAX].loc, messageId: 'tooMany', data: { count, max: MAX } });
    }
    return { FunctionDeclaration: check, FunctionExpression: check, ArrowFunctionExpression: check };
  },
};

module.exports = rule;
