import { Injectable } from '@nestjs/common';
import { encodeId, newId } from '@memory-hub/contracts';
import { backOff, nextRange, type ExtractionRange } from '@memory-hub/memory';
import { ModelError } from '@memory-hub/models';
import type { RequestContext } from '../../common';
import { Outbox, UnitOfWork } from '../../infrastructure/prisma';
import { LiveEvents } from '../../infrastructure/live';
import { RootLogger } from '../../infrastructure/telemetry';
import { Arbitration, type NewCard } from './arbitration.service';
import { CardsRepository } from './cards.repository';
import { ConversationsRepository } from './conversations.repository';
import type { Conversation } from './domain/conversation';
import { extractedCard } from './new-card';
import { Extractor, type ExtractionOutput } from './extractor';
import { ExtractionRepository } from './extraction.repository';
import { ScenesRepository } from './scenes.repository';
import { TurnsRepository } from './turns.repository';
import type { Turn } from './domain/turn';

/** A run that is not finished by then counts as crashed, and its range can be claimed again. */
const CLAIM_SECONDS = 90;

interface Claim {
  readonly claimId: string;
  readonly conversation: Conversation;
  readonly range: ExtractionRange;
  readonly turns: readonly Turn[];
  readonly background: readonly Turn[];
}

export interface ExtractionResult {
  readonly runs: number;
  readonly cards: number;
  /** Turns that still wait, because something behind the extractor is down. */
  readonly pending: number;
}

/**
 * L0 → L1. A run claims a range of turns; its cards, their arbitration and the cursor are one transaction, so each
 * range gives its cards exactly once, whatever dies in between.
 */
@Injectable()
export class Extraction {
  constructor(
    private readonly work: UnitOfWork,
    private readonly conversations: ConversationsRepository,
    private readonly turns: TurnsRepository,
    private readonly cards: CardsRepository,
    private readonly scenes: ScenesRepository,
    private readonly runs: ExtractionRepository,
    private readonly extractor: Extractor,
    private readonly arbitration: Arbitration,
    private readonly outbox: Outbox,
    private readonly live: LiveEvents,
    private readonly log: RootLogger,
  ) {}

  /** Works off everything that waits in a session, batch by batch. */
  async extract(
    ctx: RequestContext,
    job: { conversationId: string; trigger: string; signal: AbortSignal },
  ): Promise<ExtractionResult> {
    let result: ExtractionResult = { runs: 0, cards: 0, pending: 0 };
    while (!job.signal.aborted) {
      const claim = await this.claim(ctx, job.conversationId);
      if (claim === null) return result;
      const output = await this.run(ctx, claim, job);
      if (output === null)
        return { ...result, pending: claim.conversation.turnCount - claim.conversation.extractedSeq };
      const cards = await this.finish(ctx, claim, { output, trigger: job.trigger });
      if (cards === null) return result;
      result = { ...result, runs: result.runs + 1, cards: result.cards + cards };
    }
    return result;
  }

  /** Takes the next range; null when nothing waits or another run holds it. */
  private async claim(ctx: RequestContext, conversationId: string): Promise<Claim | null> {
    return this.work.write(ctx, async (tx) => {
      const conversation = await this.conversations.lock(tx, conversationId);
      if (conversation === null) return null;
      const isHeld = conversation.claimExpiresAt !== null && conversation.claimExpiresAt > new Date();
      const range = nextRange({ cursor: conversation.extractedSeq, turns: conversation.turnCount });
      if (isHeld || range === null) return null;
      const claimId = newId();
      await this.conversations.claim(tx, conversationId, {
        claimId,
        seq: range.last,
        expiresAt: new Date(Date.now() + CLAIM_SECONDS * 1_000),
      });
      const all = await this.turns.range(tx, conversationId, range.backgroundFirst, range.last);
      return {
        claimId,
        conversation,
        range,
        turns: all.filter((turn) => turn.seq >= range.first),
        background: all.filter((turn) => turn.seq < range.first),
      };
    });
  }

