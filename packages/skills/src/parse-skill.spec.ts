import type { Finding } from './finding';
import { parseSkill, type ParseOptions, type ParsedSkill, type Skill } from './parse-skill';
import { filesOf, skillMd } from './skill.fixture';

function parse(text: string, others: Record<string, string> = {}, options: ParseOptions = {}): ParsedSkill {
  return parseSkill(filesOf({ 'SKILL.md': text, ...others }), options);
}

function skillOf(parsed: ParsedSkill): Skill {
  if (!parsed.ok) throw new Error(parsed.findings.map(({ message }) => message).join('\n'));
  return parsed.skill;
}

function errorsOf(parsed: ParsedSkill): Finding[] {
  return parsed.findings.filter(({ severity }) => severity === 'error');
}

describe('a valid skill', () => {
  const text = skillMd(
    [
      'license: Apache-2.0',
      'compatibility: Needs Python 3.12',
      'allowed-tools: Bash(git add:*) Read, Grep',
      'metadata:',
      '  author: Ann',
      '  version: 1.0',
      '  "on": yes',
    ],
    '# PDF tools\n\nSee [forms](references/forms.md).\n',
  );

  it('is read with every field as it was written', () => {
    const skill = skillOf(parse(text, { 'references/forms.md': '# Forms' }));
    expect(skill).toMatchObject({
      name: 'pdf-tools',
      description: 'Reads PDF files. Use when a PDF must be read.',
      license: 'Apache-2.0',
      compatibility: 'Needs Python 3.12',
      allowedTools: ['Bash(git add:*)', 'Read', 'Grep'],
      metadata: { author: 'Ann', version: '1.0', on: 'yes' },
      unknown: {},
      body: '# PDF tools\n\nSee [forms](references/forms.md).\n',
      bodyLine: 12,
    });
    expect(skill.files.map(({ path }) => path)).toEqual(['SKILL.md', 'references/forms.md']);
    expect(parse(text, { 'references/forms.md': '# Forms' }).findings).toEqual([]);
  });

  it.each([
    ['at the top', 'SKILL.md', []],
    ['in a folder', 'pdf-tools/SKILL.md', []],
    ['two folders deep', 'repo/pdf-tools/SKILL.md', []],
    [
      'beside what macOS packs',
      'pdf-tools/SKILL.md',
      ['__MACOSX/pdf-tools/._SKILL.md', 'pdf-tools/.DS_Store'],
    ],
  ])('is found %s', (_where, path, others) => {
    const files = filesOf({ [path]: skillMd(), ...Object.fromEntries(others.map((one) => [one, ''])) });
    const parsed = parseSkill(files);
    expect(skillOf(parsed).files.map((file) => file.path)).toEqual(['SKILL.md']);
    expect(parsed.findings).toEqual([]);
  });

  it.each([
    ['a byte order mark', `\ufeff${skillMd()}`],
    ['Windows line ends', skillMd().replaceAll('\n', '\r\n')],
    ['spaces after the marks', skillMd().replaceAll('---', '---  ')],
    ['quotes and comments', '---\n# who\nname: "pdf-tools"\ndescription: \'Reads: PDF\'\n---\nx'],
    ['folded text', '---\nname: pdf-tools\ndescription: >\n  Reads PDF\n  files.\n---\nx'],
    [
      'Chinese',
      '---\nname: pdf-tools\ndescription: 读取 PDF 文件。当需要读 PDF 时使用。\n---\n# 标题\n\n正文',
    ],
    ['a line of dashes in the body', skillMd([], 'a\n\n---\n\nb')],
  ])('may have %s', (_what, content) => {
    expect(errorsOf(parse(content))).toEqual([]);
    expect(skillOf(parse(content)).name).toBe('pdf-tools');
  });

  it('keeps keys that the format does not know, and says so with the line', () => {
    const parsed = parse(skillMd(['model: opus', 'hooks:', '  stop: [a, {b: 1.50}]', 'allowed_tools: Read']));
    expect(skillOf(parsed).unknown).toEqual({
      model: 'opus',
      hooks: { stop: ['a', { b: '1.50' }] },
      allowed_tools: 'Read',
    });
    expect(parsed.findings.map(({ severity, line }) => [severity, line])).toEqual([
      ['warn', 4],
      ['warn', 5],
      ['warn', 7],
    ]);
    expect(parsed.findings[2]?.message).toMatch(/Did you mean "allowed-tools"/);
  });

  it('keeps nested metadata with a warning', () => {
    const parsed = parse(skillMd(['metadata: {"openclaw": {"requires": {"bins": ["gh"]}}}']));
    expect(skillOf(parsed).metadata).toEqual({ openclaw: { requires: { bins: ['gh'] } } });
    expect(parsed.findings).toEqual([expect.objectContaining({ severity: 'warn', line: 4 })]);
  });

  it('is not changed by odd keys', () => {
    const skill = skillOf(parse(skillMd(['__proto__: {polluted: 1}', 'constructor: x', 'toString: y'])));
    expect(Object.keys(skill.unknown)).toEqual(['__proto__', 'constructor', 'toString']);
    expect(Object.getPrototypeOf(skill.unknown)).toBe(Object.prototype);
  });

  it('may list its tools', () => {
    const tools = (line: string) => skillOf(parse(skillMd([line]))).allowedTools;
    expect(tools('allowed-tools: [Read, "Bash(npm run test:*, --watch)"]')).toEqual([
      'Read',
      'Bash(npm run test:*, --watch)',
    ]);
    expect(tools('allowed-tools: "Read,Write,  Read"')).toEqual(['Read', 'Write']);
    expect(tools('allowed-tools:')).toEqual([]);
  });
});

