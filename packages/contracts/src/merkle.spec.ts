import fc from 'fast-check';
import {
  buildTree,
  diffTrees,
  digestOf,
  flattenTree,
  isIntactTree,
  treeBytes,
  type MerkleFile,
  type MerkleTree,
} from './merkle';

const text = (content: string) => new TextEncoder().encode(content);
const files = (contents: Record<string, string>): MerkleFile[] =>
  Object.entries(contents).map(([path, content]) => ({ path, bytes: text(content) }));

/** Names as people and attackers write them, but for those that a path cannot hold. */
const name = fc
  .oneof(
    fc.constantFrom(
      'a',
      'b',
      'SKILL.md',
      '断路器',
      'é',
      'e\u0301',
      '😀',
      '\uffee',
      '__proto__',
      'constructor',
      'a b',
      'a\nb',
      'a\tb',
    ),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }),
  )
  .filter((one) => !/[/\0]/.test(one) && one !== '.' && one !== '..');
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
const folder = fc
  .dictionary(path, fc.string({ maxLength: 4 }), { maxKeys: 12 })
  .map((contents) => new Map(Object.entries(contents)))
  .map((contents) => {
    const paths = [...contents.keys()];
    return new Map([...contents].filter(([one]) => !paths.some((other) => other.startsWith(`${one}/`))));
  });
const toFiles = (contents: ReadonlyMap<string, string>): MerkleFile[] =>
  [...contents].map(([one, content]) => ({ path: one, bytes: text(content) }));

