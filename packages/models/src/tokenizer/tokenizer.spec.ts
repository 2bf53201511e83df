import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { loadTokenizer } from './tokenizer';
import { ASSETS } from '../assets';

interface Golden {
  readonly kind: string;
  readonly text: string;
  /** All ids below 80, else the first 8 and the last 4. */
  readonly ids: number[];
  readonly count: number;
}

const UNKNOWN = 3;

describe('tokenizer of the bundled embedder', () => {
  const tokenizer = loadTokenizer();
  const encode = (text: string) => tokenizer.encode(text);
  const golden: Golden[] = JSON.parse(readFileSync(ASSETS.golden, 'utf8'));

  it.each(golden.map((row) => ({ ...row, name: JSON.stringify(row.text.slice(0, 30)) })))(
    'gives the golden ids of $kind $name',
    ({ kind, text, ids, count }) => {
      const encoded = encode(`${kind}: ${text}`);
      expect(encoded).toHaveLength(count);
      expect(count < 80 ? encoded : [...encoded.slice(0, 8), ...encoded.slice(-4)]).toEqual(ids);
    },
  );

  it('gives marks only for nothing', () => {
    expect(encode('')).toEqual([0, 2]);
    expect(encode(' \n\t\u3000\u00a0\ufeff\u0085')).toEqual([0, 2]);
  });

  it('reads white space of any kind and number as one space', () => {
    expect(encode('\n 第一 \u3000\t 行\u0085x ')).toEqual(encode('第一 行 x'));
  });

  it('takes characters apart and together as NFKC does', () => {
    expect(encode('ＡＢＣ １２３ ﬁ')).toEqual(encode('ABC 123 fi'));
    expect(encode('cafe\u0301')).toEqual(encode('caf\u00e9'));
    expect(encode('a´b')).toEqual(encode('a \u0301b'));
  });

  it('never lets a text forge a control symbol', () => {
    const inner = encode('<s>old price</s> <pad><unk>').slice(1, -1);
    expect(inner.filter((id) => id <= UNKNOWN)).toEqual([]);
  });

  it('makes one unknown piece of a run of unknown characters', () => {
    expect(encode('ab שלום cd').filter((id) => id === UNKNOWN)).toHaveLength(1);
    expect(encode('ש'.repeat(10_000)).filter((id) => id === UNKNOWN)).toHaveLength(1);
  });

  it('takes half surrogates for unknown characters', () => {
    expect(encode('a\ud800')).toContain(UNKNOWN);
    expect(encode('\udc00b')).toContain(UNKNOWN);
  });

  it.each([
    ['words', 'word '.repeat(200_000)],
    ['Chinese without a space', '今天天气很好'.repeat(170_000)],
    ['one letter', 'a'.repeat(1_000_000)],
    ['characters that grow when normalised', '\ufdfa'.repeat(100_000)],
  ])('cuts a megabyte of %s to the limit', (_name, text) => {
    const ids = encode(text);
    expect(ids).toHaveLength(512);
    expect(ids.at(-1)).toBe(2);
  });

  it('gives the same beginning for a text and a longer one', () => {
    const text = '我们在会议上决定下周发布新版本，然后再整理文档。'.repeat(200);
    expect(encode(text.repeat(20))).toEqual(encode(text));
  });

  it('keeps to any limit, and is the beginning of what a higher limit gives', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.integer({ min: 2, max: 40 }),
        (text, maxTokens) => {
          const cut = tokenizer.encode(text, { maxTokens });
          expect(cut.length).toBeLessThanOrEqual(maxTokens);
          expect(encode(text).slice(0, cut.length - 1)).toEqual(cut.slice(0, -1));
        },
      ),
    );
  });

  it('reads words independently of their neighbours', () => {
    const words = fc.array(
      fc.constantFrom('hello', 'straße', '今天', '我们都', 'camelCase', 'v2.0', '東京', 'naïve'),
    );
    fc.assert(
      fc.property(words, (parts) => {
        expect(encode(parts.join(' '))).toEqual([
          0,
          ...parts.flatMap((part) => encode(part).slice(1, -1)),
          2,
        ]);
      }),
    );
  });
});
