import { wellFormed } from '@memory-hub/contracts';

/** `error` blocks publishing, `warn` must be acknowledged, `info` is shown. */
export type Severity = 'error' | 'warn' | 'info';

/** One thing that a check has found. */
export interface Finding {
  /** Stable name of the rule, kebab-case. */
  readonly rule: string;
  readonly severity: Severity;
  /** The file as it was given, null when it is about the whole. */
  readonly path: string | null;
  /** From 1. */
  readonly line: number | null;
  /** From 1, in UTF-16 units; only where the position within the line matters. */
  readonly column: number | null;
  /** What is wrong, and what would be right. */
  readonly message: string;
  /** The words in question with secrets masked and invisible characters spelled out, at most 200 characters. */
  readonly excerpt: string | null;
}

export type FindingInput = Pick<Finding, 'rule' | 'severity' | 'message'> & Partial<Finding>;

export function finding({ message, excerpt, ...input }: FindingInput): Finding {
  return {
    path: null,
    line: null,
    column: null,
    ...input,
    message: wellFormed(message).text,
    excerpt: excerpt == null ? null : wellFormed(excerpt).text,
  };
}

export function hasErrors(findings: readonly Finding[]): boolean {
  return findings.some(({ severity }) => severity === 'error');
}
