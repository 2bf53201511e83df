import { LIMITS } from '@memory-hub/contracts';
import { filesOf } from '../skill.fixture';
import { checkPaths, checkSize } from './paths';
import { isLeftover, locateSkillRoot } from './root';

const nothing = new Uint8Array();
const at = (...paths: string[]) => paths.map((path) => ({ path, bytes: nothing }));

describe('a path of an archive', () => {
  it.each([
    '../evil.sh',
    'a/../../evil.sh',
    'a/..',
    './a',
    'a//b',
    'a/',
    '',
    '/etc/passwd',
    '\\\\server\\share',
    'a\\b',
    '..\\evil.sh',
    'C:/Windows/x',
    'c:x',
    'a\0.md',
    'a\nb.md',
    'a\u202egnp.exe',
    'a\u200b.md',
    'x:stream',
    'a?.md',
    'CON',
    'aux.md',
    'a/NUL.txt',
    'com1.sh',
    'a./b',
    'a ',
    ' a',
    '\ud800.md',
    '．．/evil.sh',
    '．．／evil.sh',
    '／etc/passwd',
    'x'.repeat(256),
    '好'.repeat(86),
    `${'d/'.repeat(40)}x`,
    `${'dddddddddddddddddddddddddddddddddddddddd/'.repeat(26)}x`,
  ])('%j is refused, and named', (path) => {
    const [found] = checkPaths(at('ok.md', path));
    expect(found).toMatchObject({ rule: 'unsafe-path', severity: 'error', path });
    expect(found?.message).not.toMatch(/[\0\u202e\u200b\n]/);
  });

  it.each([
    'SKILL.md',
    'scripts/run.py',
    '参考/断路器自动恢复.md',
    'A／B测试.md',
    'é.md',
    'a..b.md',
    '...md',
    '.hidden/file',
    'a b (1).md',
    'console.md',
    'x'.repeat(255),
  ])('%j is fine', (path) => {
    expect(checkPaths(at(path))).toEqual([]);
  });

  it.each([
    ['a.md', 'A.md'],
    ['é.md', 'e\u0301.md'],
    ['straße.md', 'STRASSE.md'],
    ['a', 'a'],
    ['Scripts', 'scripts/run.sh'],
    ['a/b', 'a/b/c'],
  ])('%j beside %j is one name on some disks', (first, second) => {
    const found = checkPaths(at(first, second));
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ rule: 'duplicate-path', severity: 'error' });
  });

  it('two Chinese titles stay two files', () => {
    expect(checkPaths(at('大语言模型概述.md', '断路器自动恢复.md'))).toEqual([]);
  });

  it('a link or a device is refused', () => {
    expect(checkPaths([{ path: 'a', bytes: nothing, entry: 'symlink' }])[0]?.message).toMatch(
      /symbolic link/,
    );
    expect(checkPaths([{ path: 'a', bytes: nothing, entry: 'device' }])[0]?.message).toMatch(/device/);
    expect(checkPaths([{ path: 'a', bytes: nothing, entry: 'file' }])).toEqual([]);
  });
});

describe('the size of a skill', () => {
  it('has a limit of files and of bytes', () => {
    const many = Array.from({ length: LIMITS.skillFiles + 1 }, (_, index) => ({
      path: `f${index}`,
      bytes: nothing,
    }));
    expect(checkSize(many)).toEqual([expect.objectContaining({ rule: 'too-many-files', severity: 'error' })]);
    expect(checkSize(many.slice(1))).toEqual([]);
    const big = [{ path: 'a', bytes: new Uint8Array(LIMITS.skillBytes + 1) }];
    expect(checkSize(big)).toEqual([expect.objectContaining({ rule: 'too-large', severity: 'error' })]);
  });
});

describe('the folder of a skill', () => {
  it.each([
    [['SKILL.md', 'scripts/a.sh'], ''],
    [['pdf/SKILL.md', 'pdf/scripts/a.sh'], 'pdf/'],
    [['repo-main/pdf/SKILL.md', 'repo-main/README.md'], 'repo-main/pdf/'],
    [['pdf/SKILL.md', '__MACOSX/pdf/._SKILL.md', '.DS_Store'], 'pdf/'],
    [['__MACOSX/SKILL.md', 'a/b/SKILL.md'], 'a/b/'],
    [['SKILL.md', 'examples/other/SKILL.md'], ''],
    [['a/SKILL.md', 'a/deep/er/SKILL.md'], 'a/'],
  ])('in %j is %j', (paths, root) => {
    expect(locateSkillRoot(at(...paths))).toEqual({ found: true, root });
  });

  it.each([
    [[], /There is no SKILL.md/],
    [['README.md'], /There is no SKILL.md/],
    [['pdf/skill.md'], /must be called "SKILL.md"/],
    [['a/b/c/SKILL.md'], /more than 2 folders deep/],
    [['a/SKILL.md', 'b/SKILL.md'], /several skills: "a\/", "b\/"/],
    [['ab/SKILL.md', 'abc/SKILL.md'], /several skills/],
    [['__MACOSX/SKILL.md'], /There is no SKILL.md/],
  ])('in %j is not clear', (paths, message) => {
    const located = locateSkillRoot(at(...paths));
    expect(located.found).toBe(false);
    expect(!located.found && located.finding.message).toMatch(message);
  });
});

describe('leftovers of systems', () => {
  it.each([
    '__MACOSX/a',
    'a/__MACOSX/b',
    '.DS_Store',
    'a/.DS_Store',
    'a/._b.md',
    'Thumbs.db',
    'a/desktop.ini',
    '.git/config',
  ])('%s is one', (path) => {
    expect(isLeftover(path)).toBe(true);
  });

  it.each(['SKILL.md', '.gitignore', 'MACOSX/a', 'thumbs.md', '_a.md', '.github/a.yml'])(
    '%s is none',
    (path) => {
      expect(isLeftover(path)).toBe(false);
      expect(filesOf({ [path]: '' })).toHaveLength(1);
    },
  );
});
