import { languageMeans } from './language-means';
import { SCRIPTS, scriptShares } from './scripts';

/**
 * Cosine of a centred query and a raw vector that is centred on the way: dot(query, centre(raw, text)) without the
 * vectors in between, for the hundreds of passages of one search. `text` is what was embedded. 0 for a zero vector.
 */
export function centredCosine(query: Float32Array, raw: Float32Array, text: string): number {
  const means = languageMeans();
  const shares = scriptShares(text);
  const present = SCRIPTS.filter((script) => shares[script] > 0).map((script) => ({
    share: shares[script],
    mean: means[script],
  }));
  let product = 0;
  let squares = 0;
  for (let i = 0; i < raw.length; i += 1) {
    let value = raw[i] ?? 0;
    for (const { share, mean } of present) value -= share * (mean[i] ?? 0);
    product += value * (query[i] ?? 0);
    squares += value * value;
  }
  return squares === 0 ? 0 : product / Math.sqrt(squares);
}