describe('a faulty name', () => {
  it.each([
    'PDF-Tools',
    'pdf_tools',
    '-pdf',
    'pdf-',
    'pdf--tools',
    'pdf tools',
    '断路器',
    'a'.repeat(65),
    '""',
    '~',
    '../x',
    'é',
    'ｐｄｆ',
    '[a]',
    '{a: b}',
  ])('%s is refused on its line', (name) => {
    const parsed = parse(`---\ndescription: Reads PDF\nname: ${name}\n---\nx`);
    expect(parsed.ok).toBe(false);
    expect(errorsOf(parsed)[0]).toMatchObject({ rule: 'front-matter', line: 3, path: 'SKILL.md' });
  });

  it.each(['a', '0', 'a-b-c', 'a'.repeat(64), '"123"'])('%s is fine', (name) => {
    expect(errorsOf(parse(`---\ndescription: Reads PDF\nname: ${name}\n---\nx`))).toEqual([]);
  });

  it('that is a number is read as text, with a warning', () => {
    const parsed = parse('---\nname: 007\ndescription: Bond\n---\nx');
    expect(skillOf(parsed).name).toBe('007');
    expect(parsed.findings).toEqual([expect.objectContaining({ severity: 'warn', line: 2 })]);
  });

  it('is answered with a valid one', () => {
    expect(errorsOf(parse('---\nname: My PDF Tools!\ndescription: x\n---\nx'))[0]?.message).toMatch(
      /For example: my-pdf-tools$/,
    );
  });

  it('that differs from its folder is an error in a known folder, and a warning in an archive', () => {
    expect(errorsOf(parse(skillMd(), {}, { folderName: 'pdf' }))[0]).toMatchObject({ rule: 'folder-name' });
    expect(parse(skillMd(), {}, { folderName: 'pdf-tools' }).findings).toEqual([]);
    const archived = parseSkill(filesOf({ 'pdf-tools-main/SKILL.md': skillMd() }));
    expect(archived.ok).toBe(true);
    expect(archived.findings).toEqual([
      expect.objectContaining({ rule: 'folder-name', severity: 'warn', path: 'pdf-tools-main/SKILL.md' }),
    ]);
  });
});

describe('limits of the other fields', () => {
  it.each([
    ['description', 1_024],
    ['compatibility', 500],
  ])('%s has at most %s characters, counted as people count them', (key, limit) => {
    const withText = (text: string) =>
      parse(`---\nname: a\n${key === 'description' ? '' : 'description: x\n'}${key}: "${text}"\n---\nx`);
    expect(errorsOf(withText('😀'.repeat(limit)))).toEqual([]);
    expect(errorsOf(withText('好'.repeat(limit + 1)))).toEqual([
      expect.objectContaining({ line: key === 'description' ? 3 : 4 }),
    ]);
  });

  it.each(['description: ""', 'description:', 'description: "  "', 'license: x'])(
    'a skill with %j needs a description',
    (line) => {
      expect(errorsOf(parse(`---\nname: a\n${line}\n---\nx`))[0]?.message).toMatch(/^description is missing/);
    },
  );

  it.each([
    ['description: [a]', /must be a text/],
    ['license: {a: b}', /must be a text/],
    ['metadata: text', /metadata must be/],
    ['allowed-tools: [[Read]]', /allowed-tools must be/],
  ])('%s is refused', (line, message) => {
    const parsed = parse(
      `---\nname: a\n${line.startsWith('description') ? '' : 'description: x\n'}${line}\n---\nx`,
    );
    expect(errorsOf(parsed)[0]?.message).toMatch(message);
  });
});

