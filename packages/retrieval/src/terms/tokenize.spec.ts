import fc from 'fast-check';
import { documentTerms } from './document-terms';
import { queryTerms } from './query-terms';
import { termHash } from './term-hash';
import { tokenize } from './tokenize';

function termsOf(text: string): string[] {
  return tokenize(text, 'query').map((token) => token.term);
}

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({
    unit: fc.constantFrom(
      '研',
      '究',
      '生',
      '命',
      '的',
      '，',
      'a',
      'B',
      '7',
      '.',
      '-',
      '_',
      "'",
      ' ',
      '\ud83d',
      '\ude00',
      '\u0301',
      'ﬁ',
      'か',
      '한',
      'ﾞ',
    ),
    maxLength: 80,
  }),
);
const cjkCharacter = fc.oneof(
  fc.constantFrom(...'今天玩成语接龙游戏用户身份配置早报你好研究生命科学漢語資訊的是了'),
  fc.integer({ min: 0x4e00, max: 0x9fa5 }).map((code) => String.fromCharCode(code)),
  fc.integer({ min: 0x20000, max: 0x2a6d6 }).map((code) => String.fromCodePoint(code)),
  fc.constantFrom(...'たべるカタカナ한국어검색'),
);

describe('tokenize', () => {
  it('gives dictionary words, character pairs and characters of Chinese', () => {
    expect(termsOf('研究生命科学')).toEqual(
      expect.arrayContaining(['研究', '生命', '科学', '生命科学', '究生', '研']),
    );
  });

  it.each([
    ['C盘里的API配置', ['c', '盘', 'api', '配置']],
    ['在20.04上用C++和C#写.NET', ['20.04', 'c++', 'c#', '.net', 'net']],
    ['getUserId', ['getuserid', 'get', 'user', 'id']],
    ['get_user_id', ['getuserid', 'get_user_id', 'get']],
    ['HTTPServer', ['httpserver', 'http', 'server']],
    ['see src/app/main.ts', ['src/app/main.ts', 'main.ts', 'main', 'src']],
    ['multi-agent', ['multi-agent', 'multiagent', 'multi', 'agent']],
    ['grammar::fa', ['grammar::fa', 'grammar', 'fa']],
    ["Caroline's running", ['caroline', 'running', 'run']],
    ["don't", ["don't"]],
    ['1,000 rows', ['1000']],
    ['漢語資訊', ['汉语', '资讯']],
    ['Ｃａｆé ＡＰＩ', ['cafe', 'api']],
    ['ﾊﾟﾝ', ['パ', 'パン']],
    ['한국어', ['한국', '국어', '어']],
    ['if a => b', ['=>']],
    ['😀', ['😀']],
    ['so\u00adft zero\u200bwidth', ['soft', 'zerowidth']],
  ])('finds the terms of %j', (text, expected) => {
    expect(termsOf(text)).toEqual(expect.arrayContaining(expected));
  });

  it('lowers the weight of function words and lone characters but keeps them', () => {
    const weights = new Map(tokenize('the 配置的问题', 'query').map((token) => [token.term, token.weight]));
    const strong = weights.get('配置') ?? 0;
    for (const weak of ['the', '的', '配']) expect(weights.get(weak)).toBeLessThan(strong / 2);
  });

  it('places every token in the original text', () => {
    const text = 'ﬁne 漢語 e\u0301te\u0301 ｶﾞ getUserId';
    const shown = new Map(
      tokenize(text, 'document').map((token) => [token.term, text.slice(token.start, token.end)]),
    );
    expect(shown.get('fine')).toBe('ﬁne');
    expect(shown.get('汉语')).toBe('漢語');
    expect(shown.get('ete')).toBe('e\u0301te\u0301');
    expect(shown.get('ガ')).toBe('ｶﾞ');
    expect(shown.get('user')).toBe('User');
  });

  it('takes any text: no error, places inside it, terms not empty', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const token of tokenize(text, 'query')) {
          expect(token.term).not.toBe('');
          expect(token.start).toBeGreaterThanOrEqual(0);
          expect(token.end).toBeGreaterThan(token.start);
          expect(token.end).toBeLessThanOrEqual(text.length);
          expect(token.weight).toBeGreaterThan(0);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('gives documents and queries the same terms', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(tokenize(text, 'document').map((token) => token.term)).toEqual(termsOf(text));
      }),
    );
  });

  it('finds every contiguous part of unspaced text in the document by pairs and characters alone', () => {
    const part = fc
      .array(cjkCharacter, { minLength: 1, maxLength: 30 })
      .chain((characters) =>
        fc.tuple(fc.constant(characters), fc.nat(characters.length - 1), fc.integer({ min: 1, max: 8 })),
      );
    fc.assert(
      fc.property(part, ([characters, from, size]) => {
        const document = new Set(documentTerms(characters.join('')).hashes);
        const query = tokenize(characters.slice(from, from + size).join(''), 'query').filter(
          ({ term }) => [...term].length <= 2,
        );
        expect(query.every(({ term }) => document.has(termHash(term)))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('works through texts with endless words, marks, connectors and runs', () => {
    const size = 50_000;
    for (const unit of [
      'a',
      '\u0301',
      'a/',
      "'",
      '研',
      '\ud800',
      'aB',
      '1,000,',
      '.a',
      '👨‍👩‍👧',
      '++',
      '\u0316\u0301',
    ]) {
      const text = unit.repeat(Math.ceil(size / unit.length));
      expect(documentTerms(text).length).toBeLessThan(size * 2);
    }
  });
});

describe('documentTerms', () => {
  it('counts each distinct term once, in ascending order of its hash', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { hashes, counts, length } = documentTerms(text);
        expect(counts).toHaveLength(hashes.length);
        expect(counts.every((count) => Number.isInteger(count) && count >= 1)).toBe(true);
        expect(hashes.every((hash, index) => index === 0 || hash > (hashes[index - 1] ?? 0n))).toBe(true);
        expect(Number.isInteger(length)).toBe(true);
      }),
    );
  });

  it('counts repeats', () => {
    const { hashes, counts } = documentTerms('alpha beta alpha');
    expect(counts[hashes.indexOf(termHash('alpha'))]).toBe(2);
  });
});

