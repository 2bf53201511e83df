import { Args, Int, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { decodeId } from '@memory-hub/contracts';
import { Authorize, type RequestContext } from '../../../common';
import { Ctx, Gql, pageRequest, toConnection, type GraphqlContext } from '../../../infrastructure/graphql';
import {
  ProposalActInput,
  ProposalConnection,
  proposed,
  ProposalNode,
  ProposalPayload,
  proposalView,
} from '../../assets';
import { Viewer } from '../../identity';
import { policyView, ReviewPolicy } from '../../spaces';
import { Inbox } from '../inbox.service';
import { Reviews } from '../reviews.service';
import { ReviewViews } from './review-views';
import {
  AcknowledgeFindingInput,
  Check,
  DecideProposalInput,
  Decision,
  Impact,
  InboxArgs,
  ProposalRights,
  PublishProposalInput,
} from './reviews.types';

@Resolver(() => ProposalNode)
export class ReviewResolver {
  constructor(
    private readonly reviews: Reviews,
    private readonly views: ReviewViews,
    private readonly inboxes: Inbox,
  ) {}

  @Authorize('read', 'Proposal')
  @Query(() => ProposalConnection, { description: 'Proposals that concern the viewer, newest first.' })
  async inbox(
    @Ctx() ctx: RequestContext,
    @Args() { view, spaceId, first, after }: InboxArgs,
  ): Promise<InstanceType<typeof ProposalConnection>> {
    const query = {
      view: view ?? 'waiting_for_me',
      spaceId: spaceId == null ? null : decodeId('space', spaceId),
    };
    const page = await this.inboxes.page(ctx, query, pageRequest('uuid', first, after));
    return toConnection({ ...page, rows: page.rows.map(proposalView) }, ({ row }) => row.id);
  }

  @ResolveField('policy', () => ReviewPolicy, { description: 'How it is decided.' })
  async policyOf(@Gql() gql: GraphqlContext, @Parent() { row }: ProposalNode): Promise<ReviewPolicy> {
    return policyView((await this.views.of(gql, row)).policy);
  }

  @ResolveField('checks', () => [Check], { description: 'Automated checks of the newest words.' })
  async checksOf(@Gql() gql: GraphqlContext, @Parent() { row }: ProposalNode): Promise<Check[]> {
    return this.views.checks(gql, await this.views.of(gql, row));
  }

  @ResolveField('decisions', () => [Decision], { description: 'What reviewers decided, oldest first.' })
  async decisionsOf(@Gql() gql: GraphqlContext, @Parent() { row }: ProposalNode): Promise<Decision[]> {
    return this.views.decisions(gql, await this.views.of(gql, row));
  }

  @ResolveField('impact', () => Impact, { description: 'What publishing changes for whom.' })
  async impactOf(@Gql() gql: GraphqlContext, @Parent() { row }: ProposalNode): Promise<Impact> {
    return this.views.impact(gql, await this.views.of(gql, row));
  }

  @ResolveField('approvalsGiven', () => Int, {
    description: 'Approvals of the newest words under the policy as it is.',
  })
  async approvalsGivenOf(@Gql() gql: GraphqlContext, @Parent() { row }: ProposalNode): Promise<number> {
    return (await this.views.of(gql, row)).review.approvals.given;
  }

  @ResolveField('approvalsNeeded', () => Int, { description: 'Approvals that the policy asks for.' })
  async approvalsNeededOf(@Gql() gql: GraphqlContext, @Parent() { row }: ProposalNode): Promise<number> {
    return (await this.views.of(gql, row)).review.approvals.needed;
  }

  @ResolveField('blockers', () => [String], {
    description: 'Why it cannot be approved or published now, one plain sentence each.',
  })
  async blockersOf(@Gql() gql: GraphqlContext, @Parent() { row }: ProposalNode): Promise<string[]> {
    return this.views.blockers(gql, await this.views.of(gql, row));
  }

  @ResolveField('viewerCan', () => ProposalRights, {
    description: 'What the viewer may do with it as it is now.',
  })
  async viewerCanOf(@Gql() gql: GraphqlContext, @Parent() { row }: ProposalNode): Promise<ProposalRights> {
    return this.views.rights(gql.ctx, await this.views.of(gql, row));
  }

  @Authorize('approve', 'Proposal')
  @Mutation(() => ProposalPayload, {
    description: 'Approves or sends back exactly the words that were read.',
  })
  async decideProposal(
    @Gql() gql: GraphqlContext,
    @Args('input') { id, digest, kind, note }: DecideProposalInput,
  ): Promise<ProposalPayload> {
    return proposed(gql, async () =>
      this.reviews.decide(gql.ctx, { id: decodeId('proposal', id), digest, kind, note: note ?? null }),
    );
  }

  @Authorize('acknowledge', 'Proposal')
  @Mutation(() => ProposalPayload, {
    description: 'Takes note of a warning, so that it no longer blocks publishing.',
  })
  async acknowledgeFinding(
    @Gql() gql: GraphqlContext,
    @Args('input') { proposalId, findingId }: AcknowledgeFindingInput,
  ): Promise<ProposalPayload> {
    return proposed(gql, async () =>
      this.reviews.acknowledge(gql.ctx, {
        proposalId: decodeId('proposal', proposalId),
        findingId: decodeId('finding', findingId),
      }),
    );
  }

  @Authorize('publish', 'Proposal')
  @Mutation(() => ProposalPayload, { description: 'Makes the approved words the live ones.' })
  async publishProposal(
    @Gql() gql: GraphqlContext,
    @Args('input') { id, digest, note }: PublishProposalInput,
  ): Promise<ProposalPayload> {
    return proposed(gql, async () =>
      this.reviews.publish(gql.ctx, { id: decodeId('proposal', id), digest, note: note ?? null }),
    );
  }

  @Authorize('approveAndPublish', 'Proposal')
  @Mutation(() => ProposalPayload, { description: 'Approves and publishes in one act, or does neither.' })
  async approveAndPublish(
    @Gql() gql: GraphqlContext,
    @Args('input') { id, digest, note }: PublishProposalInput,
  ): Promise<ProposalPayload> {
    return proposed(gql, async () =>
      this.reviews.approveAndPublish(gql.ctx, { id: decodeId('proposal', id), digest, note: note ?? null }),
    );
  }

  @Authorize('comment', 'Proposal')
  @Mutation(() => ProposalPayload, {
    description: 'Runs the checks again that could not finish. Finished ones stay as they are.',
  })
  async rerunChecks(
    @Gql() gql: GraphqlContext,
    @Args('input') { id, expectedDigest }: ProposalActInput,
  ): Promise<ProposalPayload> {
    return proposed(gql, async () =>
      this.reviews.rerunChecks(gql.ctx, { id: decodeId('proposal', id), digest: expectedDigest }),
    );
  }
}

@Resolver(() => Viewer)
export class ViewerInboxResolver {
  constructor(private readonly inboxes: Inbox) {}

  @ResolveField('inboxCount', () => Int, { description: 'Proposals that wait for the viewer.' })
  async inboxCountOf(@Ctx() ctx: RequestContext): Promise<number> {
    return this.inboxes.waiting(ctx);
  }
}
