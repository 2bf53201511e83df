import { finding, type Finding } from '../finding';
import type { Range, Source } from './source';

/** Findings of one rule in one file; more of the same help nobody. */
const SHOWN = 20;

/** The first places where the pattern (with `g`) matches, and how many there are in all; `skip` leaves out a place. */
export function placesOf(
  pattern: RegExp,
  text: string,
  skip: (start: number, end: number) => boolean = () => false,
): { readonly shown: readonly Range[]; readonly total: number } {
  const shown: Range[] = [];
  let total = 0;
  for (const { index: start, 0: matched } of text.matchAll(pattern)) {
    if (skip(start, start + matched.length)) continue;
    total += 1;
    if (shown.length < SHOWN) shown.push({ start, end: start + matched.length });
  }
  return { shown, total };
}

/** Says that there is more than what is shown. */
export function andMore(source: Source, rule: string, hidden: number): Finding[] {
  if (hidden <= 0) return [];
  const message = `${hidden} more places in this file.`;
  return [finding({ rule, severity: 'info', path: source.path, message })];
}
