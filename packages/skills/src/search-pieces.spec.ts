import fc from 'fast-check';
import { skillChunks, summariseSkill } from './search-pieces';
import { filesOf } from './skill.fixture';
import { estimateTokens } from './tokens';

const visible = (text: string) => text.replace(/\s/g, '');

describe('pieces for search', () => {
  it('are cut by heading and carry the headings above', () => {
    const text =
      '---\nname: a\n---\nIntro.\n\n# One\n\nText one.\n\n## Two\n\nText two.\n\n```sh\n# no heading\n```\n\n# Three #\n\nText three.\n';
    expect(skillChunks(filesOf({ 'SKILL.md': text }))).toEqual([
      { path: 'SKILL.md', heading: null, text: '---\nname: a\n---\nIntro.' },
      { path: 'SKILL.md', heading: 'One', text: '# One\n\nText one.' },
      { path: 'SKILL.md', heading: 'One › Two', text: '## Two\n\nText two.\n\n```sh\n# no heading\n```' },
      { path: 'SKILL.md', heading: 'Three', text: '# Three #\n\nText three.' },
    ]);
  });

  it('of other text files have no heading; files that are no text have no piece', () => {
    const pieces = skillChunks(
      filesOf({ 'run.py': '# not a heading\nprint(1)\n', 'a.png': Uint8Array.from([0x89, 0]) }),
    );
    expect(pieces).toEqual([{ path: 'run.py', heading: null, text: '# not a heading\nprint(1)' }]);
  });

  it('hold all visible text once, none longer than the limit, none with half a character', () => {
    const word = fc.constantFrom(
      'word',
      '中文',
      '😀',
      '👩‍💻',
      '# H',
      '\n',
      '\n\n',
      ' ',
      'x'.repeat(700),
      '好'.repeat(1_300),
      '😀'.repeat(700),
      '```\n',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 40 }), fc.constantFrom('a.md', 'a.txt'), (words, path) => {
        const text = words.join('');
        const pieces = skillChunks(filesOf({ [path]: text }));
        expect(visible(pieces.map((piece) => piece.text).join(''))).toBe(visible(text));
        expect(
          pieces.every((piece) => piece.text.length <= 1_200 && !/[\ud800-\udfff]/u.test(piece.text)),
        ).toBe(true);
        expect(pieces.every((piece) => piece.text.trim() !== '')).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('are not cut within a character that people see', () => {
    const pieces = skillChunks(filesOf({ 'a.txt': '👨‍👩‍👧‍👦'.repeat(400) }));
    expect(pieces.every((piece) => piece.text.startsWith('👨') && piece.text.endsWith('👦'))).toBe(true);
  });
});

describe('the summary', () => {
  it('is the first heading, the description and a guess of tokens', () => {
    const skill = { name: 'pdf-tools', description: 'Reads PDF.', body: '## Not this\n\n# 处理 PDF\n\ntext' };
    expect(summariseSkill(skill)).toEqual({
      title: '处理 PDF',
      description: 'Reads PDF.',
      tokens: estimateTokens(skill.body),
    });
    expect(summariseSkill({ ...skill, body: 'no heading' }).title).toBe('pdf-tools');
  });

  it.each([
    ['', 0],
    ['abcd', 1],
    ['abcde', 2],
    ['中文字', 3],
    ['カタカナ', 4],
    ['中文 abc', 3],
  ])('counts %j as %s tokens', (text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens);
  });
});
