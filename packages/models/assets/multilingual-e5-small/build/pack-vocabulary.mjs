/**
 * Makes ../vocabulary.bin from ../tokenizer.json.gz: node pack-vocabulary.mjs
 *
 * Little endian: "MHVOCAB1", u32 pieces, u32 characters, f32 score per piece, u16 characters of all pieces in order of
 * their ids, u8 length per piece. Parsing the JSON takes about ten times the memory of the whole tokenizer; this is read
 * as it lies. `src/tokenizer/vocabulary.spec.ts` compares both files piece by piece.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const file = (name) => new URL(`../${name}`, import.meta.url);
const { model } = JSON.parse(gunzipSync(readFileSync(file('tokenizer.json.gz'))).toString('utf8'));
const characters = model.vocab.reduce((sum, [piece]) => sum + piece.length, 0);

const header = Buffer.alloc(16);
header.write('MHVOCAB1', 'latin1');
header.writeUInt32LE(model.vocab.length, 8);
header.writeUInt32LE(characters, 12);

const scores = Buffer.alloc(model.vocab.length * 4);
model.vocab.forEach(([piece, score], id) => {
  if (Math.fround(score) !== score) throw new Error(`The score of ${piece} does not fit 32 bits`);
  scores.writeFloatLE(score, id * 4);
});
const text = Buffer.from(model.vocab.map(([piece]) => piece).join(''), 'utf16le');
const lengths = Buffer.from(model.vocab.map(([piece]) => piece.length));

writeFileSync(file('vocabulary.bin'), Buffer.concat([header, scores, text, lengths]));
