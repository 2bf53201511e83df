import { Injectable } from '@nestjs/common';
import { DomainError, notFound, type AssetKind } from '@memory-hub/contracts';
import { assertCan, selfApprovalAllowed } from '@memory-hub/permissions';
import type { RequestContext } from '../../common';
import { AuditLog, UnitOfWork, type TxContext } from '../../infrastructure/prisma';
import { changePolicy, policyInCompany, type ReviewPolicy } from './domain/review-policy';
import { MembersRepository } from './members.repository';
import { PoliciesRepository } from './policies.repository';
import { factsOf } from './space';
import { SpacesRepository } from './spaces.repository';

/** A policy as it works now. */
export interface EffectivePolicy extends ReviewPolicy {
  /** Whether authors may decide about their own words at this moment. */
  readonly selfApprovalNow: boolean;
}

/** How proposals are decided, per space and kind. */
@Injectable()
export class Policies {
  constructor(
    private readonly work: UnitOfWork,
    private readonly spaces: SpacesRepository,
    private readonly policies: PoliciesRepository,
    private readonly members: MembersRepository,
    private readonly audit: AuditLog,
  ) {}

  /** The policy for a kind in a space. @throws DomainError NOT_FOUND when the space is missing or hidden */
  async policyOf(ctx: RequestContext, spaceId: string, kind: AssetKind): Promise<EffectivePolicy> {
    return this.work.read(ctx, async (tx) => {
      const policy = (await this.policies.of(tx, [spaceId])).find((one) => one.kind === kind);
      if (policy === undefined) throw notFound('space');
      return {
        ...policy,
        selfApprovalNow: selfApprovalAllowed(policy, await this.members.countReviewers(tx, spaceId)),
      };
    });
  }

  /** All policies of these spaces that are readable. */
  async of(ctx: RequestContext, spaceIds: readonly string[]): Promise<ReviewPolicy[]> {
    return this.work.read(ctx, (tx) => this.policies.of(tx, spaceIds));
  }

  async set(
    ctx: RequestContext,
    input: { spaceId: string; kind: AssetKind; approvals: number; selfApproval: boolean },
  ): Promise<void> {
    await this.work.write(ctx, async (tx) => {
      const { spaceId, kind, approvals, selfApproval } = input;
      const space = await this.spaces.find(tx, spaceId);
      if (space === null) throw notFound('space');
      assertCan(ctx.ability, 'managePolicies', 'Space', factsOf(space));
      const current = (await this.policies.of(tx, [spaceId])).find((one) => one.kind === kind);
      if (current === undefined) throw notFound('space');
      const next = changePolicy(current, { approvals, selfApproval });
      await this.save(tx, next);
      await this.audit.record(tx, {
        action: 'review_policy.change',
        targetType: 'space',
        targetId: spaceId,
        spaceId,
        details: { kind, approvals, selfApproval, version: next.version },
      });
    });
  }

  /** A member joined or was raised: reviewing alone ends by itself when there are two. */
  async endReviewingAlone(tx: TxContext, spaceId: string): Promise<void> {
    const reviewers = await this.members.countReviewers(tx, spaceId);
    for (const policy of await this.policies.waitingForCompany(tx, spaceId)) {
      const next = policyInCompany(policy, reviewers);
      if (next === null) continue;
      await this.save(tx, next);
      const details = { kind: next.kind, version: next.version, reviewers };
      await this.audit.record(tx, {
        action: 'review_policy.self_approval_ended',
        targetType: 'space',
        targetId: spaceId,
        spaceId,
        details,
      });
    }
  }

  private async save(tx: TxContext, next: ReviewPolicy): Promise<void> {
    if (await this.policies.save(tx, next)) return;
    throw new DomainError('CONFLICT', 'Somebody else changed this policy at the same moment.', {
      hint: 'Look at it again.',
    });
  }
}
