import { languageMeans } from './language-means';
import { SCRIPTS, scriptShares } from './scripts';
import { normalise } from '../embedder/vector';

/**
 * Takes the "which language" part out of a raw vector of the bundled embedder, so that a Chinese question also finds an
 * English answer: v' = normalise(v − Σ share(script) · mean(script)). `text` is what was embedded, without its prefix. Queries
 * and passages alike; store raw vectors and centre when scoring. The input is not changed.
 */
export function centre(vector: Float32Array, text: string): Float32Array {
  const means = languageMeans();
  const shares = scriptShares(text);
  const moved = vector.slice();
  for (const script of SCRIPTS) {
    const share = shares[script];
    if (share === 0) continue;
    const mean = means[script];
    for (let i = 0; i < moved.length; i += 1) moved[i] = (moved[i] ?? 0) - share * (mean[i] ?? 0);
  }
  return normalise(moved);
}
