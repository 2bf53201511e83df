import { cutAtGrapheme, wellFormed } from '@memory-hub/contracts';
import type { CheckFinding } from '../../assets';
import type { CheckState } from './review';

/** Findings of one check that are stored; more would not be read. */
const MOST = 200;
const RANK = { error: 0, warn: 1, info: 2 } as const;

/** The most serious findings first. When some are left out, one says so and is as serious as the worst of them. */
export function worthStoring(findings: readonly CheckFinding[]): CheckFinding[] {
  const sorted = findings.map(shortened).sort((a, b) => RANK[a.severity] - RANK[b.severity]);
  if (sorted.length <= MOST) return sorted;
  const kept = sorted.slice(0, MOST - 1);
  const left = sorted.slice(MOST - 1);
  const worst = left[0]?.severity ?? 'info';
  return [
    ...kept,
    {
      rule: 'more-findings',
      severity: worst,
      path: null,
      line: null,
      message: `${left.length} more findings are not listed.`,
      excerpt: null,
    },
  ];
}

/** How a check stands that found this. */
export function stateOf(findings: readonly CheckFinding[]): CheckState {
  if (findings.some(({ severity }) => severity === 'error')) return 'failed';
  return findings.some(({ severity }) => severity === 'warn') ? 'warning' : 'passed';
}

/** No text column takes a NUL or half a character, and a message is read by people. */
function shortened({ rule, severity, path, line, message, excerpt }: CheckFinding): CheckFinding {
  return {
    rule: clean(rule, 100),
    severity,
    path: path === null ? null : clean(path, 400),
    line,
    message: clean(message, 1_000),
    excerpt: excerpt === null ? null : clean(excerpt, 400),
  };
}

function clean(text: string, limit: number): string {
  return wellFormed(cutAtGrapheme(text, limit).replaceAll('\0', '')).text;
}
