import { DomainError, PROPOSAL_STATES, type ProposalState } from '@memory-hub/contracts';

export const PROPOSAL_ACTIONS = [
  'submit',
  'revise',
  'approve',
  'requestChanges',
  'withdraw',
  'reopen',
  'publish',
] as const;
export type ProposalAction = (typeof PROPOSAL_ACTIONS)[number];

/** What the decision needs to know beside the state. */
export interface ProposalProgress {
  /** The approvals, this decision included, meet the policy for the newest revision. See `approvalsMet`. */
  readonly approvalsMet: boolean;
  /** Checks of the newest revision. `blocked`: an error, or a warning that nobody acknowledged. */
  readonly checks: 'passed' | 'pending' | 'blocked';
}

/** Where each act leads. A new revision voids the approvals; withdrawing steps back, from a draft for good. */
const STEPS: Readonly<Record<ProposalState, Partial<Readonly<Record<ProposalAction, ProposalState>>>>> = {
  draft: { submit: 'in_review', revise: 'draft', withdraw: 'withdrawn' },
  in_review: { approve: 'approved', revise: 'in_review', requestChanges: 'draft', withdraw: 'draft' },
  approved: {
    approve: 'approved',
    revise: 'in_review',
    requestChanges: 'draft',
    withdraw: 'draft',
    publish: 'published',
  },
  published: {},
  withdrawn: { reopen: 'draft' },
};

/**
 * The proposal's next state. An approval that does not yet meet the policy leaves it in review. Throws
 * `INVALID_TRANSITION`, and for publishing `NOT_APPROVED`, `CHECKS_PENDING` or `CHECKS_FAILED`.
 */
export function transition(
  state: ProposalState,
  action: ProposalAction,
  progress: ProposalProgress,
): ProposalState {
  const next = STEPS[state][action];
  if (next === undefined) {
    throw new DomainError(
      'INVALID_TRANSITION',
      `A proposal that is "${state}" cannot take the step "${action}".`,
      {
        params: { state, action },
      },
    );
  }
  if (action === 'publish') requirePublishable(progress);
  if (action === 'approve' && !progress.approvalsMet) return 'in_review';
  return next;
}

/** States from which the act is possible. */
export function proposalStatesFor(action: ProposalAction): readonly ProposalState[] {
  return PROPOSAL_STATES.filter((state) => STEPS[state][action] !== undefined);
}

function requirePublishable({ approvalsMet, checks }: ProposalProgress): void {
  if (!approvalsMet) {
    throw new DomainError(
      'NOT_APPROVED',
      'The newest revision does not have the approvals that the policy asks for.',
    );
  }
  if (checks === 'pending') {
    throw new DomainError('CHECKS_PENDING', 'The checks of this revision have not finished yet.');
  }
  if (checks === 'blocked') {
    throw new DomainError(
      'CHECKS_FAILED',
      'A check found an error, or a warning that nobody has acknowledged.',
    );
  }
}
