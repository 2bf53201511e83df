import { parseSkill, type ParsedSkill } from '../parse-skill';
import { filesOf, skillMd } from '../skill.fixture';

function parse(text: string, others: Record<string, string> = {}): ParsedSkill {
  return parseSkill(filesOf({ 'SKILL.md': text, ...others }));
}

describe('links', () => {
  const links = (body: string, others: Record<string, string> = {}) =>
    parse(skillMd([], body), others).findings.map(({ rule, severity, line }) => [rule, severity, line]);

  it.each([
    ['[a](references/a.md)', 'link-broken', 'warn'],
    ['![a](assets/a.png)', 'link-broken', 'warn'],
    ['[a]: references/a.md', 'link-broken', 'warn'],
    ['<img src="assets/a.png">', 'link-broken', 'warn'],
    ['[a](<references/a b.md> "title")', 'link-broken', 'warn'],
    ['[a](references/a(1).md)', 'link-broken', 'warn'],
    ['[a](References/There.md)', 'link-broken', 'warn'],
    ['[a](../other/SKILL.md)', 'link-outside', 'warn'],
    ['[a](references/../../x)', 'link-outside', 'warn'],
    ['[a](..%2f..%2fetc%2fpasswd)', 'link-outside', 'warn'],
    ['[a](..\\..\\x)', 'link-outside', 'warn'],
    ['[a](/etc/passwd)', 'link-absolute', 'warn'],
    ['[a](C:/x)', 'link-absolute', 'warn'],
    ['run `scripts/gone.py`', 'file-missing', 'info'],
  ])('%s is found on its line', (body, rule, severity) => {
    expect(links(`# T\n\n${body}\n`, { 'references/there.md': '' })).toEqual([[rule, severity, 7]]);
  });

  it.each([
    '[a](references/there.md)',
    '[a](references/there.md#part)',
    '[a](./references/there.md?raw=1 "title")',
    '[a](references)',
    '[a](references/)',
    '[a](references/a%20b.md)',
    '[a](<references/a b.md>)',
    '[a](参考/断路器.md)',
    '[a](%E5%8F%82%E8%80%83/%E6%96%AD%E8%B7%AF%E5%99%A8.md)',
    '[a](#part) [b](https://example.com/x) [c](mailto:a@b.c) [d](//example.com)',
    '[a](100%)',
    '[a]({{url}}) [b](${path})',
    '`[a](gone.md)` and ``[`](gone.md)``',
    '```\n[a](gone.md)\n```',
    '~~~md\n[a](gone.md)\n```\n[b](gone.md)\n~~~',
    '\\](gone.md)',
    'f(x)[0](y',
    'run `scripts/run.py`',
  ])('%s is fine', (body) => {
    const others = {
      'references/there.md': '',
      'references/a b.md': '',
      '参考/断路器.md': '',
      'scripts/run.py': '',
      '100%': '',
    };
    expect(links(`${body}\n`, others)).toEqual([]);
  });

  it('are followed from the file they stand in', () => {
    const parsed = parse(skillMd(), {
      'references/a.md': '[b](b.md) [c](../SKILL.md) [d](gone.md)',
      'references/b.md': '',
    });
    expect(parsed.findings).toEqual([
      expect.objectContaining({ path: 'references/a.md', line: 1, rule: 'link-broken', severity: 'info' }),
    ]);
  });

  it('name the file that differs in case only', () => {
    const parsed = parse(skillMd([], '[a](References/There.md)'), { 'references/there.md': '' });
    expect(parsed.findings[0]?.message).toMatch(/called "references\/there.md"/);
  });
});
