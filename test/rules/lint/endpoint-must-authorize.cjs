const { sourcePath } = require('./source-path.cjs');

const OPERATION = new Set(['Query', 'Mutation', 'Subscription']);
const TOOL = new Set(['McpTool']);
const TOOL_FILE = /(^|\/)mcp\/(.+\/)?[^/]+\.tool\.ts$/;

function decoratorCalls(node) {
  return (node.decorators ?? []).map(({ expression }) =>
    expression.type === 'CallExpression'
      ? { name: expression.callee.name, args: expression.arguments.length, called: true }
      : { name: expression.name, args: 0, called: false },
  );
}

function carries(node, names) {
  return decoratorCalls(node).some(({ name }) => names.has(name));
}

function methodsOf(classNode) {
  return classNode.body.body.filter(
    (member) => member.type === 'MethodDefinition' && member.kind === 'method',
  );
}

/** The gateway reads the guard of a tool from its `call`; a tool without one is reported as a whole. */
function toolEntrance(classNode, path) {
  const call = methodsOf(classNode).find(({ key }) => key.name === 'call');
  if (carries(classNode, TOOL)) return [call ?? classNode];
  return TOOL_FILE.test(path) && call !== undefined ? [call] : [];
}

/** Nodes through which the outside comes in; each says itself who may. */
function entrancesOf(classNode, path) {
  const operations = methodsOf(classNode).filter((method) => carries(method, OPERATION));
  return [...operations, ...toolEntrance(classNode, path)];
}

/** @returns undefined when the entrance is guarded, else the id of the message. */
function faultOf(node) {
  const guards = decoratorCalls(node).filter(({ name }) => name === 'Authorize' || name === 'Public');
  if (guards.length === 0) return 'unguarded';
  if (guards.length > 1) return 'contradiction';
  const complete = guards.every(({ name, args, called }) => called && (name === 'Public' || args > 0));
  return complete ? undefined : 'incomplete';
}

const rule = {
  meta: {
    type: 'problem',
    docs: { description: 'Every query, mutation, subscription and tool says who may enter.' },
    schema: [],
    messages: {
      unguarded:
        '"{{name}}" is open to everyone. Add @Authorize(action, subject), or @Public() if that is meant.',
      contradiction: '"{{name}}" carries more than one of @Authorize and @Public. Keep one.',
      incomplete:
        '"{{name}}" needs @Authorize(action, subject) or @Public(), with its parentheses and arguments.',
    },
  },
  create(context) {
    const path = sourcePath(context);
    function check(classNode) {
      for (const node of entrancesOf(classNode, path)) {
        const messageId = faultOf(node);
        if (messageId === undefined) continue;
        const name = node.key?.name ?? node.id?.name ?? 'this class';
        context.report({ node: node.key ?? node.id ?? node, messageId, data: { name } });
      }
    }
    return { ClassDeclaration: check, ClassExpression: check };
  },
};

module.exports = rule;
