/**
 * Runs after the generator: gives every document a module of its own, so that a page carries only what it sends, and
 * writes its fragments out, so that a query is as deep as it looks to the hub's limits.
 * Reads `src/generated/graphql.ts` and leaves `types.ts`, `documents/*.ts` and `all.ts` in its place.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  Kind,
  buildSchema,
  getNamedType,
  isAbstractType,
  parse,
  print,
  stripIgnoredCharacters,
} from 'graphql';

const DOCUMENT =
  /^export const (\w+) = new TypedDocumentString\(`([\s\S]*?)`(?:, \{.*?\})?\) as unknown as TypedDocumentString<([^\n]+)>;$/gm;
const DECORATION = /^import type \{ DocumentTypeDecoration \}[^\n]*\n/m;
const CLASS = /^export class TypedDocumentString<[\s\S]*?^\}\n/m;

const root = path.dirname(fileURLToPath(import.meta.url));
const generated = path.join(root, 'src', 'generated');
const schema = buildSchema(
  readFileSync(path.join(root, '..', '..', 'apps', 'api', 'schema.graphql'), 'utf8'),
);

const source = readFileSync(path.join(generated, 'graphql.ts'), 'utf8');
const documents = [...source.matchAll(DOCUMENT)]
  .filter(([, name]) => name.endsWith('Document'))
  .map(([, name, text, types]) => ({ name, text: flat(text), types, file: fileOf(name) }));
if (documents.length === 0) throw new Error('The generator wrote no document that this script recognises.');

rmSync(path.join(generated, 'documents'), { recursive: true, force: true });
mkdirSync(path.join(generated, 'documents'));
for (const { name, text, types, file } of documents) {
  write(`documents/${file}.ts`, [
    "import { TypedDocumentString } from '../../typed-document';",
    `import type { ${types} } from '../types';`,
    '',
    `export const ${name} = new TypedDocumentString<${types}>(${JSON.stringify(text)});`,
    '',
  ]);
}
write('types.ts', [source.replace(DOCUMENT, '').replace(CLASS, '').replace(DECORATION, '')]);
write('all.ts', [
  "export * from './types';",
  ...documents.map(({ file }) => `export * from './documents/${file}';`),
  '',
]);
for (const leftOver of ['graphql.ts', 'gql.ts', 'index.ts'])
  rmSync(path.join(generated, leftOver), { force: true });

function write(name, lines) {
  writeFileSync(path.join(generated, name), lines.join('\n'));
}

function fileOf(name) {
  return name
    .replace(/Document$/, '')
    .replace(/[A-Z]/g, (letter, at) => `${at === 0 ? '' : '-'}${letter.toLowerCase()}`);
}

/** One operation without fragments and without white space. */
function flat(text) {
  const { definitions } = parse(text);
  const fragments = new Map(
    definitions
      .filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)
      .map((node) => [node.name.value, node]),
  );
  const operation = definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  const rootType = schema.getRootType(operation.operation);
  return stripIgnoredCharacters(
    print({ ...operation, selectionSet: flatSet(operation.selectionSet, rootType, fragments) }),
  );
}

function flatSet(set, type, fragments) {
  const selections = set.selections.flatMap((node) => {
    if (node.kind === Kind.FIELD) {
      if (node.selectionSet === undefined) return [node];
      const below = getNamedType(type.getFields()[node.name.value].type);
      return [{ ...node, selectionSet: flatSet(node.selectionSet, below, fragments) }];
    }
    const part = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node;
    const condition = schema.getType(part.typeCondition.name.value);
    const inner = flatSet(part.selectionSet, condition, fragments);
    const applies = condition === type || (isAbstractType(condition) && schema.isSubType(condition, type));
    if (applies) return inner.selections;
    return [
      { kind: Kind.INLINE_FRAGMENT, typeCondition: part.typeCondition, directives: [], selectionSet: inner },
    ];
  });
  return { ...set, selections };
}