describe('faulty YAML', () => {
  it.each([
    ['a colon in a text', 'name: a\ndescription: Use when: needed', 3, 14, /must stand in quotes/],
    ['a tab', 'name: a\n\tdescription: x', 3, 1, /./],
    ['an open quote', 'name: a\ndescription: "x', 4, 1, /quote/],
    ['a key twice', 'name: a\ndescription: x\nname: b', 4, 1, /unique/],
    ['a sign that YAML keeps for itself', 'name: a\ndescription: @x', 3, 14, /must stand in quotes/],
    ['an alias', 'name: &n a\ndescription: *n', 2, 10, /anchor/],
    ['a tag', 'name: a\ndescription: !!js/function "x"', 3, 28, /tag/],
    ['a list', '- a\n- b', 2, 1, /key: value/],
    ['only a text', 'hello', 2, 1, /key: value/],
    ['nothing', '# nothing', 2, 1, /key: value/],
    ['an early end', 'name: a\n...\ndescription: x', 3, 1, /ends early/],
  ])('%s is reported with line and column', (...[, yaml, line, column, message]) => {
    const parsed = parse(`---\n${yaml}\n---\nbody`);
    expect(parsed.ok).toBe(false);
    expect(errorsOf(parsed)[0]).toMatchObject({ line, column, message: expect.stringMatching(message) });
  });

  it.each([
    ['deep brackets', '['.repeat(32_000)],
    ['deep dashes', '- '.repeat(16_000)],
    ['deep question marks', '? '.repeat(16_000)],
    ['deep indents', Array.from({ length: 400 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
    ['nested maps in one line', 'a: '.repeat(10_000)],
    ['brackets hidden by quotes', `${'["", '.repeat(8_000)}`],
    ['many keys', Array.from({ length: 8_000 }, (_, index) => `k${index}:`).join('\n')],
    ['many keys in one line', `a: {${Array.from({ length: 6_000 }, (_, index) => `k${index}`).join(',')}}`],
    ['aliases that multiply', 'a: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]\nd: [*c,*c]'],
    ['a text without end', `description: ${'x'.repeat(100_000)}`],
  ])('that would exhaust the parser is refused: %s', (_what, yaml) => {
    const parsed = parse(`---\n${yaml}\n---\nbody`);
    expect(parsed.ok).toBe(false);
    expect(errorsOf(parsed)[0]?.rule).toMatch(/^front-matter/);
  });

  it.each([
    ['no marks', 'name: a', /must start with a line "---"/],
    ['a blank line first', '\n---\nname: a\n---', /must start/],
    ['no end', '---\nname: a\ndescription: b', /not closed/],
    ['nothing at all', '', /must start/],
  ])('%s', (_what, text, message) => {
    expect(errorsOf(parse(text))[0]?.message).toMatch(message);
  });
});

describe('what is no text', () => {
  it('is refused with the line of the bad byte', () => {
    const bytes = Buffer.concat([Buffer.from('---\nname: a\n'), Buffer.from([0xff]), Buffer.from('\n---\n')]);
    const parsed = parseSkill(filesOf({ 'SKILL.md': bytes }));
    expect(errorsOf(parsed)[0]).toMatchObject({ rule: 'not-text', line: 3 });
  });

  it.each([
    ['UTF-16', Buffer.from(`\ufeff${skillMd()}`, 'utf16le')],
    ['GBK', Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xc4, 0xe3, 0xba, 0xc3])],
    ['NUL', Buffer.from('---\n\0')],
  ])('%s is refused', (_what, bytes) => {
    expect(errorsOf(parseSkill(filesOf({ 'SKILL.md': bytes })))[0]?.rule).toBe('not-text');
  });
});

describe('the body', () => {
  it('that is missing is a warning', () => {
    expect(parse(skillMd([], '')).findings).toEqual([
      expect.objectContaining({ rule: 'body', severity: 'warn' }),
    ]);
  });

  it('that is long is advised about', () => {
    expect(parse(skillMd([], 'line\n'.repeat(501))).findings).toEqual([
      expect.objectContaining({ rule: 'body', severity: 'info' }),
    ]);
    expect(parse(skillMd([], 'line\n'.repeat(500))).findings).toEqual([]);
  });
});

describe('what stands beside the skill', () => {
  it('is left out, and said to be', () => {
    const parsed = parseSkill(
      filesOf({ 'repo/pdf-tools/SKILL.md': skillMd(), 'repo/README.md': 'x', LICENSE: 'y' }),
    );
    expect(parsed.findings).toEqual([expect.objectContaining({ rule: 'files-outside', severity: 'warn' })]);
    expect(skillOf(parsed).files).toHaveLength(1);
  });

  it('makes the whole import fail when its path is unsafe', () => {
    const parsed = parseSkill(filesOf({ 'a/SKILL.md': skillMd(), '../x': '' }));
    expect(parsed).toMatchObject({ ok: false, findings: [{ rule: 'unsafe-path', path: '../x' }] });
  });
});
