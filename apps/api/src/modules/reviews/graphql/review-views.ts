import { Injectable } from '@nestjs/common';
import { encodeId } from '@memory-hub/contracts';
import { viewerCan, widens } from '@memory-hub/permissions';
import DataLoader from 'dataloader';
import type { RequestContext } from '../../../common';
import { loader, type GraphqlContext } from '../../../infrastructure/graphql';
import {
  AssetNames,
  AssetRows,
  Assets,
  contentTokens,
  proposalFacts,
  tokensAfterPublish,
  type Proposal,
} from '../../assets';
import { blockersOf } from '../domain/blockers';
import { impactSentences } from '../domain/impact';
import {
  authorsOf,
  isCurrent,
  lastWordOf,
  wouldBeApproved,
  type Check as CheckFacts,
} from '../domain/review';
import { checkLabel, checkSummary } from '../domain/words';
import { ReviewReader, type Reviewed } from '../review-reader';
import type { Check, Decision, Impact, ProposalRights } from './reviews.types';

/** Shapes of reviews for GraphQL. One request reads each review once. */
@Injectable()
export class ReviewViews {
  constructor(
    private readonly reader: ReviewReader,
    private readonly rows: AssetRows,
    private readonly assets: Assets,
    private readonly names: AssetNames,
  ) {}

  async of(gql: GraphqlContext, proposal: Proposal): Promise<Reviewed> {
    return loader(gql, 'reviews', () => new DataLoader(
      async (proposals: readonly Proposal[]) => {
        const pairs = await Promise.all(proposals.map(async (one) => ({ proposal: one, asset: await this.rows.assetOf(gql, one) })));
        return this.reader.many(gql.ctx, pairs);
      },
      { cacheKeyFn: ({ id }: Proposal) => id },
    )).load(proposal); // prettier-ignore
  }

  async checks(gql: GraphqlContext, { review }: Reviewed): Promise<Check[]> {
    return Promise.all(review.checks.map((check) => this.check(gql, check)));
  }

  async decisions(gql: GraphqlContext, { proposal, policy, review }: Reviewed): Promise<Decision[]> {
    return Promise.all(
      review.decisions.map(async (decision) => ({
        id: encodeId('decision', decision.id),
        kind: decision.kind,
        by: await this.names.user(gql, decision.userId),
        at: decision.createdAt,
        note: decision.note,
        digest: decision.digest,
        isCurrent: isCurrent(decision, proposal, policy),
      })),
    );
  }

  async impact(gql: GraphqlContext, { proposal, asset }: Reviewed): Promise<Impact> {
    const { ctx } = gql;
    const agents = await this.assets.mountedOn(ctx, asset.id);
    const before = contentTokens(asset);
    const isOpen = proposal.state !== 'published' && proposal.state !== 'withdrawn';
    const after = isOpen ? tokensAfterPublish(proposal, asset) : before;
    const readersOf = (tokens: readonly string[]): Promise<string[]> =>
      this.names.readers(ctx, tokens, asset.ownerId);
    const pinned = agents.filter(({ isPinned }) => isPinned).length;
    const [gained, lost] = [
      await readersOf(after.filter((one) => widens(before, [one]))),
      await readersOf(before.filter((one) => widens(after, [one]))),
    ];
    return {
      agents: agents.map(({ id, name }) => ({ id: encodeId('agent', id), name })),
      sentences: isOpen
        ? impactSentences(ctx.locale, {
            isNew: asset.status === 'none',
            following: agents.length - pinned,
            pinned,
            gained,
            lost,
          })
        : [],
      readersBefore: await readersOf(before),
      readersAfter: await readersOf(after),
    };
  }

  async blockers(gql: GraphqlContext, { proposal, asset, policy, review }: Reviewed): Promise<string[]> {
    const { ctx } = gql;
    const objectors = await Promise.all(
      review.approvals.objectorIds.map(async (id) => (await this.names.user(gql, id)).name),
    );
    return blockersOf(ctx.locale, {
      proposal,
      asset,
      review,
      objectors,
      isOwnWords: isOwnWords(ctx, { proposal, asset, policy }),
    });
  }

  /** What the viewer may do and would succeed with, checks aside. */
  rights(ctx: RequestContext, { proposal, asset, policy, facts, review }: Reviewed): ProposalRights {
    const may = viewerCan(ctx.ability, 'Proposal', proposalFacts(proposal, asset, policy.selfApprovalNow));
    const me = ctx.userId ?? '';
    return {
      edit: may.edit,
      submit: may.submit,
      withdraw: may.withdraw,
      approve: may.approve && lastWordOf(me, facts)?.kind !== 'approve',
      requestChanges: may.requestChanges,
      publish: may.publish && review.progress.approvalsMet,
      approveAndPublish: may.approveAndPublish && !review.progress.approvalsMet && wouldBeApproved(me, facts),
    };
  }

  private async check(gql: GraphqlContext, check: CheckFacts): Promise<Check> {
    const { locale } = gql.ctx;
    const findings = check.findings.map(async ({ id, acknowledgedBy, ...finding }) => ({
      ...finding,
      id: encodeId('finding', id),
      acknowledgedBy: acknowledgedBy === null ? null : await this.names.user(gql, acknowledgedBy),
    }));
    return {
      name: check.name,
      label: checkLabel(locale, check.name),
      state: check.state,
      summary: checkSummary(locale, check),
      findings: await Promise.all(findings),
      startedAt: check.startedAt,
      finishedAt: check.finishedAt,
      error: check.error,
    };
  }
}

/** The viewer reviews here, and only their own part in the words keeps them from deciding. */
function isOwnWords(
  ctx: RequestContext,
  { proposal, asset, policy }: Pick<Reviewed, 'proposal' | 'asset' | 'policy'>,
): boolean {
  if (policy.selfApprovalNow || !authorsOf(proposal).includes(ctx.userId ?? '')) return false;
  return viewerCan(ctx.ability, 'Proposal', proposalFacts(proposal, asset, true)).approve;
}
