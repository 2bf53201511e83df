import { Args, ID, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { decodeId, parseId, type AssetKind } from '@memory-hub/contracts';
import { Authorize, type RequestContext } from '../../../common';
import {
  ActorRef,
  AssetKindEnum,
  Ctx,
  Gql,
  NodeRegistry,
  payload,
  SpaceRef,
  type GraphqlContext,
} from '../../../infrastructure/graphql';
import type { Proposal as ProposalRow } from '../domain/asset';
import { readSentFiles } from '../domain/files';
import { ProposalReader } from '../proposal-reader';
import { Proposals } from '../proposals.service';
import { ProposalActInput, ProposeSkillInput, ReviseProposalInput } from './assets.inputs';
import { AssetNames } from './asset-names';
import { AssetRows, assetView, proposalView, revisionView } from './asset-rows';
import { Asset, FileDiff, Proposal, ProposalPayload, Revision } from './assets.types';

@Resolver(() => Proposal)
export class ProposalResolver {
  constructor(
    private readonly reader: ProposalReader,
    private readonly proposals: Proposals,
    private readonly rows: AssetRows,
    private readonly names: AssetNames,
    nodes: NodeRegistry,
  ) {
    nodes.register('proposal', async (ctx, uuid) => this.load(ctx, uuid));
  }

  @Authorize('read', 'Proposal')
  @Query(() => Proposal, {
    nullable: true,
    description: 'A proposal by its id; null when it is missing or hidden.',
  })
  async proposal(
    @Ctx() ctx: RequestContext,
    @Args('id', { type: () => ID }) id: string,
  ): Promise<Proposal | null> {
    const parsed = parseId(id);
    return parsed?.type === 'proposal' ? this.load(ctx, parsed.uuid) : null;
  }

  @ResolveField('kind', () => AssetKindEnum, { description: 'Kind of its asset.' })
  async kindOf(@Gql() gql: GraphqlContext, @Parent() { row }: Proposal): Promise<AssetKind> {
    return (await this.rows.assetOf(gql, row)).kind;
  }

  @ResolveField('asset', () => Asset, { description: 'What it changes.' })
  async assetOf(@Gql() gql: GraphqlContext, @Parent() { row }: Proposal): Promise<Asset> {
    return assetView(await this.rows.assetOf(gql, row));
  }

  @ResolveField('space', () => SpaceRef, { description: 'The space of the asset.' })
  async spaceOf(@Gql() gql: GraphqlContext, @Parent() { row }: Proposal): Promise<SpaceRef> {
    return this.names.space(gql, row.spaceId);
  }

  @ResolveField('author', () => ActorRef, { description: 'Who wrote it.' })
  async authorOf(@Gql() gql: GraphqlContext, @Parent() { row }: Proposal): Promise<ActorRef> {
    return this.names.actor(gql, { kind: row.authorKind, id: row.authorId });
  }

  @ResolveField('lastEditor', () => ActorRef, {
    description: 'The person who made or answers for the newest revision.',
  })
  async lastEditorOf(@Gql() gql: GraphqlContext, @Parent() { row }: Proposal): Promise<ActorRef> {
    return this.names.actor(gql, { kind: 'user', id: row.lastEditorId });
  }

  @ResolveField('base', () => Revision, {
    nullable: true,
    description: 'The revision it changes; null for a new asset, or when the viewer may not read it.',
  })
  async baseOf(@Gql() gql: GraphqlContext, @Parent() { row }: Proposal): Promise<Revision | null> {
    const base = row.baseRevisionId === null ? null : await this.rows.revision(gql, row.baseRevisionId);
    return base === null ? null : revisionView(base);
  }

  @ResolveField('revision', () => Revision, { description: 'Its newest words.' })
  async revisionOf(@Gql() gql: GraphqlContext, @Parent() { row }: Proposal): Promise<Revision> {
    return revisionView(await this.rows.wordsOf(gql, row));
  }

  @ResolveField('diff', () => [FileDiff], { description: 'What it changes, file by file.' })
  async diffOf(@Ctx() ctx: RequestContext, @Parent() { row }: Proposal): Promise<FileDiff[]> {
    return (await this.reader.diff(ctx, row)).map(diffView);
  }

  @Authorize('propose', 'Asset')
  @Mutation(() => ProposalPayload, {
    description: 'Proposes a new skill or a change of one. A draft, unless it is submitted.',
  })
  async proposeSkill(
    @Gql() gql: GraphqlContext,
    @Args('input') input: ProposeSkillInput,
  ): Promise<ProposalPayload> {
    return proposed(gql, async () => this.proposals.propose(gql.ctx, {
      spaceId: decodeId('space', input.spaceId),
      kind: 'skill',
      assetId: input.assetId == null ? undefined : decodeId('asset', input.assetId),
      baseRevisionId: input.baseRevisionId == null ? undefined : decodeId('revision', input.baseRevisionId),
      title: input.title ?? undefined,
      message: input.message,
      visibility: input.visibility ?? undefined,
      tags: input.tags ?? undefined,
      files: readSentFiles(input.files),
      submit: input.submit ?? false,
      idempotencyKey: input.idempotencyKey ?? undefined,
    })); // prettier-ignore
  }

  @Authorize('edit', 'Proposal')
  @Mutation(() => ProposalPayload, {
    description: 'Replaces the files of an open proposal. Approvals given so far are void.',
  })
  async reviseProposal(
    @Gql() gql: GraphqlContext,
    @Args('input') { id, expectedDigest, message, files }: ReviseProposalInput,
  ): Promise<ProposalPayload> {
    return proposed(gql, async () =>
      this.proposals.revise(gql.ctx, {
        id: decodeId('proposal', id),
        expectedDigest,
        message,
        files: readSentFiles(files),
      }),
    );
  }

  @Authorize('submit', 'Proposal')
  @Mutation(() => ProposalPayload, { description: 'Puts a draft into review.' })
  async submitProposal(
    @Gql() gql: GraphqlContext,
    @Args('input') { id, expectedDigest }: ProposalActInput,
  ): Promise<ProposalPayload> {
    return proposed(gql, async () =>
      this.proposals.submit(gql.ctx, { id: decodeId('proposal', id), expectedDigest }),
    );
  }

  @Authorize('withdraw', 'Proposal')
  @Mutation(() => ProposalPayload, {
    description: 'Takes a proposal back: out of review to a draft, a draft for good.',
  })
  async withdrawProposal(
    @Gql() gql: GraphqlContext,
    @Args('input') { id, expectedDigest }: ProposalActInput,
  ): Promise<ProposalPayload> {
    return proposed(gql, async () =>
      this.proposals.withdraw(gql.ctx, { id: decodeId('proposal', id), expectedDigest }),
    );
  }

  private async load(ctx: RequestContext, uuid: string): Promise<Proposal | null> {
    const row = await this.reader.find(ctx, uuid);
    return row === null ? null : proposalView(row);
  }
}

/** Runs an act on a proposal; null is one that the viewer does not see any more. */
export async function proposed(
  gql: GraphqlContext,
  act: () => Promise<ProposalRow | null>,
): Promise<ProposalPayload> {
  return payload<{ proposal: Proposal | null }>(gql.ctx, { proposal: null }, async () => {
    const row = await act();
    // What was loaded before the act is no longer so.
    gql.loaders.clear();
    return { proposal: row === null ? null : proposalView(row) };
  });
}

function diffView(file: Awaited<ReturnType<ProposalReader['diff']>>[number]): FileDiff {
  return {
    ...file,
    hunks: file.hunks.map((hunk) => ({
      ...hunk,
      lines: hunk.lines.map((line) => ({ ...line, segments: [...line.segments] })),
    })),
  };
}
