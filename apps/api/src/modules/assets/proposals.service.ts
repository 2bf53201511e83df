import { Injectable } from '@nestjs/common';
import { DomainError, invalidInput, LIMITS, newId, notFound, type AssetKind, type Visibility } from '@memory-hub/contracts';
import { assertCan, hasScope, transition, type ProposalAction } from '@memory-hub/permissions';
import { z } from 'zod';
import type { RequestContext } from '../../common';
import { AccessClasses, AuditLog, IdempotencyKeys, isUniqueViolation, Outbox, UnitOfWork, type TxContext } from '../../infrastructure/prisma';
import type { Page, PageRequest } from '../../infrastructure/graphql';
import { LiveEvents } from '../../infrastructure/live';
import { Spaces } from '../spaces';
import { Assets } from './assets.service';
import { AssetsRepository } from './assets.repository';
import type { Asset, Proposal } from './domain/asset';
import { AssetKinds, type AssetFile } from './domain/asset-kind';
import { diffFiles, type FileDiff } from './domain/diff';
import { proposalFacts, proposalTokens, rowTokens } from './domain/facts';
import { assertFiles } from './domain/files';
import { ProposalsRepository, type ProposalFilter } from './proposals.repository';
import { RevisionsRepository } from './revisions.repository';

export interface ProposeInput {
  readonly spaceId: string;
  readonly kind: AssetKind;
  /** The asset to change; a new one when left out. */
  readonly assetId?: string | undefined;
  /** The revision that the change is based on; must be the live one of the asset. */
  readonly baseRevisionId?: string | undefined;
  readonly title?: string | undefined;
  readonly message: string;
  readonly visibility?: Visibility | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly files: readonly AssetFile[];
  readonly submit: boolean;
  readonly idempotencyKey?: string | undefined;
}

const NO_PROGRESS = { approvalsMet: false, checks: 'pending' } as const;

/** Changes on their way: drafts, submissions, revisions. Decisions and publishing are with the reviews. */
@Injectable()
export class Proposals {
  constructor(
    private readonly work: UnitOfWork,
    private readonly assets: Assets,
    private readonly assetRows: AssetsRepository,
    private readonly revisions: RevisionsRepository,
    private readonly proposals: ProposalsRepository,
    private readonly kinds: AssetKinds,
    private readonly spaces: Spaces,
    private readonly classes: AccessClasses,
    private readonly outbox: Outbox,
    private readonly idempotency: IdempotencyKeys,
    private readonly live: LiveEvents,
    private readonly audit: AuditLog,
  ) {}

  async find(ctx: RequestContext, id: string): Promise<Proposal | null> {
    return this.work.read(ctx, (tx) => this.proposals.find(tx, id));
  }

  async getOrThrow(ctx: RequestContext, id: string): Promise<Proposal> {
    const proposal = await this.find(ctx, id);
    if (proposal === null) throw notFound('proposal');
    return proposal;
  }

  async list(ctx: RequestContext, filter: ProposalFilter, page: PageRequest): Promise<Page<Proposal>> {
    return this.work.read(ctx, (tx) => this.proposals.list(tx, filter, page));
  }

  async count(ctx: RequestContext, filter: ProposalFilter): Promise<number> {
    return this.work.read(ctx, (tx) => this.proposals.count(tx, filter));
  }

  /** What the proposal changes, against its base. */
  async diff(ctx: RequestContext, proposal: Proposal): Promise<FileDiff[]> {
    return this.work.read(ctx, async (tx) => {
      const before = proposal.baseRevisionId === null ? [] : await this.revisions.files(tx, proposal.baseRevisionId);
      return diffFiles(before, await this.revisions.files(tx, proposal.revisionId));
    });
  }

  /** Puts a change forward: a new asset or a new revision of one. Written in the name of the person behind the caller. */
  async propose(caller: RequestContext, input: ProposeInput): Promise<Proposal> {
    const ctx = this.inPerson(caller);
    const summary = this.kinds.of(input.kind).summarise(assertFiles(input.files));
    if (input.message.trim() === '') throw invalidInput(['message'], 'Say what the change is for.', 'One sentence is enough.');
    const mark = input.idempotencyKey === undefined ? null : { operation: 'proposal.propose', key: input.idempotencyKey, body: describe(input) };
    try {
      const id = await this.work.write(ctx, (tx) =>
        this.idempotency.once(tx, mark, z.string(), async () => {
          const asset = input.assetId === undefined ? await this.createAsset(tx, input, summary) : await this.assetToChange(tx, input);
          return this.addProposal(tx, { asset, input, caller, title: input.title ?? summary.title });
        }),
      );
      return await this.getOrThrow(ctx, id);
    } catch (error) {
      if (isUniqueViolation(error))
        throw new DomainError('CONFLICT', `There is already a ${input.kind} called ${summary.name} in this space.`, { hint: 'Propose a change of it, or choose another name.', path: ['name'], cause: error });
      throw error;
    }
  }

