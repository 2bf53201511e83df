import fc from 'fast-check';
import { calibratedLikeness, cosineFloor, languagePair, type LanguagePair } from './likeness';
import { ACROSS, CHINESE, ENGLISH, type FactRow } from './likeness.fixture';
import { ACROSS_QUESTIONS, CHINESE_QUESTIONS, ENGLISH_QUESTIONS } from './questions.fixture';
import { centre } from '../centring/centre';
import { createBundledEmbedder } from '../embedder/bundled-embedder';
import type { EmbedRole } from '../embedder/embedder';
import { dot } from '../embedder/vector';

describe('likeness of two cosines', () => {
  const pair = fc.constantFrom<LanguagePair>('same', 'across');

  it('never falls when the cosine rises, and stays between 0 and 1', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.double({ min: -1, max: 1, noNaN: true }),
        pair,
        (a, b, languages) => {
          const low = calibratedLikeness(Math.min(a, b), languages);
          const high = calibratedLikeness(Math.max(a, b), languages);
          expect(low).toBeGreaterThanOrEqual(0);
          expect(high).toBeLessThanOrEqual(1);
          expect(low).toBeLessThanOrEqual(high);
        },
      ),
    );
  });

  it('is 1 for the same vector even when rounding puts the cosine above 1', () => {
    expect(calibratedLikeness(1.0000002)).toBe(1);
  });

  it('refuses a cosine that is not a number', () => {
    expect(() => calibratedLikeness(Number.NaN)).toThrow(RangeError);
  });

  it.each([
    ['他住在上海', 'he lives in Shanghai', 'across'],
    ['he lives in Shanghai', 'she lives in Berlin', 'same'],
    ['用户使用 API 网关', '网关的地址', 'same'],
    ['13800138000', '手机号', 'same'],
  ] as const)('tells whether %j and %j are in one language', (a, b, expected) => {
    expect(languagePair(a, b)).toBe(expected);
  });
});

describe('likeness of labelled sentences', () => {
  // Some 350 sentences are embedded; on a busy machine that takes longer than Jest's five seconds.
  jest.setTimeout(60_000);
  const embedder = createBundledEmbedder();
  afterAll(() => embedder.close());

  const known = new Map<string, Promise<Float32Array>>();
  const centredOne = async (text: string, role: EmbedRole) => {
    const [vector] = await embedder.embed([text], role);
    if (vector === undefined) throw new Error('no vector');
    return centre(vector, text);
  };
  const centred = (texts: readonly string[], role: EmbedRole) =>
    Promise.all(
      texts.map((text) => {
        const vector = known.get(role + text) ?? centredOne(text, role);
        known.set(role + text, vector);
        return vector;
      }),
    );

  const likenesses = async (rows: readonly FactRow[], column: 1 | 2 | 3, languages: LanguagePair) => {
    const facts = await centred(
      rows.map((row) => row[0]),
      'passage',
    );
    const others = await centred(
      rows.map((row) => row[column]),
      'passage',
    );
    return facts.flatMap((fact, i) => {
      const other = others[i];
      return other === undefined ? [] : [calibratedLikeness(dot(fact, other), languages)];
    });
  };
  const median = (values: readonly number[]) =>
    [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

  describe.each([
    ['Chinese', CHINESE, 'same'],
    ['English', ENGLISH, 'same'],
    ['Chinese and English', ACROSS, 'across'],
  ] as const)('%s', (_name, rows, languages) => {
    it('puts paraphrases above another value above the topic', async () => {
      const paraphrases = median(await likenesses(rows, 1, languages));
      const otherValues = median(await likenesses(rows, 2, languages));
      const topics = median(await likenesses(rows, 3, languages));
      expect(paraphrases).toBeGreaterThan(0.7);
      expect(otherValues).toBeLessThan(paraphrases);
      expect(topics).toBeLessThan(0.5);
      expect(topics).toBeLessThan(otherValues);
    });

    it('takes no pair with another value for the same words', async () => {
      expect(Math.max(...(await likenesses(rows, 2, languages)))).toBeLessThan(0.95);
    });
  });

  it('takes sentences that differ in punctuation only for nearly the same', async () => {
    const rows = [...CHINESE, ...ENGLISH];
    const full = await centred(
      rows.map((row) => row[0]),
      'passage',
    );
    const bare = await centred(
      rows.map((row) => row[0].replace(/[。.]$/, '')),
      'passage',
    );
    const values = full.map((vector, i) => calibratedLikeness(dot(vector, bare[i] ?? vector)));
    expect(Math.min(...values)).toBeGreaterThan(0.85);
    expect(median(values)).toBeGreaterThan(0.95);
  });

  it.each([
    ['Chinese', CHINESE, CHINESE_QUESTIONS],
    ['English', ENGLISH, ENGLISH_QUESTIONS],
    ['Chinese facts, English questions', ACROSS, ACROSS_QUESTIONS],
  ])(
    'keeps answers above the floor of questions and most others below: %s',
    async (_name, rows, questions) => {
      const facts = await centred(
        rows.map((row) => row[0]),
        'passage',
      );
      const asked = await centred(questions, 'query');
      const own = asked.map((question, i) => dot(question, facts[i] ?? question));
      const foreign = asked.flatMap((question, i) =>
        facts.filter((_, j) => j !== i).map((fact) => dot(question, fact)),
      );
      const above = (values: readonly number[]) =>
        values.filter((value) => value > cosineFloor.question).length / values.length;
      expect(above(own)).toBeGreaterThan(0.9);
      expect(above(foreign)).toBeLessThan(0.07);
    },
  );
});
