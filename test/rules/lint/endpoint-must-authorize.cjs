const { sourcePath } = require('./source-path.cjs');

const GRAPHQL = new Set(['Query', 'Mutation', 'Subscription']);
const HTTP = new Set(['Get', 'Post', 'Put', 'Patch', 'Delete', 'Head', 'Options', 'All', 'Sse']);
const TOOL = new Set(['McpTool', 'Tool']);
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
  return classNode.body.body.filter((member) => member.type === 'MethodDefinition');
}

/** The nodes that must say who may enter, each with the nodes that may say it for them. */
function entrancesOf(classNode, path) {
  const methods = methodsOf(classNode);
  const tools = methods.filter((method) => carries(method, TOOL));
  const isToolClass = carries(classNode, TOOL) || (TOOL_FILE.test(path) && tools.length === 0);
  return [
    ...methods.filter((method) => carries(method, GRAPHQL)).map((method) => ({ node: method, on: [method] })),
    ...methods
      .filter((method) => carries(method, HTTP))
      .map((method) => ({ node: method, on: [method, classNode] })),
    ...tools.map((method) => ({ node: method, on: [method] })),
    ...(isToolClass ? [{ node: classNode, on: [classNode] }] : []),
  ];
}

/** @returns undefined when the entrance is guarded, else the id of the message. */
function faultOf(nodes) {
  const guards = nodes
    .flatMap(decoratorCalls)
    .filter(({ name }) => name === 'Authorize' || name === 'Public');
  if (guards.length === 0) return 'unguarded';
  if (new Set(guards.map(({ name }) => name)).size > 1) return 'contradiction';
  const complete = guards.every(({ name, args, called }) => called && (name === 'Public' || args > 0));
  return complete ? undefined : 'incomplete';
}

const rule = {
  meta: {
    type: 'problem',
    docs: { description: 'Every query, mutation, subscription, tool and HTTP handler says who may enter.' },
    schema: [],
    messages: {
      unguarded:
        '"{{name}}" is open to everyone. Add @Authorize(action, subject), or @Public() if that is meant.',
      contradiction: '"{{name}}" carries @Authorize and @Public. Keep one.',
      incomplete:
        '"{{name}}" needs @Authorize(action, subject) or @Public(), with its parentheses and arguments.',
    },
  },
  create(context) {
    const path = sourcePath(context);
    function check(classNode) {
      for (const { node, on } of entrancesOf(classNode, path)) {
        const messageId = faultOf(on);
        if (messageId === undefined) continue;
        const name = node.key?.name ?? node.id?.name ?? 'this class';
        context.report({ node: node.key ?? node.id ?? node, messageId, data: { name } });
      }
    }
    return { ClassDeclaration: check, ClassExpression: check };
  },
};

module.exports = rule;
