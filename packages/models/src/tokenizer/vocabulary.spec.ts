import { readFileSync, writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { loadVocabulary } from './vocabulary';
import { ASSETS } from '../assets';

describe('vocabulary of the bundled embedder', () => {
  const vocabulary = loadVocabulary(ASSETS.vocabulary);
  const source: { model: { vocab: [string, number][] } } = JSON.parse(
    gunzipSync(readFileSync(ASSETS.tokenizer)).toString('utf8'),
  );

  it('holds every piece and score of tokenizer.json.gz under the same id', () => {
    const different = source.model.vocab.filter(
      ([piece, score], id) => vocabulary.piece(id) !== piece || vocabulary.score(id) !== score,
    );
    expect(vocabulary.size).toBe(source.model.vocab.length);
    expect(different).toEqual([]);
  });

  it('finds each piece by its text, but no control symbol', () => {
    const found = source.model.vocab.map(([piece]) => {
      const units = Uint16Array.from({ length: piece.length }, (_, i) => piece.charCodeAt(i));
      let whole = -1;
      vocabulary.eachPieceAt(units, 0, (id, length) => {
        if (length === piece.length) whole = id;
      });
      return whole;
    });
    expect(found.slice(0, 4)).toEqual([-1, -1, -1, -1]);
    expect(found.findIndex((id, expected) => expected > 3 && id !== expected)).toBe(-1);
  });

  it('refuses a damaged file with what to do about it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'vocabulary-'));
    const damaged = join(folder, 'vocabulary.bin');
    writeFileSync(damaged, readFileSync(ASSETS.vocabulary).subarray(0, 1_000));
    expect(() => loadVocabulary(damaged)).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID' }));
    rmSync(folder, { recursive: true });
  });
});
