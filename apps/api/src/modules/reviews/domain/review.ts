import { countApprovals, type ApprovalCount, type ProposalProgress } from '@memory-hub/permissions';
import type { CheckName, Proposal } from '../../assets';

export interface Decision {
  readonly id: string;
  readonly proposalId: string;
  readonly kind: 'approve' | 'request_changes';
  readonly userId: string;
  readonly note: string | null;
  readonly digest: string;
  readonly policyVersion: number;
  readonly createdAt: Date;
}

export interface Finding {
  readonly id: string;
  readonly checkId: string;
  readonly rule: string;
  readonly severity: 'info' | 'warn' | 'error';
  readonly path: string | null;
  readonly line: number | null;
  readonly message: string;
  readonly excerpt: string | null;
  readonly acknowledgedBy: string | null;
  readonly acknowledgedAt: Date | null;
}

export const CHECK_STATES = ['queued', 'running', 'passed', 'warning', 'failed', 'errored'] as const;
export type CheckState = (typeof CHECK_STATES)[number];

export interface Check {
  readonly name: CheckName;
  readonly state: CheckState;
  readonly error: string | null;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly findings: readonly Finding[];
}

/** The policy as it works at this moment. */
export interface PolicyNow {
  readonly approvals: number;
  readonly version: number;
  readonly selfApprovalNow: boolean;
}

/** How the review of a proposal stands. Decisions and checks are about any of its revisions. */
export interface Review {
  readonly decisions: readonly Decision[];
  /** Checks of the newest revision. */
  readonly checks: readonly Check[];
  readonly approvals: ApprovalCount;
  readonly progress: ProposalProgress;
}

export interface ReviewFacts {
  readonly proposal: Proposal;
  readonly policy: PolicyNow;
  /** Oldest first. */
  readonly decisions: readonly Decision[];
  readonly checks: readonly Check[];
}

export function reviewOf({ proposal, policy, decisions, checks }: ReviewFacts): Review {
  const approvals = countApprovals(
    {
      version: policy.version,
      approvals: policy.approvals,
      selfApproval: policy.selfApprovalNow,
      stewards: [],
    },
    decisions.map(({ userId, kind, digest, policyVersion }) => ({
      reviewerId: userId,
      kind: kind === 'approve' ? 'approve' : 'requestChanges',
      digest,
      policyVersion,
    })),
    { digest: proposal.digest, authorIds: authorsOf(proposal) },
  );
  return { decisions, checks, approvals, progress: { approvalsMet: approvals.met, checks: standOf(checks) } };
}

/** The people behind the words. */
export function authorsOf({ authorUserId, coAuthorIds, lastEditorId }: Proposal): string[] {
  return [...new Set([authorUserId, ...coAuthorIds, lastEditorId])];
}

/** Whether a decision is about the newest words and the policy as it is. */
export function isCurrent(
  { digest, policyVersion }: Decision,
  proposal: Proposal,
  policy: PolicyNow,
): boolean {
  return digest === proposal.digest && policyVersion === policy.version;
}

/** The last word of a person that still counts; null when they have not decided. */
export function lastWordOf(userId: string, { proposal, policy, decisions }: ReviewFacts): Decision | null {
  return (
    decisions
      .filter((decision) => decision.userId === userId && isCurrent(decision, proposal, policy))
      .at(-1) ?? null
  );
}

/** Whether the proposal would count as approved if this person approved now. */
export function wouldBeApproved(userId: string, facts: ReviewFacts): boolean {
  const { proposal, policy, decisions } = facts;
  const word: Decision = {
    id: '',
    proposalId: proposal.id,
    kind: 'approve',
    userId,
    note: null,
    digest: proposal.digest,
    policyVersion: policy.version,
    createdAt: proposal.updatedAt,
  };
  return reviewOf({ ...facts, decisions: [...decisions, word] }).approvals.met;
}

export function isFinished({ state }: Pick<Check, 'state'>): boolean {
  return state === 'passed' || state === 'warning' || state === 'failed';
}

/** Warnings that nobody has acknowledged. */
export function openWarnings(check: Check): readonly Finding[] {
  return check.findings.filter(
    ({ severity, acknowledgedAt }) => severity === 'warn' && acknowledgedAt === null,
  );
}

function standOf(checks: readonly Check[]): ProposalProgress['checks'] {
  if (checks.length === 0 || !checks.every(isFinished)) return 'pending';
  return checks.some((check) => check.state === 'failed' || openWarnings(check).length > 0)
    ? 'blocked'
    : 'passed';
}
