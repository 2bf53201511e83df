import { commonFolder, frontMatterOf, sortFiles, toInputs, toSkillFile } from './skill-files';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('the files of a skill', () => {
  it('are text when they are UTF-8, and bytes when they are not', () => {
    expect(toSkillFile('a.md', bytes('先回放一遍'))).toMatchObject({
      text: '先回放一遍',
      base64: null,
      bytes: 15,
    });
    expect(toSkillFile('a.png', new Uint8Array([0x89, 0x50, 0xff]))).toMatchObject({
      text: null,
      base64: 'iVD/',
    });
    expect(toSkillFile('a.bin', new Uint8Array([0]))).toMatchObject({ text: null, base64: 'AA==' });
  });

  it('keep a byte order mark, because digests are over the bytes', () => {
    expect(toSkillFile('a.md', new Uint8Array([0xef, 0xbb, 0xbf, 0x61])).text).toBe('\ufeffa');
  });

  it('lose the name of the folder they came in', () => {
    expect(commonFolder(['my-skill/SKILL.md', 'my-skill/references/a.md'])).toBe('my-skill/');
    expect(commonFolder(['SKILL.md'])).toBe('');
    expect(commonFolder(['a/SKILL.md', 'b/x.md'])).toBe('');
  });

  it('start with SKILL.md', () => {
    const files = ['b.md', 'SKILL.md', 'a.md'].map((path) => toSkillFile(path, bytes('')));
    expect(sortFiles(files).map(({ path }) => path)).toEqual(['SKILL.md', 'a.md', 'b.md']);
  });

  it('are sent as text or base64, never both', () => {
    expect(toInputs([toSkillFile('a', bytes('x')), toSkillFile('b', new Uint8Array([0]))])).toEqual([
      { path: 'a', text: 'x' },
      { path: 'b', base64: 'AA==' },
    ]);
  });
});

describe('the front matter', () => {
  const skill = (text: string) => [toSkillFile('SKILL.md', bytes(text))];

  it('gives name and description, quotes and line ends aside', () => {
    expect(
      frontMatterOf(
        skill('---\r\nname: safe-migrations\r\ndescription: "Change a live schema"\r\n---\r\n# x'),
      ),
    ).toEqual({
      name: 'safe-migrations',
      description: 'Change a live schema',
    });
  });

  it('is nothing without a block or a SKILL.md', () => {
    expect(frontMatterOf(skill('# Only a heading'))).toBeNull();
    expect(frontMatterOf([])).toBeNull();
  });
});
