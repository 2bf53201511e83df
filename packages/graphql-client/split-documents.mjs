/**
 * Runs after the generator: gives every document a module of its own, so that a page carries only the documents that it
 * sends. Reads `src/generated/graphql.ts` and leaves `types.ts`, `documents/*.ts` and `all.ts` in its place.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const DOCUMENT =
  /^export const (\w+) = new TypedDocumentString\([\s\S]*?\) as unknown as TypedDocumentString<([^\n]+)>;$/gm;

const DECORATION = /^import type \{ DocumentTypeDecoration \}[^\n]*\n/m;
const CLASS = /^export class TypedDocumentString<[\s\S]*?^\}\n/m;

const generated = path.join(path.dirname(fileURLToPath(import.meta.url)), 'src', 'generated');
const source = readFileSync(path.join(generated, 'graphql.ts'), 'utf8');
const documents = [...source.matchAll(DOCUMENT)].filter(([, name]) => name.endsWith('Document'));
if (documents.length === 0) throw new Error('The generator wrote no document that this script recognises.');

rmSync(path.join(generated, 'documents'), { recursive: true, force: true });
mkdirSync(path.join(generated, 'documents'));
for (const [text, name, types] of documents) {
  const used = types
    .split(',')
    .map((type) => type.trim())
    .join(', ');
  const body = [
    "import { TypedDocumentString } from '../../typed-document';",
    `import type { ${used} } from '../types';`,
    '',
    text.replace(') as unknown as TypedDocumentString<', ') as TypedDocumentString<'),
    '',
  ].join('\n');
  writeFileSync(path.join(generated, 'documents', `${fileOf(name)}.ts`), body);
}
writeFileSync(
  path.join(generated, 'types.ts'),
  source.replace(DOCUMENT, '').replace(CLASS, '').replace(DECORATION, ''),
);
writeFileSync(
  path.join(generated, 'all.ts'),
  [
    "export * from './types';",
    ...documents.map(([, name]) => `export * from './documents/${fileOf(name)}';`),
    '',
  ].join('\n'),
);
for (const leftOver of ['graphql.ts', 'gql.ts', 'index.ts'])
  rmSync(path.join(generated, leftOver), { force: true });

function fileOf(name) {
  return name
    .replace(/Document$/, '')
    .replace(/[A-Z]/g, (letter, at) => `${at === 0 ? '' : '-'}${letter.toLowerCase()}`);
}