  /** Replaces the files of an open proposal. Approvals given so far are void, because they were for other words. */
  async revise(ctx: RequestContext, input: { id: string; expectedDigest: string; message: string; files: readonly AssetFile[] }): Promise<Proposal> {
    return this.act(ctx, { id: input.id, digest: input.expectedDigest, action: 'revise', right: 'edit' }, async (tx, proposal, asset) => {
      this.kinds.of(asset.kind).summarise(assertFiles(input.files));
      const revisionId = newId();
      const number = asset.lastRevisionNumber + 1;
      const digest = await this.revisions.insert(tx, {
        id: revisionId, assetId: asset.id, spaceId: asset.spaceId, proposalId: proposal.id, number, message: input.message,
        authorKind: 'user', authorId: tx.userId ?? '', parentId: proposal.revisionId, aclId: proposal.aclId, files: input.files,
      }); // prettier-ignore
      return { proposal: { ...proposal, revisionId, digest, message: input.message, lastEditorId: tx.userId ?? '' }, asset: { ...asset, lastRevisionNumber: number } };
    });
  }

  async submit(ctx: RequestContext, input: { id: string; expectedDigest: string }): Promise<Proposal> {
    return this.act(ctx, { id: input.id, digest: input.expectedDigest, action: 'submit', right: 'submit' }, async (tx, proposal, asset) => ({ proposal: { ...proposal, submittedAt: tx.now }, asset }));
  }

  async withdraw(ctx: RequestContext, input: { id: string; expectedDigest: string }): Promise<Proposal> {
    return this.act(ctx, { id: input.id, digest: input.expectedDigest, action: 'withdraw', right: 'withdraw' }, async (_tx, proposal, asset) => ({ proposal, asset }));
  }

  /** Stores a proposal in its new state, settles the asset, and tells who watches. For the reviews as well. */
  async save(ctx: TxContext, proposal: Proposal, asset: Asset): Promise<void> {
    await this.proposals.update(ctx, proposal);
    await this.assets.settle(ctx, asset);
    if (proposal.state === 'in_review') await this.requestChecks(ctx, proposal);
    this.live.publish(ctx, { type: 'proposal.changed', id: proposal.id, idType: 'proposal', aclId: proposal.aclId });
    this.live.publish(ctx, { type: 'inbox.changed', id: proposal.id, idType: 'proposal', aclId: proposal.aclId });
  }

  /** Loads a proposal and its asset for a change, locked, in this order everywhere. */
  async lock(ctx: TxContext, id: string): Promise<{ proposal: Proposal; asset: Asset }> {
    const seen = await this.proposals.find(ctx, id);
    const asset = seen === null ? null : await this.assetRows.findForUpdate(ctx, seen.assetId);
    const proposal = seen === null ? null : await this.proposals.findForUpdate(ctx, id);
    if (proposal === null || asset === null) throw notFound('proposal');
    return { proposal, asset };
  }

  private async act(
    ctx: RequestContext,
    step: { id: string; digest: string; action: ProposalAction; right: 'edit' | 'submit' | 'withdraw' },
    change: (ctx: TxContext, proposal: Proposal, asset: Asset) => Promise<{ proposal: Proposal; asset: Asset }>,
  ): Promise<Proposal> {
    await this.work.write(ctx, async (tx) => {
      const { proposal, asset } = await this.lock(tx, step.id);
      assertCan(tx.ability, step.right, 'Proposal', proposalFacts(proposal, asset, false));
      assertDigest(proposal, step.digest);
      const state = transition(proposal.state, step.action, NO_PROGRESS);
      const changed = await change(tx, { ...proposal, state }, asset);
      await this.save(tx, changed.proposal, changed.asset);
      await this.audit.record(tx, { action: `proposal.${step.action}`, targetType: 'proposal', targetId: proposal.id, spaceId: asset.spaceId, details: { before: step.digest, after: changed.proposal.digest } });
    });
    return this.getOrThrow(ctx, step.id);
  }

  /** An agent proposes in its owner's name; only the scope of its key is its own. */
  private inPerson(caller: RequestContext): RequestContext {
    if (caller.principal.kind !== 'agent') return caller;
    if (!hasScope(caller.principal, 'asset:propose')) throw new DomainError('FORBIDDEN', 'This key may not propose assets.', { hint: 'Ask for a key with the scope asset:propose.' });
    return this.spaces.ownerOf(caller);
  }

