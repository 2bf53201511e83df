import { Injectable } from '@nestjs/common';
import { cutAtGrapheme, encodeId, invalidInput, LIMITS, type SearchMode } from '@memory-hub/contracts';
import {
  DEFAULT_INJECTION_BUDGET,
  packInjection,
  type InjectionCard,
  type StableSection,
} from '@memory-hub/memory';
import type { RequestContext } from '../../common';
import { UnitOfWork } from '../../infrastructure/prisma';
import { RootLogger } from '../../infrastructure/telemetry';
import { Retriever, type Degradation, type Hit } from '../retrieval';
import { Capture } from './capture.service';
import { CardsRepository } from './cards.repository';
import { ConversationsRepository } from './conversations.repository';
import { LoadoutReader } from './domain/loadout-reader';
import { RECALL_MILLISECONDS } from './domain/recall-settings';
import { StableBlocks } from './stable-block.service';
import { ScenesRepository } from './scenes.repository';

export interface RecallInput {
  readonly sessionId?: string | undefined;
  readonly text: string;
  readonly budgetTokens?: number | undefined;
  /** Somebody looks at what an agent would receive; such a look leaves no trace in the heat. */
  readonly preview?: boolean;
}

export interface UsedItem {
  readonly id: string;
  readonly kind: 'card' | 'chat_memory' | 'skill';
  readonly title: string;
  readonly characters: number;
  readonly outcome: string;
  readonly why: Hit['why'];
}

export interface RecallAnswer {
  /** Goes before the user's message. */
  readonly dynamic: string;
  /** Goes to the end of the system prompt; the same bytes until something of it changes. */
  readonly stable: string;
  /** The parts of the stable block, as they stand in it. */
  readonly sections: readonly StableSection[];
  readonly used: readonly UsedItem[];
  readonly mode: SearchMode;
  readonly degraded: readonly Degradation[];
  readonly tookMs: number;
}

/** Turns at the end of a session whose words are before the model anyway. */
const LAST_TURNS = 10;
const CANDIDATES = 15;

/** What an agent should know before its next turn. Late or broken, the turn goes on without it. */
@Injectable()
export class Recall {
  constructor(
    private readonly work: UnitOfWork,
    private readonly capture: Capture,
    private readonly conversations: ConversationsRepository,
    private readonly cards: CardsRepository,
    private readonly scenes: ScenesRepository,
    private readonly retriever: Retriever,
    private readonly loadout: LoadoutReader,
    private readonly stable: StableBlocks,
    private readonly log: RootLogger,
  ) {}

  /** @param ctx the agent's own; what it recalls is its memory of the session's subject and what is mounted on it. */
  async recall(ctx: RequestContext, input: RecallInput): Promise<RecallAnswer> {
    if (input.text.length > LIMITS.queryCharacters)
      throw invalidInput(
        ['text'],
        `text has ${LIMITS.queryCharacters} characters at most.`,
        'Send the newest message only.',
      );
    const began = performance.now();
    const scope = await this.scopeOf(ctx, input.sessionId);
    const stable = await this.stable.of(ctx, scope);
    const found = await this.findInTime(ctx, { text: input.text, scope });
    const packed = packInjection({
      cards: found.hits.map(injectionCard),
      zone: ctx.zone,
      persona: '',
      scenes: [],
      summaries: [],
      toolGuide: '',
      budget: budgetOf(input.budgetTokens),
    });
    const outcomes = new Map(packed.used.map((entry) => [entry.id, entry]));
    const used = found.hits.map((hit): UsedItem => {
      const entry = outcomes.get(keyOf(hit));
      return {
        id: hit.assetId ?? hit.itemId,
        kind: hit.kind === 'card' ? 'card' : hit.kind === 'skill' ? 'skill' : 'chat_memory',
        title: cutAtGrapheme(hit.body, 80),
        characters: entry?.characters ?? 0,
        outcome: entry?.outcome ?? 'over_budget',
        why: hit.why,
      };
    });
    if (input.preview !== true)
      this.warm(
        ctx,
        found.hits.filter((hit) => (outcomes.get(keyOf(hit))?.characters ?? 0) > 0),
      );
    return {
      dynamic: packed.dynamic,
      stable: stable.text,
      sections: stable.sections,
      used,
      mode: found.mode,
      degraded: found.degraded,
      tookMs: Math.round(performance.now() - began),
    };
  }

  private async scopeOf(ctx: RequestContext, sessionId: string | undefined): Promise<RecallScope> {
    return this.work.read(ctx, async (tx) => {
      const agent = await this.capture.agentOf(tx, undefined);
      const conversation =
        sessionId === undefined ? null : await this.conversations.findBySession(tx, agent.id, sessionId);
      const subjectId = conversation?.subjectId ?? agent.ownerSubjectId;
      const recent =
        conversation === null
          ? []
          : await this.cards.restingOn(tx, {
              conversationId: conversation.id,
              after: conversation.turnCount - LAST_TURNS,
            });
      const classId = await this.conversations.classOf(tx, { agentId: agent.id, subjectId });
      return { agentId: agent.id, subjectId, classId, recent: new Set(recent) };
    });
  }

