import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { centre } from './centre';
import { MEANS_VERSION } from './language-means';
import { scriptShares } from './scripts';
import { ASSETS } from '../assets';
import { createBundledEmbedder } from '../embedder/bundled-embedder';
import { dot } from '../embedder/vector';

describe('shares of scripts', () => {
  it.each([
    ['Latin and Han letters', 'AB 中文', { latin: 0.5, han: 0.5, kana: 0, hangul: 0 }],
    ['kana making Han letters Japanese', '東京タワー', { latin: 0, han: 0, kana: 1, hangul: 0 }],
    ['Hangul', '서울', { latin: 0, han: 0, kana: 0, hangul: 1 }],
    ['letters outside the basic plane', '𠮷', { latin: 0, han: 1, kana: 0, hangul: 0 }],
    ['digits and signs not counting', 'ab: 20.04 ×÷!', { latin: 1, han: 0, kana: 0, hangul: 0 }],
    ['no letters at all', '+49 30 1234 😀', { latin: 0.5, han: 0.5, kana: 0, hangul: 0 }],
    ['an empty text', '', { latin: 0.5, han: 0.5, kana: 0, hangul: 0 }],
  ])('see %s', (_name, text, expected) => {
    expect(scriptShares(text)).toEqual(expected);
  });
});

describe('centring', () => {
  // Starting a session takes seconds on a busy machine.
  jest.setTimeout(60_000);
  const embedder = createBundledEmbedder();
  afterAll(() => embedder.close());

  const cosine = async (query: string, passage: string, space: 'raw' | 'centred') => {
    const [[a], [b]] = await Promise.all([
      embedder.embed([query], 'query'),
      embedder.embed([passage], 'passage'),
    ]);
    if (a === undefined || b === undefined) throw new Error('no vector');
    return space === 'raw' ? dot(a, b) : dot(centre(a, query), centre(b, passage));
  };

  it.each([
    ['谁对花生过敏？', 'Anna gets a rash when she eats peanuts.', '安娜今天去了图书馆。'],
    ['where does Peter work now?', '彼得现在在一家银行上班。', 'The weather was lovely on Sunday.'],
    ['服务器什么时候重启？', 'The machine is rebooted every night at two.', '我们晚上去看电影。'],
  ])(
    'lets %j find its answer in the other language before a stranger in its own',
    async (query, answer, stranger) => {
      const rawGap = (await cosine(query, answer, 'raw')) - (await cosine(query, stranger, 'raw'));
      const gap = (await cosine(query, answer, 'centred')) - (await cosine(query, stranger, 'centred'));
      expect(gap).toBeGreaterThan(0);
      expect(gap).toBeGreaterThan(rawGap);
    },
  );

  it('does not put one number nearest to every other number', async () => {
    expect(await cosine('884213', 'order 884213 has shipped', 'centred')).toBeGreaterThan(
      await cosine('884213', '2026-03-15', 'centred'),
    );
  });

  it('gives unit vectors and leaves its input as it was', async () => {
    const [vector] = await embedder.embed(['用户喜欢 green tea'], 'passage');
    if (vector === undefined) throw new Error('no vector');
    const before = vector.slice();
    const moved = centre(vector, '用户喜欢 green tea');
    expect(dot(moved, moved)).toBeCloseTo(1, 5);
    expect(vector).toEqual(before);
  });

  it('names a new version whenever the means change', () => {
    const digest = createHash('sha256').update(readFileSync(ASSETS.means)).digest('hex').slice(0, 16);
    expect({ version: MEANS_VERSION, digest }).toEqual({
      version: 'e5-small-means-1',
      digest: 'cd2c1319146a3c53',
    });
  });
});
