import fc from 'fast-check';
import { parseQuery, type ParsedQuery } from './parse-query';

const now = new Date('2026-11-30T20:30:00Z');

function parse(text: string, zone = 'Asia/Shanghai'): ParsedQuery {
  return parseQuery(text, { now, zone });
}

const none = {
  kinds: [],
  spaces: [],
  agents: [],
  authors: [],
  tags: [],
  layers: [],
  languages: [],
  sessions: [],
};

describe('parseQuery', () => {
  it('reads every qualifier', () => {
    const query = parse(
      'kind:skill,chat-memory space:lab agent:helper by:mei tag:"release notes" layer:l1 lang:zh session:s-1 断路器 恢复',
    );
    expect(query.text).toBe('断路器 恢复');
    expect(query.filters).toEqual({
      kinds: ['skill', 'chat_memory'],
      spaces: ['lab'],
      agents: ['helper'],
      authors: ['mei'],
      tags: ['release notes'],
      layers: ['L1'],
      languages: ['zh'],
      sessions: ['s-1'],
    });
  });

  it.each([
    'TODO: fix',
    'multi-agent',
    'pre-edit',
    "don't use agents",
    'Downloads/transcripts',
    'a AND',
    '"',
    '*',
    '20.04',
    'grammar::fa',
    'foo:bar',
    'kind:nonsense',
    'kind:skill,nonsense',
    'layer:L9',
    'lang:nonsense',
    'after:soon',
    'after:2026-13-45',
    'before:2026-02-30',
    'tag:',
    'tag::x',
    'by: me',
    'error 2048 in module',
    'port 8080 2000 rows',
    '2024行',
    '2024年 去年 上周',
    'http://tag:x@host',
    'xkind:skill',
    'C++ (a OR b) NOT c',
    '6" pipe 4" pipe',
    '""',
    '\\"',
    'session:',
    'after:24',
  ])('takes %j literally', (text) => {
    expect(parse(text)).toEqual({ text, phrases: [], filters: none });
  });

  it('reads exact phrases and keeps their words in the text', () => {
    expect(parse('find "exact phrase" and “成语接龙” now')).toEqual({
      text: 'find exact phrase and 成语接龙 now',
      phrases: ['exact phrase', '成语接龙'],
      filters: none,
    });
    expect(parse('say "kind:skill"').phrases).toEqual(['kind:skill']);
  });

  it('makes half-open intervals in the zone of the person', () => {
    expect(parse('after:2024 before:2025').filters).toMatchObject({
      from: new Date('2023-12-31T16:00:00Z'),
      to: new Date('2024-12-31T16:00:00Z'),
    });
    expect(parse('after:2026-03', 'UTC').filters.from).toEqual(new Date('2026-03-01T00:00:00Z'));
    expect(parse('after:2026-3-1', 'America/New_York').filters.from).toEqual(
      new Date('2026-03-01T05:00:00Z'),
    );
    expect(parse('before:2026-10-01T08:00').filters.to).toEqual(new Date('2026-10-01T00:00:00Z'));
    expect(parse('before:2026-10-01T08:00+02:00').filters.to).toEqual(new Date('2026-10-01T06:00:00Z'));
    expect(parse('after：2024年10月1日').filters.from).toEqual(new Date('2024-09-30T16:00:00Z'));
  });

  it('counts days back from the local date, not from the date in UTC', () => {
    expect(parse('after:today').filters.from).toEqual(new Date('2026-11-30T16:00:00Z'));
    expect(parse('after:today', 'UTC').filters.from).toEqual(new Date('2026-11-30T00:00:00Z'));
    expect(parse('after:昨天').filters.from).toEqual(new Date('2026-11-29T16:00:00Z'));
    expect(parse('after:1m', 'UTC').filters.from).toEqual(new Date('2026-10-30T00:00:00Z'));
    expect(parse('after:9m', 'UTC').filters.from).toEqual(new Date('2026-02-28T00:00:00Z'));
  });

  it('starts the day at the jump where the clocks skip midnight', () => {
    expect(parse('after:2018-11-04', 'America/Sao_Paulo').filters.from).toEqual(
      new Date('2018-11-04T03:00:00Z'),
    );
  });

  it('narrows with each further date', () => {
    expect(parse('after:2024 after:2025 before:2027 before:2026', 'UTC').filters).toMatchObject({
      from: new Date('2025-01-01T00:00:00Z'),
      to: new Date('2026-01-01T00:00:00Z'),
    });
  });

  it('refuses an unknown zone by name', () => {
    expect(() => parse('after:2024', 'Mars/Olympus')).toThrow(
      expect.objectContaining({ code: 'VALIDATION_FAILED', path: ['zone'] }),
    );
  });

  it('takes any text and loses no letter of it', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom(
        'kind:',
        'kind:skill',
        'tag:"',
        '"',
        '“',
        'after:',
        'before:2024',
        ':',
        '：',
        'layer:L1',
        '\ud800',
        '\u0000',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const query = parse(pieces.join(' '));
        expect(query.text).not.toMatch(/\p{Surrogate}/u);
        expect(query.text).not.toContain('\u0000');
        for (const phrase of query.phrases) expect(query.text).toContain(phrase.replace(/\s+/g, ' '));
      }),
    );
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom(...'abz研究 .-_/0'), maxLength: 9 })),
        (words) => {
          const text = words.join(' ');
          expect(parse(text).text).toBe(text.replace(/\s+/g, ' ').trim());
        },
      ),
    );
  });
});
