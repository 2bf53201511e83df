import { AssetKinds } from '../../asset-kinds';
import { SkillStrategy } from './skill.strategy';

const strategy = new SkillStrategy(new AssetKinds());
const files = (front: string, body = '# Title\n\nDo it.', more: Readonly<Record<string, string>> = {}) =>
  Object.entries({ 'SKILL.md': `---\n${front}\n---\n\n${body}\n`, ...more }).map(([path, text]) => ({
    path,
    bytes: Buffer.from(text),
  }));
const plain = 'name: to-do\ndescription: Does it.';

describe('the skill kind', () => {
  it('takes name, title and description from SKILL.md', () => {
    expect(strategy.summarise(files(plain, '# 写周报\n\n先汇总。'))).toEqual({
      name: 'to-do',
      title: '写周报',
      description: 'Does it.',
    });
  });

  it('gives nothing secret, and nothing that is not shown, to what is derived from the files', () => {
    const secret = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD';
    const given = files(
      `name: to-do\ndescription: Calls with ${secret} when asked.`,
      `# Title\u202e ${secret}\u001b[31m\n\n## Part ${secret}\n\nUse ${secret}.`,
    );
    const derived = [
      ...Object.values(strategy.summarise(given)),
      ...strategy.pieces(given).flatMap(({ title, body }) => [title, body]),
      strategy.expose(given, 'summary'),
    ];
    for (const text of derived) expect(text).not.toContain(secret);
    expect(strategy.summarise(given).title).toMatch(/^Title [^\u001b]+$/);
    expect(
      strategy
        .pieces(given)
        .map(({ title }) => title)
        .join(''),
    ).not.toMatch(/[\u202e\u001b]/);
  });

  it('stores the skill’s own folder without leftovers', () => {
    const packed = [
      ...files(plain).map((file) => ({ ...file, path: `x/to-do/${file.path}` })),
      { path: '__MACOSX/x', bytes: new Uint8Array([0]) },
    ];
    expect(strategy.prepare(packed).map(({ path }) => path)).toEqual(['SKILL.md']);
  });

  it('says where and what is wrong', () => {
    expect(() => strategy.summarise(files('name: To Do\ndescription: Does it.'))).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_FAILED',
        path: ['files', 0],
        message: expect.stringMatching(/^SKILL\.md:2.*name/) as string,
      }),
    );
  });

  it('keeps secrets to their own check, and reports wider tools against the live revision', () => {
    const live = files(`${plain}\nallowed-tools: Read`);
    const proposed = files(
      `${plain}\nallowed-tools: Read Bash(rm:*)`,
      `Use \`ghp_${'x1Y2z3W4'.repeat(5)}\`.`,
    );
    const rules = (name: 'schema' | 'secrets' | 'safety', published: typeof live | null) =>
      strategy.check(name, proposed, published).map(({ rule }) => rule);
    expect(rules('secrets', live)).toEqual(['secret']);
    expect(rules('safety', live)).toEqual(['allowed-tools']);
    expect(rules('safety', null)).toEqual([]);
    expect(rules('schema', live)).toEqual([]);
  });

  it('gives an agent the instructions inline and the description as a summary', () => {
    expect(strategy.expose(files(plain), 'inline')).toBe('# Title\n\nDo it.');
    expect(strategy.expose(files(plain), 'summary')).toBe('Does it.');
    expect(strategy.expose(files(plain), 'tool')).toBe('');
  });

  it('cuts every text file into pieces with their path', () => {
    const pieces = strategy.pieces(
      files(plain, '# Title\n\nDo it.', { 'references/more.md': '# More\n\nDetails.' }),
    );
    expect(pieces.map(({ title, path }) => [title, path])).toEqual(
      expect.arrayContaining([
        ['Title', 'SKILL.md'],
        ['More', 'references/more.md'],
      ]),
    );
  });
});
