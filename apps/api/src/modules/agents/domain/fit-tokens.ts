import { estimateTokens } from '@memory-hub/skills';
import { cutAtGrapheme } from '@memory-hub/contracts';

/** A text within its budget. Tokens are those of `estimateTokens`: a quarter per character, one per CJK character. */
export interface FittedText {
  readonly text: string;
  readonly tokens: number;
  /** Tokens of the whole text that are not in `text`. */
  readonly cutTokens: number;
}

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** A beginning shorter than this says nothing. */
const LEAST_TOKENS = 8;

/** The text, or its longest beginning that fits with a mark behind it; cut between graphemes. Empty when nothing fits. */
export function fitTokens(text: string, budget: number): FittedText {
  const whole = estimateTokens(text);
  if (whole <= budget) return { text, tokens: whole, cutTokens: 0 };
  const room = budget - estimateTokens(markOf(whole, whole));
  if (room < LEAST_TOKENS) return { text: '', tokens: 0, cutTokens: whole };
  const kept = cutAtGrapheme(text, unitsWithin(text, room)).trimEnd();
  if (kept === '') return { text: '', tokens: 0, cutTokens: whole };
  const cutTokens = whole - estimateTokens(kept);
  const marked = `${kept}${markOf(cutTokens, whole)}`;
  return { text: marked, tokens: estimateTokens(marked), cutTokens };
}

function markOf(cut: number, whole: number): string {
  return `\n[cut here: ${cut} of ${whole} tokens did not fit]`;
}

/** UTF-16 units of the longest beginning that is estimated at no more than `tokens`. */
function unitsWithin(text: string, tokens: number): number {
  let quarters = 0;
  let units = 0;
  for (const character of text) {
    quarters += WIDE.test(character) ? 4 + (character.length - 1) : character.length;
    if (quarters > tokens * 4) break;
    units += character.length;
  }
  return units;
}