  private async createAsset(ctx: TxContext, input: ProposeInput, summary: { name: string; title: string; description: string }): Promise<Asset> {
    const space = await this.spaces.getOrThrow(ctx, input.spaceId);
    assertCan(ctx.ability, 'createAsset', 'Space', this.spaces.factsOf(space));
    const draft = {
      id: newId(), orgId: ctx.orgId, spaceId: space.id, spaceKind: space.kind, spaceOwnerId: space.ownerId, aclId: '', kind: input.kind,
      name: summary.name, title: summary.title, description: summary.description, ownerId: ctx.userId ?? '',
      visibility: input.visibility ?? (space.kind === 'personal' ? 'private' : 'team'), status: 'none', tags: input.tags ?? [],
      publishedRevisionId: null, lastRevisionNumber: 0, createdAt: ctx.now, updatedAt: ctx.now, grants: [], acl: [],
    } as const satisfies Asset; // prettier-ignore
    const tokens = rowTokens(draft, [{ state: 'draft', authorId: draft.ownerId, coAuthorIds: [] }]);
    const asset: Asset = { ...draft, acl: tokens, aclId: await this.classes.ensure(ctx, tokens) };
    await this.assetRows.insert(ctx, asset);
    return asset;
  }

  private async assetToChange(ctx: TxContext, input: ProposeInput): Promise<Asset> {
    const asset = input.assetId === undefined ? null : await this.assetRows.findForUpdate(ctx, input.assetId);
    if (asset === null || asset.kind !== input.kind) throw notFound('asset');
    assertCan(ctx.ability, 'propose', 'Asset', asset);
    if (asset.publishedRevisionId !== (input.baseRevisionId ?? null))
      throw new DomainError('STALE_REVISION', 'The asset has another live revision than the one this change is based on.', { hint: 'Load the live revision, apply the change to it, and propose again.', path: ['baseRevisionId'] });
    return asset;
  }

  private async addProposal(ctx: TxContext, { asset, input, caller, title }: { asset: Asset; input: ProposeInput; caller: RequestContext; title: string }): Promise<string> {
    const id = newId();
    const revisionId = newId();
    const author = caller.principal.kind === 'agent' ? ({ authorKind: 'agent', authorId: caller.principal.agentId } as const) : ({ authorKind: 'user', authorId: ctx.userId ?? '' } as const);
    const state = input.submit ? 'in_review' : 'draft';
    const aclId = await this.classes.ensure(ctx, proposalTokens({ state, authorId: ctx.userId ?? '', coAuthorIds: [] }, asset));
    const number = asset.lastRevisionNumber + 1;
    const digest = await this.revisions.insert(ctx, { id: revisionId, assetId: asset.id, spaceId: asset.spaceId, proposalId: id, number, message: input.message, ...author, parentId: asset.publishedRevisionId, aclId, files: input.files });
    const proposal = {
      id, assetId: asset.id, spaceId: asset.spaceId, aclId, number: await this.proposals.nextNumber(ctx, asset.id),
      title: title.slice(0, LIMITS.nameCharacters), message: input.message, state, visibility: input.visibility ?? asset.visibility, ...author,
      authorUserId: ctx.userId ?? '', lastEditorId: ctx.userId ?? '', coAuthorIds: [], baseRevisionId: asset.publishedRevisionId, revisionId, digest,
      createdAt: ctx.now, submittedAt: input.submit ? ctx.now : null, updatedAt: ctx.now, acl: [],
    } as const satisfies Proposal; // prettier-ignore
    await this.proposals.insert(ctx, proposal);
    await this.save(ctx, proposal, { ...asset, lastRevisionNumber: number });
    await this.audit.record(ctx, { action: 'proposal.create', targetType: 'proposal', targetId: id, spaceId: asset.spaceId, details: { digest, kind: asset.kind, byAgent: author.authorKind === 'agent' } });
    return id;
  }

  private async requestChecks(ctx: TxContext, proposal: Proposal): Promise<void> {
    await this.outbox.add(ctx, { topic: 'review.check', key: proposal.id, payload: { proposalId: proposal.id, digest: proposal.digest } });
  }
}

/** A decision or change names the words it saw; others arrived meanwhile when they differ. */
export function assertDigest(proposal: Proposal, digest: string): void {
  if (proposal.digest === digest) return;
  throw new DomainError('STALE_REVISION', 'The proposal has changed since you looked at it.', { hint: 'Look at the newest revision and act on its digest.', path: ['digest'] });
}

function describe({ files, ...rest }: ProposeInput): unknown {
  return { ...rest, files: files.map(({ path, bytes }) => ({ path, bytes: Buffer.from(bytes).toString('base64') })) };
}

