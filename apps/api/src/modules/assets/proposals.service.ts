import { Injectable } from '@nestjs/common';
import {
  cutAtGrapheme,
  DomainError,
  LIMITS,
  newId,
  type AssetKind,
  type Visibility,
} from '@memory-hub/contracts';
import { transition, type ProposalAction } from '@memory-hub/permissions';
import { z } from 'zod';
import type { RequestContext } from '../../common';
import { AuditLog, IdempotencyKeys, UnitOfWork, type TxContext } from '../../infrastructure/prisma';
import { AssetKinds } from './asset-kinds';
import { asSent } from './domain/as-sent';
import type { Proposal } from './domain/asset';
import { readAssetName } from './domain/asset-name';
import type { AssetFile, AssetSummary } from './domain/asset-kind';
import { proposalFacts } from './domain/facts';
import { assertFiles } from './domain/files';
import { rebase } from './domain/rebase';
import { assertStep } from './domain/steps';
import { readTags, readText } from './domain/texts';
import { Drafting, type Draft } from './drafting';
import { assertDigest, ProposalDesk, type Held } from './proposal-desk';
import { Proposing } from './proposing';
import { ProposalReader } from './proposal-reader';
import { digested, RevisionsRepository } from './revisions.repository';

export interface ProposeInput {
  readonly spaceId: string;
  readonly kind: AssetKind;
  /** The asset to change; a new one when left out. */
  readonly assetId?: string | undefined;
  /** The revision that the change is based on; must be the live one of the asset. */
  readonly baseRevisionId?: string | undefined;
  /** Title of the asset once this is published. */
  readonly title?: string | undefined;
  readonly message: string;
  readonly visibility?: Visibility | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly files: readonly AssetFile[];
  readonly submit: boolean;
  readonly idempotencyKey?: string | undefined;
}

const MESSAGE_CHARACTERS = 4_000;
const NO_PROGRESS = { approvalsMet: false, checks: 'pending' } as const;

/** Changes on their way: drafts, submissions, revisions. Decisions and publishing are with the reviews. */
@Injectable()
export class Proposals {
  constructor(
    private readonly work: UnitOfWork,
    private readonly reader: ProposalReader,
    private readonly revisions: RevisionsRepository,
    private readonly kinds: AssetKinds,
    private readonly desk: ProposalDesk,
    private readonly drafting: Drafting,
    private readonly proposing: Proposing,
    private readonly idempotency: IdempotencyKeys,
    private readonly audit: AuditLog,
  ) {}

  /** Puts a change forward: a new asset or a new revision of one. Written in the name of the person behind the caller. */
  async propose(caller: RequestContext, input: ProposeInput): Promise<Proposal> {
    const { ctx, author, actor } = await this.proposing.proposerOf(caller, input.assetId ?? null);
    const draft = this.read(input);
    const operation =
      author.authorKind === 'agent' ? `proposal.propose/${author.authorId}` : 'proposal.propose';
    const mark =
      input.idempotencyKey === undefined
        ? null
        : { operation, key: input.idempotencyKey, body: bodyOf(input) };
    const id = await this.work.write(ctx, (tx) =>
      this.idempotency.once(tx, mark, z.string(), async () => {
        const asset = await this.drafting.assetOf(tx, draft);
        const { id: made, digest } = await this.drafting.addProposal(tx, draft, { asset, author });
        const details = { digest, kind: asset.kind, submitted: draft.submit };
        await this.audit.record(tx, {
          action: 'proposal.create',
          targetType: 'proposal',
          targetId: made,
          spaceId: asset.spaceId,
          details,
          actor,
        });
        return made;
      }),
    );
    const proposal = await this.reader.getOrThrow(ctx, id);
    return author.authorKind === 'agent' ? asSent(await this.reader.firstOf(ctx, proposal), draft) : proposal;
  }

  /**
   * Replaces the files of an open proposal. Approvals given so far are void, because they were for other words. When
   * another revision went live meanwhile, the change is put onto it, as long as both touch different files.
   */
  async revise(
    ctx: RequestContext,
    input: { id: string; expectedDigest: string; message: string; files: readonly AssetFile[] },
  ): Promise<Proposal> {
    const message = readMessage(input.message);
    return this.act(ctx, { ...input, action: 'revise', right: 'edit' }, async (tx, held) => {
      const { proposal, asset } = held;
      const read = this.readFiles(asset.kind, input.files);
      if (read.summary.name !== asset.name)
        throw new DomainError(
          'VALIDATION_FAILED',
          `The asset is called ${asset.name}, these files call it ${read.summary.name}.`,
          { hint: 'Keep the name.', path: ['files'] },
        );
      const title = await this.titleAfter(tx, held, read.summary);
      const files = await this.ontoLive(tx, held, read.files);
      const number = await this.revisions.nextNumber(tx, { assetId: asset.id, proposalId: proposal.id });
      const revisionId = newId();
      const digest = await this.revisions.insert(tx, {
        id: revisionId, assetId: asset.id, spaceId: asset.spaceId, proposalId: proposal.id, number, message, authorKind: 'user',
        authorId: tx.userId ?? '', parentId: proposal.revisionId, aclId: proposal.aclId, files,
      }); // prettier-ignore
      const change = {
        revisionId,
        digest,
        message,
        title,
        lastEditorId: tx.userId ?? '',
        baseRevisionId: asset.publishedRevisionId,
      };
      return { proposal: { ...proposal, ...change }, asset };
    });
  }

