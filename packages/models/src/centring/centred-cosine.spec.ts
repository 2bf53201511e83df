import fc from 'fast-check';
import { centre } from './centre';
import { centredCosine } from './centred-cosine';
import { dot } from '../embedder/vector';

const vectors = fc
  .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 384, maxLength: 384 })
  .map((values) => Float32Array.from(values));
const texts = fc.constantFrom(
  'plain words',
  '中文文字',
  'mixed 文字 text',
  '東京タワー',
  '서울',
  '+49 30',
  '',
);

describe('the cosine of a vector that is centred on the way', () => {
  it('is the one of the centred vector', () => {
    fc.assert(
      fc.property(vectors, vectors, texts, (one, raw, text) => {
        const query = centre(one, 'a question');
        expect(centredCosine(query, raw, text)).toBeCloseTo(dot(query, centre(raw, text)), 4);
      }),
      { numRuns: 100 },
    );
  });
});
