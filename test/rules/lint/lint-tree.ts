import { join } from 'node:path';
import { plantTree, type FixtureFiles } from '../fixture-tree';
import { ROOT, runToolForJson } from '../run-tool';

export interface Finding {
  readonly file: string;
  readonly rule: string | null;
  readonly message: string;
}

type EslintReport = { filePath: string; messages: { ruleId: string | null; message: string }[] }[];

const TREE_SETTINGS: FixtureFiles = {
  'eslint.config.mjs': `export { default } from '${join(ROOT, 'eslint.config.mjs')}';`,
  'tsconfig.json': JSON.stringify({
    extends: join(ROOT, 'tsconfig.base.json'),
    compilerOptions: { types: [], noEmit: true, experimentalDecorators: true, jsx: 'preserve' },
    include: ['**/*.ts', '**/*.tsx'],
  }),
  'globals.d.ts': [
    'declare const process: { env: Record<string, string | undefined> };',
    'declare const console: { log(text: string): void };',
    'declare function it(name: string, test: () => void): void;',
    'declare namespace it { function skip(name: string, test: () => void): void; }',
    'declare function expect(value: unknown): { toBe(value: unknown): void };',
  ].join('\n'),
};

/** Lints files in a folder of their own with the workspace's configuration. */
export async function lintTree(files: FixtureFiles): Promise<Finding[]> {
  const tree = await plantTree({ ...TREE_SETTINGS, ...files });
  try {
    const report = (await runToolForJson({
      script: 'node_modules/eslint/bin/eslint.js',
      args: ['--format', 'json', ...Object.keys(files)],
      cwd: tree.root,
    })) as EslintReport;
    return report.flatMap(({ filePath, messages }) =>
      messages.map(({ ruleId, message }) => ({
        file: filePath.slice(tree.root.length + 1),
        rule: ruleId,
        message,
      })),
    );
  } finally {
    await tree.remove();
  }
}
