/** What a space asks for before a proposal of one kind counts as approved. */
export interface ApprovalPolicy {
  readonly version: number;
  /** At least 1: a lower number is read as 1. */
  readonly approvals: number;
  /** Authors' own decisions count, at this moment. See `selfApprovalAllowed`. */
  readonly selfApproval: boolean;
  /** For each steward rule that matches the proposal, the stewards; one of each list must approve. */
  readonly stewards: readonly (readonly string[])[];
}

/** One reviewer's word about one revision. */
export interface Decision {
  readonly reviewerId: string;
  readonly kind: 'approve' | 'requestChanges';
  readonly digest: string;
  readonly policyVersion: number;
}

export interface DecidedRevision {
  /** Digest of the revision's root tree. */
  readonly digest: string;
  /** Author, co-authors and last editor: the people behind the words. */
  readonly authorIds: readonly string[];
}

export interface ApprovalCount {
  readonly given: number;
  readonly needed: number;
  /** Reviewers whose last word is a request for changes. */
  readonly objectorIds: readonly string[];
  /** Steward lists of which nobody has approved. */
  readonly missingStewards: readonly (readonly string[])[];
  readonly met: boolean;
}

/**
 * Counts the decisions, oldest first, about exactly this revision and policy version. The last word of each
 * reviewer counts. Somebody whose words these are counts only when the policy lets authors decide.
 */
export function countApprovals(
  policy: ApprovalPolicy,
  decisions: readonly Decision[],
  revision: DecidedRevision,
): ApprovalCount {
  const lastWords = new Map(
    decisions
      .filter((decision) => isValid(decision, policy, revision))
      .map(({ reviewerId, kind }) => [reviewerId, kind]),
  );
  const approvers = [...lastWords].filter(([, kind]) => kind === 'approve').map(([reviewerId]) => reviewerId);
  const objectorIds = [...lastWords.keys()].filter((reviewerId) => !approvers.includes(reviewerId));
  const missingStewards = policy.stewards.filter(
    (stewards) => !stewards.some((one) => approvers.includes(one)),
  );
  const needed = policy.approvals >= 1 ? policy.approvals : 1;
  const met = approvers.length >= needed && objectorIds.length === 0 && missingStewards.length === 0;
  return { given: approvers.length, needed, objectorIds, missingStewards, met };
}

/** Whether the revision counts as approved. */
export function approvalsMet(
  policy: ApprovalPolicy,
  decisions: readonly Decision[],
  revision: DecidedRevision,
): boolean {
  return countApprovals(policy, decisions, revision).met;
}

/** Whether authors may decide now: a self-approval that waits for company ends when a second reviewer joins. */
export function selfApprovalAllowed(
  policy: { readonly selfApproval: boolean; readonly selfApprovalUntilSecondReviewer: boolean },
  reviewersInSpace: number,
): boolean {
  if (policy.selfApproval) return true;
  return policy.selfApprovalUntilSecondReviewer && reviewersInSpace < 2;
}

function isValid(decision: Decision, policy: ApprovalPolicy, revision: DecidedRevision): boolean {
  if (decision.digest !== revision.digest || decision.policyVersion !== policy.version) return false;
  return policy.selfApproval || !revision.authorIds.includes(decision.reviewerId);
}