  /** Runs the extractor. An outage gives the range back with a back-off and is shown; it is not a failed job. */
  private async run(
    ctx: RequestContext,
    claim: Claim,
    { trigger, signal }: { trigger: string; signal: AbortSignal },
  ): Promise<ExtractionOutput | null> {
    try {
      return await this.extractor.extract({
        turns: claim.turns,
        background: claim.background,
        zone: zoneOf(claim.turns, ctx.zone),
        now: ctx.now,
        signal,
      });
    } catch (error) {
      if (signal.aborted) {
        await this.letGo(ctx, claim);
        throw error;
      }
      if (!(error instanceof ModelError)) {
        await this.giveBack(ctx, claim, { error: 'INTERNAL: see the log of the worker', trigger });
        throw error;
      }
      this.log.warn(
        { err: error, conversationId: claim.conversation.id },
        'the model did not answer; the turns stay pending',
      );
      await this.giveBack(ctx, claim, { error: `MODEL_UNAVAILABLE: ${error.kind}`, trigger });
      return null;
    }
  }

  /** The process ends: the range is free at once, and nothing has failed. */
  private async letGo(ctx: RequestContext, { conversation, claimId }: Claim): Promise<void> {
    await this.work.write(ctx, (tx) => this.conversations.letGo(tx, conversation.id, claimId));
  }

  private async giveBack(
    ctx: RequestContext,
    claim: Claim,
    { error, trigger }: { error: string; trigger: string },
  ): Promise<void> {
    const { conversation, range, claimId } = claim;
    await this.work.write(ctx, async (tx) => {
      const nextAttemptAt = new Date(Date.now() + backOff(conversation.failures + 1));
      await this.conversations.fail(tx, conversation.id, { claimId, nextAttemptAt, error });
      await this.runs.record(tx, {
        conversationId: conversation.id,
        aclId: conversation.aclId,
        rangeStart: range.first,
        rangeEnd: range.last,
        trigger,
        extractor: this.extractor.version,
        state: 'failed',
        cards: 0,
        log: {},
        error,
      });
    });
  }

  /** Cards, links, sources and the cursor in one transaction. Null: another run has taken the range over. */
  private async finish(
    ctx: RequestContext,
    claim: Claim,
    { output, trigger }: { output: ExtractionOutput; trigger: string },
  ): Promise<number | null> {
    const { conversation, range } = claim;
    const batch = output.cards.map((card, ordinal): NewCard =>
      extractedCard(card, {
        conversation,
        turns: [...claim.background, ...claim.turns],
        rangeStart: range.first,
        ordinal,
        version: output.version,
        now: ctx.now,
      }),
    );
    const candidates = await this.arbitration.candidates(
      ctx,
      conversation.aclId,
      batch.map(({ card }) => card.content),
    );
    return this.work.write(ctx, async (tx) => {
      const current = await this.conversations.lock(tx, conversation.id);
      if (current?.claimId !== claim.claimId) return null;
      // A deletion that runs now is over before its tombstone is looked for.
      await this.scenes.lockMemory(tx, conversation);
      const deleted = await this.cards.deletedTexts(
        tx,
        conversation.aclId,
        batch.map(({ card }) => card.content),
      );
      const kept = batch
        .map((entry, index) => ({ entry, found: candidates[index] ?? [] }))
        .filter(({ entry }) => !deleted.has(entry.card.content));
      const { decisions, added } = await this.arbitration.settle(
        tx,
        kept.map(({ entry }) => entry),
        kept.map(({ found }) => found),
      );
      await this.conversations.advance(tx, conversation.id, {
        seq: range.last,
        userTurns: claim.turns.filter((turn) => turn.role === 'user').length,
      });
      await this.runs.record(tx, {
        conversationId: conversation.id, aclId: conversation.aclId, rangeStart: range.first, rangeEnd: range.last, trigger, extractor: output.version,
        state: 'done', cards: added.length, error: null,
        log: { dropped: output.dropped, deleted: deleted.size, decisions: decisions.map(({ action, cause }) => ({ action, cause })) },
      }); // prettier-ignore
      if (decisions.length > 0)
        await this.outbox.add(tx, {
          topic: 'memory.render',
          key: `${conversation.agentId}/${conversation.subjectId}`,
          payload: { agentId: conversation.agentId, subjectId: conversation.subjectId },
        });
      this.live.publish(tx, {
        type: 'memory.changed',
        id: encodeId('agent', conversation.agentId),
        aclId: conversation.aclId,
      });
      return added.length;
    });
  }
}

/** Turns of a batch come from one client; the zone of the newest one is theirs. */
function zoneOf(turns: readonly Turn[], fallback: string): string {
  return turns.at(-1)?.zone ?? fallback;
}
