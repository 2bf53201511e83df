import { cutAtGrapheme } from '@memory-hub/contracts';
import { finding, type Finding, type Severity } from '../finding';
import { excerptAt } from './excerpt';
import { findInvisible, type InvisibleRun } from './invisible';
import type { Source } from './source';

const NAMES = {
  tag: 'Tag characters, which no text needs, can hold words that only a machine reads',
  selector: 'Variation selectors in a row can hold words that only a machine reads',
  direction: 'A direction control can show words in another order than they are read',
  'zero-width': 'A character without width can hide or split words',
  control: 'A control character can hide or change what is shown',
} as const;

/** Finds invisible characters and says what they spell. */
export function checkInvisible(source: Source): Finding[] {
  return findInvisible(source.text).map((run) => {
    const { start } = run;
    const line = source.lines.lineAt(start);
    const spelled = run.decoded === null ? '' : ` Decoded: “${cutAtGrapheme(run.decoded, 300)}”.`;
    return finding({
      rule: 'hidden-unicode',
      severity: severityOf(run, source),
      path: source.path,
      line,
      column: start - source.lines.startOf(line) + 1,
      message: `${NAMES[run.kind]}.${spelled}`,
      excerpt: excerptAt(source, { start, end: Math.min(run.end, start + 12) }),
    });
  });
}

function severityOf({ kind, decoded, start, end }: InvisibleRun, source: Source): Severity {
  if (decoded !== null || kind === 'tag') return 'error';
  if (kind === 'selector') return end - start > 4 ? 'error' : 'warn';
  // C1 controls are what text in a wrong encoding looks like.
  if (kind === 'control') return /[\u0080-\u009f]/.test(source.text.charAt(start)) ? 'info' : 'warn';
  if (kind === 'direction') return source.contextAt(start) === 'executable' ? 'error' : 'warn';
  return end - start >= 8 ? 'warn' : 'info';
}
