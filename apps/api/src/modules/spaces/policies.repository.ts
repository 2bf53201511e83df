import { Injectable } from '@nestjs/common';
import { ASSET_KINDS, type AssetKind } from '@memory-hub/contracts';
import type { TxContext } from '../../infrastructure/prisma';
import type { ReviewPolicy } from './domain/review-policy';

@Injectable()
export class PoliciesRepository {
  async insert(ctx: TxContext, policy: ReviewPolicy & { orgId: string; aclId: string }): Promise<void> {
    await ctx.tx.$executeRaw`
      INSERT INTO review_policy (space_id, kind, org_id, acl_id, approvals, self_approval, self_approval_until_second_reviewer, version)
      VALUES (${policy.spaceId}::uuid, ${policy.kind}, ${policy.orgId}::uuid, ${policy.aclId}::uuid, ${policy.approvals},
        ${policy.selfApproval}, ${policy.selfApprovalUntilSecondReviewer}, ${policy.version})`;
  }

  /** The policies of a space, one for each kind, as far as they are readable. */
  async of(ctx: TxContext, spaceIds: readonly string[]): Promise<ReviewPolicy[]> {
    const rows = await ctx.tx.reviewPolicy.findMany({
      where: { spaceId: { in: [...spaceIds] }, aclId: { in: [...ctx.classes] } },
      orderBy: [{ spaceId: 'asc' }, { kind: 'asc' }],
    });
    return rows.flatMap(policyOf);
  }

  /** Policies that let authors decide until a second reviewer comes. Also for a joining, which runs as the system. */
  async waitingForCompany(ctx: TxContext, spaceId: string): Promise<ReviewPolicy[]> {
    const rows = await ctx.tx.reviewPolicy.findMany({
      where: { spaceId, selfApprovalUntilSecondReviewer: true },
      orderBy: { kind: 'asc' },
    });
    return rows.flatMap(policyOf);
  }

  /** Stores a new version; false when another change came first. */
  async save(ctx: TxContext, policy: ReviewPolicy): Promise<boolean> {
    const { spaceId, kind, version, approvals, selfApproval, selfApprovalUntilSecondReviewer } = policy;
    const saved = await ctx.tx.reviewPolicy.updateMany({
      where: { spaceId, kind, version: version - 1 },
      data: { approvals, selfApproval, selfApprovalUntilSecondReviewer, version },
    });
    return saved.count === 1;
  }
}

/** A kind that this version does not know has no policy here. */
function policyOf(row: Omit<ReviewPolicy, 'kind'> & { kind: string }): ReviewPolicy[] {
  const kind: AssetKind | undefined = ASSET_KINDS.find((known) => known === row.kind);
  if (kind === undefined) return [];
  const { spaceId, approvals, selfApproval, selfApprovalUntilSecondReviewer, version } = row;
  return [{ spaceId, kind, approvals, selfApproval, selfApprovalUntilSecondReviewer, version }];
}
