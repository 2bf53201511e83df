import { Converter } from 'opencc-js/t2cn';

/** Text made comparable, with the way back to the original. */
export interface NormalisedText {
  readonly text: string;
  /** For each UTF-16 unit of `text`: where its source begins and ends in the original. Absent: nothing moved. */
  readonly source: { readonly starts: Int32Array; readonly ends: Int32Array } | undefined;
}

const ASCII_ONLY = /^[\u0000-\u007f]*$/;
const MARK = /[\p{M}\u1160-\u11ff\uff9e\uff9f]/u;
const IGNORABLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/u;
const LATIN_WITH_MARK = /^\p{Script=Latin}/u;
/** Letters that have no decomposition of their own, and case pairs that `toLowerCase` does not unify. */
const LETTER_FOLDS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  ı: 'i',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ł: 'l',
  Ł: 'L',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  '’': "'",
  '‘': "'",
  '‐': '-',
  '‑': '-',
};
/** Unicode's stream-safe limit is 30 marks on one base; longer pile-ups are cut, so that time stays linear. */
const MAX_UNIT = 32;

function isHan(code: number): boolean {
  return (code >= 0x3400 && code <= 0x9fff) || (code >= 0x20000 && code <= 0x3ffff);
}

/** Traditional → simplified, one character at a time (about 3,200 pairs; 30 ms and 10 MB once, on the first Han text). */
function loadSimplified(): Map<number, string> {
  const convert = Converter({ from: 't', to: 'cn' });
  const characters: string[] = [];
  for (let code = 0x3400; code <= 0x9fff; code++) characters.push(String.fromCodePoint(code));
  for (let code = 0x20000; code <= 0x2a6df; code++) characters.push(String.fromCodePoint(code));
  const converted = convert(characters.join('\n')).split('\n');
  const pairs = new Map<number, string>();
  characters.forEach((character, index) => {
    const simple = converted[index];
    if (simple !== undefined && simple !== character) pairs.set(character.codePointAt(0) ?? 0, simple);
  });
  return pairs;
}
let simplified: Map<number, string> | undefined;
const folds = new Map<string, string>();

/** NFKC, hidden characters dropped, marks on Latin letters dropped, traditional folded to simplified. Case is kept. */
function foldUnit(unit: string): string {
  const known = folds.get(unit);
  if (known !== undefined) return known;
  let folded = '';
  for (const character of unit.normalize('NFKC')) {
    if (!IGNORABLE.test(character)) folded += LETTER_FOLDS[character] ?? simplify(character);
  }
  if (LATIN_WITH_MARK.test(folded)) folded = folded.normalize('NFD').replace(/\p{M}+/gu, '');
  if (folds.size > 20_000) folds.clear();
  folds.set(unit, folded);
  return folded;
}

function simplify(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (!isHan(code)) return character;
  return (simplified ??= loadSimplified()).get(code) ?? character;
}

/** End of the base character at `start` and the marks on it. */
function unitEnd(text: string, start: number): number {
  const first = text.codePointAt(start) ?? 0;
  let end = start + (first > 0xffff ? 2 : 1);
  while (end < text.length && end - start < MAX_UNIT) {
    const code = text.charCodeAt(end);
    if (code < 0x300) break;
    const point = text.codePointAt(end) ?? 0;
    // Hangul syllables written as conjoining letters compose too, so they belong to one unit.
    if (!MARK.test(String.fromCodePoint(point))) break;
    end += point > 0xffff ? 2 : 1;
  }
  return end;
}

/** Collects the normalised units and where they came from. */
class Collector {
  private units: Uint16Array;
  private starts: Int32Array;
  private ends: Int32Array;
  private size = 0;

  constructor(expected: number) {
    this.units = new Uint16Array(expected);
    this.starts = new Int32Array(expected);
    this.ends = new Int32Array(expected);
  }

  push(unit: number, start: number, end: number): void {
    if (this.size === this.units.length) this.grow();
    this.units[this.size] = unit;
    this.starts[this.size] = start;
    this.ends[this.size] = end;
    this.size++;
  }

  finish(): NormalisedText {
    const bytes = Buffer.from(this.units.buffer, 0, this.size * 2);
    const source = { starts: this.starts.subarray(0, this.size), ends: this.ends.subarray(0, this.size) };
    return { text: bytes.toString('utf16le'), source };
  }

  private grow(): void {
    const capacity = this.units.length * 2 + 64;
    const units = new Uint16Array(capacity);
    const starts = new Int32Array(capacity);
    const ends = new Int32Array(capacity);
    units.set(this.units);
    starts.set(this.starts);
    ends.set(this.ends);
    this.units = units;
    this.starts = starts;
    this.ends = ends;
  }
}

/**
 * Makes text comparable: NFKC, traditional Chinese folded to simplified, accents of Latin letters dropped, hidden
 * (default-ignorable) characters removed. Case is kept: `foldCase` does the rest. Linear in the length of the text.
 */
export function normalise(text: string): NormalisedText {
  if (ASCII_ONLY.test(text)) return { text, source: undefined };
  const collector = new Collector(text.length + 16);
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    const next = at + 1 < text.length ? text.charCodeAt(at + 1) : 0;
    if (code < 0x80 && next < 0x300) {
      collector.push(code, at, at + 1);
      at++;
      continue;
    }
    if (
      code >= 0x4e00 &&
      code <= 0x9fff &&
      ((next >= 0x3001 && next <= 0x3029) || (next >= 0x4e00 && next <= 0x9fff))
    ) {
      const simple = (simplified ??= loadSimplified()).get(code);
      if (simple === undefined || simple.length === 1) {
        collector.push(simple === undefined ? code : simple.charCodeAt(0), at, at + 1);
        at++;
        continue;
      }
    }
    const end = unitEnd(text, at);
    const folded = foldUnit(text.slice(at, end));
    for (let index = 0; index < folded.length; index++) collector.push(folded.charCodeAt(index), at, end);
    at = end;
  }
  return collector.finish();
}

/** Case folding that keeps the length (the final sigma and the dotless i are unified). */
export function foldCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.includes('ς') ? lower.replaceAll('ς', 'σ') : lower;
}