describe('a tree of files', () => {
  it('has documented bytes and digests that stay the same for ever', () => {
    const tree = buildTree(files({ 'SKILL.md': 'hello\n', 'scripts/run.sh': 'exit 0\n' }));
    const hello = digestOf('hello\n');
    const scripts = digestOf(`memory-hub tree 1\nblob ${digestOf('exit 0\n')}\trun.sh\0`);
    expect(hello).toBe('5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03');
    expect(tree.root).toBe(
      digestOf(`memory-hub tree 1\nblob ${hello}\tSKILL.md\0tree ${scripts}\tscripts\0`),
    );
    expect(tree.trees.get(tree.root)).toEqual([
      { name: 'SKILL.md', kind: 'blob', digest: hello, size: 6 },
      { name: 'scripts', kind: 'tree', digest: scripts, size: 7 },
    ]);
    expect(buildTree([]).root).toBe(digestOf('memory-hub tree 1\n'));
  });

  it('orders names by their UTF-8 bytes', () => {
    const tree = buildTree(files({ '😀': '1', '\uffee': '2', b: '3', B: '4' }));
    expect(flattenTree(tree).map((file) => file.path)).toEqual(['B', 'b', '\uffee', '😀']);
  });

  it('gives its files back, whatever order they came in', () => {
    fc.assert(
      fc.property(folder, fc.nat(), (contents, turn) => {
        const given = toFiles(contents);
        const turned = [
          ...given.slice(turn % (given.length + 1)),
          ...given.slice(0, turn % (given.length + 1)),
        ];
        const tree = buildTree(turned);
        expect(tree.root).toBe(buildTree(given).root);
        const back = flattenTree(tree).map((file) => [
          file.path,
          new TextDecoder().decode(tree.blobs.get(file.digest)),
        ]);
        expect(new Map(back as [string, string][])).toEqual(contents);
        expect(isIntactTree(tree)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('has another digest as soon as a path or a byte is another', () => {
    fc.assert(
      fc.property(folder, folder, (one, other) => {
        const same = JSON.stringify([...one].sort()) === JSON.stringify([...other].sort());
        expect(buildTree(toFiles(one)).root === buildTree(toFiles(other)).root).toBe(same);
      }),
      { numRuns: 300 },
    );
  });

  it('never takes a file for the folder that it imitates', () => {
    const inner = buildTree(files({ x: '1' }));
    const bytes = treeBytes(inner.trees.get(inner.root) ?? []);
    const asFolder = buildTree(files({ 'a/x': '1' }));
    const asFile = buildTree([{ path: 'a', bytes }]);
    expect(digestOf(bytes)).toBe(inner.root);
    expect(asFile.root).not.toBe(asFolder.root);
  });

  it.each(['', '/a', 'a/', 'a//b', './a', 'a/../b', '..', 'a\0b', '\ud800', Array(70).fill('a').join('/')])(
    'refuses the path %j and says which file it is',
    (bad) => {
      expect(() => buildTree([...files({ ok: '' }), { path: bad, bytes: text('') }])).toThrow(
        expect.objectContaining({ code: 'VALIDATION_FAILED', path: ['files', 1, 'path'] }),
      );
    },
  );

  it.each([
    ['a', 'a'],
    ['a', 'a/b'],
    ['a/b', 'a'],
    ['a/b/c', 'a/b'],
  ])('refuses %s beside %s', (first, second) => {
    const twice = [first, second].map((one) => ({ path: one, bytes: text('') }));
    expect(() => buildTree(twice)).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }));
  });

  it('leaves its input as it is', () => {
    const given = Object.freeze(files({ b: '2', a: '1' }).map((file) => Object.freeze(file)));
    expect(() => buildTree(given)).not.toThrow();
    expect(given.map((file) => file.path)).toEqual(['b', 'a']);
  });
});

describe('the difference of two trees', () => {
  it('names what was added, removed and changed', () => {
    const before = buildTree(files({ 'SKILL.md': '1', 'scripts/a.sh': '1', 'scripts/b.sh': '1', same: '1' }));
    const after = buildTree(files({ 'SKILL.md': '2', 'scripts/a.sh': '1', 'scripts/c.sh': '1', same: '1' }));
    expect(diffTrees(before, after).map(({ path: one, change }) => [one, change])).toEqual([
      ['SKILL.md', 'changed'],
      ['scripts/b.sh', 'removed'],
      ['scripts/c.sh', 'added'],
    ]);
    expect(diffTrees(before, after)[0]).toEqual({
      path: 'SKILL.md',
      change: 'changed',
      before: digestOf('1'),
      after: digestOf('2'),
    });
  });

  it('takes a file that becomes a folder as removed and added', () => {
    const changes = diffTrees(buildTree(files({ a: '1' })), buildTree(files({ 'a/b': '1' })));
    expect(changes.map(({ path: one, change }) => [one, change])).toEqual([
      ['a', 'removed'],
      ['a/b', 'added'],
    ]);
  });

  it('agrees with comparing all files, in both directions and without a base', () => {
    fc.assert(
      fc.property(folder, folder, (one, other) => {
        const [before, after] = [buildTree(toFiles(one)), buildTree(toFiles(other))];
        const expected = [...new Set([...one.keys(), ...other.keys()])].filter(
          (key) => one.get(key) !== other.get(key),
        );
        expect(
          diffTrees(before, after)
            .map((change) => change.path)
            .sort(),
        ).toEqual(expected.sort());
        expect(diffTrees(null, after).map((change) => change.change)).toEqual([...other].map(() => 'added'));
        expect(diffTrees(before, null).map((change) => change.change)).toEqual([...one].map(() => 'removed'));
        expect(diffTrees(before, before)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a damaged store', () => {
  const tree = buildTree(files({ 'a/b': '1' }));

  it('is reported when a folder is missing', () => {
    const torn: MerkleTree = {
      root: tree.root,
      trees: new Map([...tree.trees].filter(([digest]) => digest === tree.root)),
    };
    expect(() => flattenTree(torn)).toThrow(expect.objectContaining({ code: 'INTERNAL' }));
    expect(() => diffTrees(null, torn)).toThrow(expect.objectContaining({ code: 'INTERNAL' }));
    expect(isIntactTree(torn)).toBe(false);
  });

  it('is noticed when an entry was changed', () => {
    const entries = (tree.trees.get(tree.root) ?? []).map((entry) => ({ ...entry, name: 'z' }));
    expect(isIntactTree({ root: tree.root, trees: new Map([...tree.trees, [tree.root, entries]]) })).toBe(
      false,
    );
  });

  it('does not send the reader in circles', () => {
    const loop: MerkleTree = {
      root: 'r',
      trees: new Map([['r', [{ name: 'a', kind: 'tree', digest: 'r', size: 0 }]]]),
    };
    expect(() => flattenTree(loop)).toThrow(expect.objectContaining({ code: 'INTERNAL' }));
    expect(isIntactTree(loop)).toBe(false);
  });
});
