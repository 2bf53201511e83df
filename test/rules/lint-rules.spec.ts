import { join } from 'node:path';
import { CLEAN_SOURCES } from './lint/clean-sources';
import { lintTree, type Finding } from './lint/lint-tree';
import { SEEDED_LINT_FAULTS, SWITCHED_OFF } from './lint/seeded-faults';

/** A tool that reads a whole tree may wait for a busy machine. */
jest.setTimeout(180_000);

function ownRules(): string[] {
  const { rules } = jest.requireActual<{ rules: Record<string, unknown> }>(join(__dirname, 'lint/index.cjs'));
  return Object.keys(rules).map((name) => `workspace/${name}`);
}

describe('lint rules', () => {
  it('pass sources that keep them', async () => {
    expect(await lintTree(CLEAN_SOURCES)).toEqual([]);
  });

  it('cannot be switched off by a comment', async () => {
    const found = await lintTree(SWITCHED_OFF);

    expect(found).toContainEqual(expect.objectContaining({ rule: '@typescript-eslint/no-explicit-any' }));
  });

  describe('on sources with seeded faults', () => {
    let found: Finding[];
    beforeAll(async () => {
      found = await lintTree(Object.fromEntries(SEEDED_LINT_FAULTS.map(({ file, text }) => [file, text])));
    });

    it.each(SEEDED_LINT_FAULTS)('$rule catches $what', ({ rule, file }) => {
      expect(found).toContainEqual(expect.objectContaining({ rule, file }));
    });

    it('put one fault into one file', () => {
      expect(new Set(SEEDED_LINT_FAULTS.map(({ file }) => file)).size).toBe(SEEDED_LINT_FAULTS.length);
    });

    it('seed a fault for every rule of our own', () => {
      expect([...new Set(SEEDED_LINT_FAULTS.map(({ rule }) => rule))]).toEqual(
        expect.arrayContaining(ownRules()),
      );
    });
  });
});