describe('termHash', () => {
  it('is stable, because it is stored', () => {
    expect(termHash('memory')).toMatchInlineSnapshot(`-6032394827800654428n`);
    expect(termHash('成语')).toMatchInlineSnapshot(`6400887367988967294n`);
    expect(termHash('')).toMatchInlineSnapshot(`-8020298289585520943n`);
  });

  it('is a signed 64-bit number and tells neighbouring terms apart', () => {
    const seen = new Set<bigint>();
    for (let index = 0; index < 100_000; index++) {
      const hash = termHash(`t${String(index)}`);
      expect(BigInt.asIntN(64, hash) === hash).toBe(true);
      seen.add(hash);
    }
    expect(seen.size).toBe(100_000);
  });
});

describe('queryTerms', () => {
  it('keeps the most informative terms of a long text', () => {
    const text = `please tell me what the ${'and then of the '.repeat(500)} Kubernetes 成语接龙 is`;
    const terms = queryTerms(text, 6).map(({ term }) => term);
    expect(terms).toEqual(expect.arrayContaining(['kubernetes', '接龙']));
    expect(terms).not.toContain('the');
  });

  it('names each term once, strongest first, at most as many as asked for', () => {
    fc.assert(
      fc.property(anyText, fc.nat(40), (text, max) => {
        const terms = queryTerms(text, max);
        expect(terms.length).toBeLessThanOrEqual(max);
        expect(new Set(terms.map(({ hash }) => hash)).size).toBe(terms.length);
      }),
    );
  });

  it('has nothing to look for in a text of signs', () => {
    expect(queryTerms(' " … 。 \u0000 \ud800')).toEqual([]);
  });
});
