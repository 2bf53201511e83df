import fc from 'fast-check';
import { cutText, graphemeBorder } from './graphemes';
import { languageOf } from './language';
import { sentenceSpans } from './sentences';

const sentences = (text: string): string[] =>
  sentenceSpans(text).map(({ start, end }) => text.slice(start, end));

describe('cutText', () => {
  it('cuts before an emoji or a rare character that does not fit', () => {
    expect(cutText('Client prefers email 😀', 22)).toEqual({ text: 'Client prefers email…', cut: true });
    expect(cutText('𠮷𠮷𠮷', 4).text).toBe('𠮷…');
    expect(cutText('👨‍👩‍👧 family', 5).text).toBe('…');
    expect(cutText('short', 5)).toEqual({ text: 'short', cut: false });
  });

  it('stays within the limit and well formed for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(40), (text, limit) => {
        const cut = cutText(text, limit);
        expect(cut.text.length).toBeLessThanOrEqual(limit);
        expect(cut.text).not.toMatch(/\p{Cs}/u);
        expect(text.slice(0, graphemeBorder(text, limit))).not.toMatch(/\p{Cs}/u);
      }),
    );
  });
});

describe('sentenceSpans', () => {
  it('ends sentences in both scripts and not at abbreviations, numbers or file names', () => {
    expect(sentences('I met Dr. Smith at 3.5 km. It rained! 我走了。真好？ok')).toEqual([
      'I met Dr. Smith at 3.5 km.',
      'It rained!',
      '我走了。',
      '真好？',
      'ok',
    ]);
    expect(sentences('Fix login.ts and v1.2.3 now')).toEqual(['Fix login.ts and v1.2.3 now']);
    expect(sentences('So happy 💪 I won')).toEqual(['So happy 💪', 'I won']);
  });

  it('loses nothing but white space and keeps the order', () => {
    const texts = fc.array(
      fc.constantFrom('a', 'B', '. ', '。', '!', '?', '\n', ' ', '中', '😀', '"', ', ', 'x'.repeat(300)),
    );
    fc.assert(
      fc.property(texts, (list) => {
        const text = list.join('');
        const spans = sentenceSpans(text);
        expect(
          spans
            .map(({ start, end }) => text.slice(start, end))
            .join('')
            .replace(/\s/g, ''),
        ).toBe(text.replace(/\s/g, ''));
        expect(
          spans.every(
            ({ start, end }, at) => start < end && end - start <= 400 && start >= (spans[at - 1]?.end ?? 0),
          ),
        ).toBe(true);
      }),
    );
  });
});

describe('languageOf', () => {
  it.each([
    ['我用 VS Code 和 Vim 写 TypeScript', 'zh'],
    ['我叔叔的邮箱是zhao.zhiwei1212@creative-infinite.com。', 'zh'],
    ['My friend 李雷 lives in 上海 now', 'en'],
    ['I like tea', 'en'],
  ])('takes %j for %s', (text, language) => {
    expect(languageOf(text)).toBe(language);
  });
});
