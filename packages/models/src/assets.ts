import { join } from 'node:path';

/** Files of the bundled model. The path is the same from `src` (tests) and from `dist` (the built product). */
const directory = join(__dirname, '..', 'assets', 'multilingual-e5-small');

export const ASSETS = {
  model: join(directory, 'model.onnx'),
  vocabulary: join(directory, 'vocabulary.bin'),
  tokenizer: join(directory, 'tokenizer.json.gz'),
  means: join(directory, 'language-means.json'),
  golden: join(directory, 'golden.json'),
} as const;

/** The program of the embedder's worker threads: plain JavaScript, so that it runs unbuilt too. */
export const EMBED_WORKER = join(__dirname, '..', 'worker', 'embed.cjs');
