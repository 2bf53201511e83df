import { Injectable } from '@nestjs/common';
import { DomainError } from '@memory-hub/contracts';
import type { RequestContext } from '../../common';
import { UnitOfWork, type TxContext } from '../../infrastructure/prisma';
import { CHECK_NAMES, type AssetRow, type Proposal } from '../assets';
import { Spaces, type EffectivePolicy } from '../spaces';
import { reviewOf, type Check, type Finding, type Review, type ReviewFacts } from './domain/review';
import { ReviewsRepository, type CheckRow } from './reviews.repository';

/** A proposal with its asset and everything that was decided and found about it. */
export interface Reviewed {
  readonly proposal: Proposal;
  readonly asset: AssetRow;
  readonly policy: EffectivePolicy;
  readonly facts: ReviewFacts;
  readonly review: Review;
}

/** Reads how reviews stand. */
@Injectable()
export class ReviewReader {
  constructor(
    private readonly work: UnitOfWork,
    private readonly reviews: ReviewsRepository,
    private readonly spaces: Spaces,
  ) {}

  async one(ctx: RequestContext, pair: { proposal: Proposal; asset: AssetRow }): Promise<Reviewed> {
    const [reviewed] = await this.many(ctx, [pair]);
    if (reviewed === undefined) throw new Error('a review could not be read');
    return reviewed;
  }

  /** In the order given; a fixed number of statements, and one policy for each space and kind. */
  async many(
    ctx: RequestContext,
    pairs: readonly { proposal: Proposal; asset: AssetRow }[],
  ): Promise<Reviewed[]> {
    return this.work.read(ctx, async (tx) => {
      const ids = pairs.map(({ proposal }) => proposal.id);
      const decisions = await this.reviews.decisions(tx, ids);
      const checks = await this.reviews.checks(tx, ids);
      const findings = await this.reviews.findings(
        tx,
        checks.map(({ id }) => id),
      );
      const policies = await this.policiesOf(
        tx,
        pairs.map(({ asset }) => asset),
      );
      return pairs.map(({ proposal, asset }) => {
        const policy = policies.get(keyOf(asset)) ?? unseenPolicy(asset);
        const own = checks.filter(({ proposalId }) => proposalId === proposal.id);
        const facts: ReviewFacts = {
          proposal,
          policy,
          decisions: decisions.filter(({ proposalId }) => proposalId === proposal.id),
          checks: checksOf(proposal, own, findings),
        };
        return { proposal, asset, policy, facts, review: reviewOf(facts) };
      });
    });
  }

  private async policiesOf(
    ctx: TxContext,
    assets: readonly AssetRow[],
  ): Promise<ReadonlyMap<string, EffectivePolicy>> {
    const policies = new Map<string, EffectivePolicy>();
    for (const asset of new Map(assets.map((one) => [keyOf(one), one])).values()) {
      const policy = await this.policyOf(ctx, asset);
      if (policy !== null) policies.set(keyOf(asset), policy);
    }
    return policies;
  }

  /** Null for a reader of the organisation who does not belong to the space. */
  private async policyOf(ctx: TxContext, { spaceId, kind }: AssetRow): Promise<EffectivePolicy | null> {
    try {
      return await this.spaces.policyOf(ctx, spaceId, kind);
    } catch (error) {
      if (error instanceof DomainError && error.code === 'NOT_FOUND') return null;
      throw error;
    }
  }
}

function keyOf({ spaceId, kind }: AssetRow): string {
  return `${spaceId} ${kind}`;
}

/** The least that any policy asks for, under a version that no decision carries. */
function unseenPolicy({ spaceId, kind }: AssetRow): EffectivePolicy {
  return {
    spaceId,
    kind,
    approvals: 1,
    selfApproval: false,
    selfApprovalUntilSecondReviewer: false,
    version: 0,
    selfApprovalNow: false,
  };
}

/** Checks by their order. In review every check is due, whether its job has come or not. */
function checksOf({ state }: Proposal, rows: readonly CheckRow[], findings: readonly Finding[]): Check[] {
  const isDue = state === 'in_review' || state === 'approved';
  return CHECK_NAMES.flatMap((name): Check[] => {
    const row = rows.find((one) => one.name === name);
    if (row !== undefined)
      return [{ ...row, findings: findings.filter(({ checkId }) => checkId === row.id) }];
    return isDue
      ? [{ name, state: 'queued', error: null, startedAt: null, finishedAt: null, findings: [] }]
      : [];
  });
}
