import { Injectable } from '@nestjs/common';
import { cutAtGrapheme, DomainError, notFound } from '@memory-hub/contracts';
import { assetTransition, transition, type ActionOf } from '@memory-hub/permissions';
import type { RequestContext } from '../../common';
import { LiveEvents } from '../../infrastructure/live';
import { AuditLog, isUniqueViolation, UnitOfWork, type TxContext } from '../../infrastructure/prisma';
import {
  assertDigest,
  AssetKinds,
  Assets,
  assertStep,
  nameTaken,
  ProposalDesk,
  proposalFacts,
  ProposalReader,
  readText,
  type Held,
  type Proposal,
} from '../assets';
import { authorsOf, lastWordOf, reviewOf, type Decision } from './domain/review';
import { ReviewReader, type Reviewed } from './review-reader';
import { ReviewsRepository } from './reviews.repository';
import { checkChanged } from './check-runner';

export interface DecideInput {
  readonly id: string;
  /** Digest of the words that were read. */
  readonly digest: string;
  readonly kind: Decision['kind'];
  readonly note: string | null;
}

export type PublishInput = Omit<DecideInput, 'kind'>;

const NOTE_CHARACTERS = 4_000;
const AUDITED_CHARACTERS = 500;

/** Decisions about proposals, and their publication. Each is bound to the words and to the policy it was made under. */
@Injectable()
export class Reviews {
  constructor(
    private readonly work: UnitOfWork,
    private readonly desk: ProposalDesk,
    private readonly proposals: ProposalReader,
    private readonly assets: Assets,
    private readonly kinds: AssetKinds,
    private readonly reader: ReviewReader,
    private readonly reviews: ReviewsRepository,
    private readonly live: LiveEvents,
    private readonly audit: AuditLog,
  ) {}

  /** Gives the proposal afterwards; null when the decision took it out of the reviewer's sight. */
  async decide(ctx: RequestContext, { id, digest, kind, note }: DecideInput): Promise<Proposal | null> {
    const right = kind === 'approve' ? 'approve' : 'requestChanges';
    const words = readNote(note, kind);
    await this.work.write(ctx, async (tx) => {
      const reviewed = await this.open(tx, { id, digest, right, action: right });
      await this.decideHeld(tx, reviewed, { kind, note: words });
    });
    return this.proposals.find(ctx, id);
  }

  /** Takes note of a warning, so that it no longer blocks. */
  async acknowledge(
    ctx: RequestContext,
    { proposalId, findingId }: { proposalId: string; findingId: string },
  ): Promise<Proposal | null> {
    await this.work.write(ctx, async (tx) => {
      const { proposal, asset } = await this.open(tx, {
        id: proposalId,
        digest: null,
        right: 'acknowledge',
        action: 'approve',
      });
      const finding = await this.reviews.finding(tx, proposal, findingId);
      if (finding === null) throw notFound('finding');
      if (finding.severity === 'error')
        throw new DomainError(
          'CHECKS_FAILED',
          'An error cannot be acknowledged; it must be fixed with a new revision.',
          { hint: 'Request changes.', path: ['findingId'] },
        );
      await this.reviews.acknowledge(tx, findingId);
      this.live.publish(tx, checkChanged(proposal));
      const details = { rule: finding.rule, digest: proposal.digest };
      await this.audit.record(tx, {
        action: 'finding.acknowledge',
        targetType: 'finding',
        targetId: findingId,
        spaceId: asset.spaceId,
        details,
      });
    });
    return this.proposals.find(ctx, proposalId);
  }

  /** Makes the approved words the live ones. @throws DomainError NOT_APPROVED, CHECKS_PENDING, CHECKS_FAILED, STALE_REVISION, CONFLICT */
  async publish(ctx: RequestContext, { id, digest, note }: PublishInput): Promise<Proposal | null> {
    const words = readNote(note, 'approve');
    await this.work.write(ctx, async (tx) => {
      await this.publishHeld(
        tx,
        await this.open(tx, { id, digest, right: 'publish', action: 'publish' }),
        words,
      );
    });
    return this.proposals.find(ctx, id);
  }

  /** Approves and publishes in one act, or does neither. */
  async approveAndPublish(ctx: RequestContext, { id, digest, note }: PublishInput): Promise<Proposal | null> {
    const words = readNote(note, 'approve');
    await this.work.write(ctx, async (tx) => {
      const reviewed = await this.open(tx, { id, digest, right: 'approveAndPublish', action: 'approve' });
      await this.publishHeld(
        tx,
        await this.decideHeld(tx, reviewed, { kind: 'approve', note: words }),
        words,
      );
    });
    return this.proposals.find(ctx, id);
  }