  async submit(ctx: RequestContext, input: { id: string; expectedDigest: string }): Promise<Proposal> {
    return this.act(ctx, { ...input, action: 'submit', right: 'submit' }, async (tx, { proposal, asset }) => {
      const number =
        proposal.submittedAt === null ? await this.reader.nextNumber(tx, asset.id) : proposal.number;
      return { proposal: { ...proposal, number, submittedAt: tx.now }, asset };
    });
  }

  async withdraw(ctx: RequestContext, input: { id: string; expectedDigest: string }): Promise<Proposal> {
    return this.act(ctx, { ...input, action: 'withdraw', right: 'withdraw' }, async (_tx, held) => held);
  }

  private async act(
    ctx: RequestContext,
    step: {
      id: string;
      expectedDigest: string;
      action: ProposalAction;
      right: 'edit' | 'submit' | 'withdraw';
    },
    change: (ctx: TxContext, held: Held) => Promise<Held>,
  ): Promise<Proposal> {
    await this.work.write(ctx, async (tx) => {
      const held = await this.desk.hold(tx, step.id);
      const { proposal, asset } = held;
      assertStep(tx.ability, step, proposalFacts(proposal, asset, false));
      assertDigest(proposal, step.expectedDigest, 'expectedDigest');
      const state = transition(proposal.state, step.action, NO_PROGRESS);
      const changed = await change(tx, { ...held, proposal: { ...proposal, state } });
      await this.desk.save(tx, changed, proposal);
      const details = {
        before: proposal.digest,
        after: changed.proposal.digest,
        from: proposal.state,
        to: state,
      };
      await this.audit.record(tx, {
        action: `proposal.${step.action}`,
        targetType: 'proposal',
        targetId: proposal.id,
        spaceId: asset.spaceId,
        details,
      });
    });
    return this.reader.getOrThrow(ctx, step.id);
  }

  private read(input: ProposeInput): Draft {
    const { files, summary } = this.readFiles(input.kind, input.files);
    readAssetName(summary.name);
    return {
      spaceId: input.spaceId,
      kind: input.kind,
      assetId: input.assetId ?? null,
      baseRevisionId: input.baseRevisionId ?? null,
      title:
        readText(input.title ?? '', { path: ['title'], max: LIMITS.nameCharacters, oneLine: true }) ||
        titleOf(summary),
      message: readMessage(input.message),
      visibility: readVisibility(input.visibility ?? null),
      tags: input.tags === undefined ? null : readTags(input.tags),
      files,
      summary,
      submit: input.submit,
    };
  }

  private readFiles(
    kind: AssetKind,
    given: readonly AssetFile[],
  ): { files: readonly AssetFile[]; summary: AssetSummary } {
    const strategy = this.kinds.of(kind);
    const files = assertFiles(strategy.prepare?.(given) ?? given);
    return { files, summary: strategy.summarise(files) };
  }

  /** A title that was taken from the files follows them; one that somebody chose stays. */
  private async titleAfter(
    ctx: TxContext,
    { proposal, asset }: Held,
    summary: AssetSummary,
  ): Promise<string> {
    const before = this.kinds.of(asset.kind).summarise(await this.revisions.files(ctx, proposal.revisionId));
    return proposal.title === titleOf(before) ? titleOf(summary) : proposal.title;
  }

  private async ontoLive(
    ctx: TxContext,
    { proposal, asset }: Held,
    mine: readonly AssetFile[],
  ): Promise<readonly AssetFile[]> {
    if (proposal.baseRevisionId === asset.publishedRevisionId) return mine;
    const base =
      proposal.baseRevisionId === null ? [] : await this.revisions.files(ctx, proposal.baseRevisionId);
    const live =
      asset.publishedRevisionId === null ? [] : await this.revisions.files(ctx, asset.publishedRevisionId);
    const rebased = rebase({ base, live, mine: digested(mine) });
    if ('files' in rebased) return rebased.files;
    throw new DomainError(
      'STALE_REVISION',
      `Another revision went live meanwhile and changed the same files: ${rebased.conflicts.slice(0, 10).join(', ')}.`,
      {
        hint: 'Withdraw this proposal, load the live revision, apply the change to it, and propose again.',
        path: ['files'],
      },
    );
  }
}

function readMessage(message: string): string {
  return readText(message, {
    path: ['message'],
    max: MESSAGE_CHARACTERS,
    ask: 'Say what the change is for.',
  });
}

/** Readers are named by an act of their own, which does not exist yet. */
function readVisibility(visibility: Visibility | null): Visibility | null {
  if (visibility !== 'restricted') return visibility;
  throw new DomainError('VALIDATION_FAILED', 'An asset cannot be restricted before its readers are named.', {
    hint: 'Use private, team or organisation.',
    path: ['visibility'],
  });
}

function titleOf({ title, name }: AssetSummary): string {
  return cutAtGrapheme(title.trim() || name, LIMITS.nameCharacters);
}

function bodyOf({ files, idempotencyKey: _key, ...rest }: ProposeInput): unknown {
  return {
    ...rest,
    files: files.map(({ path, bytes }) => ({ path, bytes: Buffer.from(bytes).toString('base64') })),
  };
}
