import { invalidInput, type AssetKind } from '@memory-hub/contracts';

/** How proposals of one kind are decided in one space. */
export interface ReviewPolicy {
  readonly spaceId: string;
  readonly kind: AssetKind;
  readonly approvals: number;
  /** Authors may always decide about their own words. */
  readonly selfApproval: boolean;
  /** Authors may, as long as nobody else in the space reviews. */
  readonly selfApprovalUntilSecondReviewer: boolean;
  /** Rises with every change; decisions made under another version do not count. */
  readonly version: number;
}

export type Founding = 'personal' | 'alone' | 'four_eyes';

const MOST_APPROVALS = 10;

/** The policy a new space begins with. In a personal space nobody else could decide. */
export function firstPolicy(spaceId: string, kind: AssetKind, founding: Founding): ReviewPolicy {
  return {
    spaceId,
    kind,
    approvals: 1,
    selfApproval: founding === 'personal',
    selfApprovalUntilSecondReviewer: founding === 'alone',
    version: 1,
  };
}

/** What an admin sets holds until it is set anew: "until somebody joins" is over. */
export function changePolicy(
  policy: ReviewPolicy,
  change: { approvals: number; selfApproval: boolean },
): ReviewPolicy {
  if (!Number.isInteger(change.approvals) || change.approvals < 1 || change.approvals > MOST_APPROVALS)
    throw invalidInput(['approvals'], `approvals must be a whole number from 1 to ${MOST_APPROVALS}.`);
  return { ...policy, ...change, selfApprovalUntilSecondReviewer: false, version: policy.version + 1 };
}

/** The policy once a second reviewer is there; null when that changes nothing. */
export function policyInCompany(policy: ReviewPolicy, reviewers: number): ReviewPolicy | null {
  if (!policy.selfApprovalUntilSecondReviewer || reviewers < 2) return null;
  return { ...policy, selfApprovalUntilSecondReviewer: false, version: policy.version + 1 };
}