  private async findInTime(
    ctx: RequestContext,
    ask: { text: string; scope: RecallScope },
  ): Promise<{ hits: Hit[]; mode: SearchMode; degraded: Degradation[] }> {
    if (ask.text.trim() === '') return { hits: [], mode: 'none', degraded: [] };
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), RECALL_MILLISECONDS);
    });
    try {
      const found = await Promise.race([this.find(ctx, ask), late]);
      return found === 'late'
        ? { hits: [], mode: 'none', degraded: [{ leg: 'keyword', reason: 'timeout' }] }
        : found;
    } catch (error) {
      this.log.warn(
        { err: error, requestId: ctx.requestId },
        'recall failed; the turn goes on without memory',
      );
      return { hits: [], mode: 'none', degraded: [{ leg: 'keyword', reason: 'unavailable' }] };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Own cards of the subject and pieces of what is mounted, in one order. */
  private async find(
    ctx: RequestContext,
    { text, scope }: { text: string; scope: RecallScope },
  ): Promise<{ hits: Hit[]; mode: SearchMode; degraded: Degradation[] }> {
    const { recallable } = await this.loadout.stableParts(ctx);
    const own = await this.retriever.retrieve(ctx, {
      text,
      kinds: ['card'],
      classIds: scope.classId === null ? [] : [scope.classId],
      subjectId: scope.subjectId,
      limit: CANDIDATES,
    });
    const mounted =
      recallable.length === 0
        ? null
        : await this.retriever.retrieve(ctx, {
            text,
            kinds: ['chat_memory', 'skill'],
            assetIds: recallable,
            limit: CANDIDATES,
          });
    const hits = interleave(
      own.hits.filter((hit) => !scope.recent.has(hit.itemId)),
      mounted?.hits ?? [],
    );
    return { hits, mode: own.mode, degraded: [...own.degraded, ...(mounted?.degraded ?? [])] };
  }

  /** Heat of the scenes that were of use: a note beside the answer, never a part of it. */
  private warm(ctx: RequestContext, hits: readonly Hit[]): void {
    const ids = hits.filter((hit) => hit.kind === 'card').map((hit) => hit.itemId);
    if (ids.length === 0) return;
    this.work
      .write(ctx, async (tx) => this.scenes.addHeat(tx, await this.cards.scenesOf(tx, ids)))
      .catch((error: unknown) => this.log.warn({ err: error }, 'heat could not be noted'));
  }
}

export interface RecallScope {
  readonly agentId: string;
  readonly subjectId: string;
  readonly classId: string | null;
  /** Cards that rest on the last turns. */
  readonly recent: ReadonlySet<string>;
}

/** Best of each list in turn: scores of two searches are not comparable, places are. */
function interleave(own: readonly Hit[], mounted: readonly Hit[]): Hit[] {
  const merged: Hit[] = [];
  for (let index = 0; index < Math.max(own.length, mounted.length); index += 1) {
    const first = own[index];
    const second = mounted[index];
    if (first !== undefined) merged.push(first);
    if (second !== undefined) merged.push(second);
  }
  return merged;
}

function keyOf(hit: Hit): string {
  return hit.assetId === null ? hit.itemId : `${hit.itemId}/${hit.path ?? ''}/${hit.body.slice(0, 40)}`;
}

function injectionCard(hit: Hit): InjectionCard {
  const card = {
    id: keyOf(hit),
    content: hit.body,
    date: hit.eventTime ?? hit.recordedAt,
    trust: hit.trust,
    ...(hit.conversationId === null ? {} : { sourceId: hit.conversationId }),
    author: hit.authorId,
  };
  if (hit.assetId === null) return { ...card, ref: encodeId('card', hit.itemId), source: 'memory' };
  // The reading tool takes the asset and the path of the file.
  const source = hit.path === null ? hit.title : `${hit.title}, ${hit.path}`;
  return { ...card, ref: encodeId('asset', hit.assetId), source, assetId: hit.assetId };
}

function budgetOf(tokens: number | undefined): { dynamicCharacters?: number } {
  if (tokens === undefined) return {};
  if (!Number.isInteger(tokens) || tokens < 1)
    throw invalidInput(['budgetTokens'], 'budgetTokens must be a whole number above 0.');
  // About four characters a token; never above the limit of the block.
  return { dynamicCharacters: Math.min(DEFAULT_INJECTION_BUDGET.dynamicCharacters, tokens * 4) };
}