  /** Asks for the checks that have not finished to be run again. */
  async rerunChecks(
    ctx: RequestContext,
    { id, digest }: { id: string; digest: string },
  ): Promise<Proposal | null> {
    await this.work.write(ctx, async (tx) => {
      const { proposal } = await this.open(tx, { id, digest, right: 'comment', action: 'withdraw' });
      if (proposal.state === 'draft')
        throw new DomainError('INVALID_TRANSITION', 'A draft is checked once it is submitted.');
      await this.desk.requestChecks(tx, proposal);
    });
    return this.proposals.find(ctx, id);
  }

  /** The proposal, held, with its review as of now. */
  private async open(
    tx: TxContext,
    {
      id,
      digest,
      right,
      action,
    }: {
      id: string;
      digest: string | null;
      right: ActionOf<'Proposal'>;
      action: Parameters<typeof transition>[1];
    },
  ): Promise<Reviewed> {
    const reviewed = await this.reader.one(tx, await this.desk.hold(tx, id));
    const { proposal, asset, policy } = reviewed;
    assertStep(tx.ability, { right, action }, proposalFacts(proposal, asset, policy.selfApprovalNow));
    if (digest !== null) assertDigest(proposal, digest, 'digest');
    return reviewed;
  }

  private async decideHeld(
    tx: TxContext,
    reviewed: Reviewed,
    { kind, note }: { kind: Decision['kind']; note: string | null },
  ): Promise<Reviewed> {
    const { proposal, asset, policy, facts } = reviewed;
    const userId = tx.userId ?? '';
    const isRepeated = kind === 'approve' && lastWordOf(userId, facts)?.kind === 'approve' && note === null;
    const word = { kind, userId, note, digest: proposal.digest, policyVersion: policy.version };
    const decisions = isRepeated
      ? facts.decisions
      : [...facts.decisions, await this.reviews.addDecision(tx, proposal, word)];
    const review = reviewOf({ ...facts, decisions });
    const action = kind === 'approve' ? 'approve' : 'requestChanges';
    const decided = { ...proposal, state: transition(proposal.state, action, review.progress) };
    await this.desk.save(tx, { proposal: decided, asset }, proposal);
    const details = {
      digest: proposal.digest,
      policyVersion: policy.version,
      ownWords: authorsOf(proposal).includes(userId),
      state: decided.state,
    };
    await this.audit.record(tx, {
      action: `proposal.${action}`,
      targetType: 'proposal',
      targetId: proposal.id,
      spaceId: asset.spaceId,
      details,
    });
    return { ...reviewed, proposal: decided, facts: { ...facts, proposal: decided, decisions }, review };
  }

  private async publishHeld(
    tx: TxContext,
    { proposal, asset, policy, review }: Reviewed,
    note: string | null,
  ): Promise<void> {
    if (!review.progress.approvalsMet) throw notApproved(review.approvals);
    const published = { ...proposal, state: transition(proposal.state, 'publish', review.progress) };
    if (proposal.baseRevisionId !== asset.publishedRevisionId) throw staleBase();
    const status = assetTransition(asset.status, 'publish');
    const { description } = this.kinds
      .of(asset.kind)
      .summarise(await this.assets.files(tx, proposal.revisionId));
    const { title, tags, visibility, revisionId: publishedRevisionId } = proposal;
    await this.saveLive(
      tx,
      {
        proposal: published,
        asset: {
          ...asset,
          title,
          tags,
          visibility,
          description,
          status,
          publishedRevisionId,
          updatedAt: tx.now,
        },
      },
      proposal,
    );
    const details = {
      digest: proposal.digest,
      policyVersion: policy.version,
      before: asset.visibility,
      visibility,
      note: cutAtGrapheme(note ?? '', AUDITED_CHARACTERS),
    };
    await this.audit.record(tx, {
      action: 'proposal.publish',
      targetType: 'proposal',
      targetId: proposal.id,
      spaceId: asset.spaceId,
      details,
    });
  }

  /** A name is taken by the first asset that is published under it. */
  private async saveLive(tx: TxContext, held: Held, before: Proposal): Promise<void> {
    try {
      await this.desk.save(tx, held, before);
    } catch (error) {
      if (isUniqueViolation(error)) throw nameTaken(held.asset.name);
      throw error;
    }
  }
}

function readNote(note: string | null, kind: Decision['kind']): string | null {
  const text = readText(note ?? '', {
    path: ['note'],
    max: NOTE_CHARACTERS,
    ...(kind === 'request_changes' ? { ask: 'Say what should change.' } : {}),
  });
  return text === '' ? null : text;
}

function notApproved({ given, needed, objectorIds }: Reviewed['review']['approvals']): DomainError {
  const objection = objectorIds.length === 0 ? '' : ' A reviewer asked for changes of these words.';
  return new DomainError(
    'NOT_APPROVED',
    `${given} of ${needed} approvals of these words under the policy as it is were given.${objection}`,
    { hint: 'Ask another reviewer of the space.', params: { given, needed } },
  );
}

function staleBase(): DomainError {
  return new DomainError('STALE_REVISION', 'Another revision went live since this change was written.', {
    hint: 'Revise the proposal: the change is put onto the live revision where both touch different files, and is reviewed again.',
  });
}
