import { newId } from '@memory-hub/contracts';
import { classOfMemory } from '@memory-hub/permissions';
import { until } from '@memory-hub/testing';
import type { Caller, TestAgent, TestApp } from '../../app/test-app.fixture';
import type { RequestContext } from '../../common';
import { AccessClasses, UnitOfWork, type TxContext } from '../../infrastructure/prisma';
import { ChunkStore } from './chunk-store';
import type { IndexedItem } from './domain/indexed-item';
import type { RetrievalAnswer, RetrievalQuery } from './domain/retrieval-query';
import { Retriever } from './retriever.service';
import { VectorIndex } from './vectors/vector-index';

export const SEARCH = `query ($input: SearchInput!, $first: Int, $after: String) { search(input: $input, first: $first, after: $after) {
  edges { cursor node { id title snippet { text highlights { start end } } sessionId } } pageInfo { hasNextPage endCursor } total totalIsCapped mode } }`;

export interface SearchReply {
  readonly search: {
    readonly edges: readonly {
      readonly node: {
        readonly id: string;
        readonly title: string;
        readonly snippet: { readonly text: string };
      };
    }[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    readonly total: number;
    readonly totalIsCapped: boolean;
  };
}

/** What a test says about an item; the desk knows the rest. */
export type ItemDraft = Partial<Omit<IndexedItem, 'pieces'>> & {
  readonly text?: string;
  readonly pieces?: IndexedItem['pieces'];
};

/** The index with one agent's memory in it, filled below the modules that fill it in the product. */
export class RetrievalDesk {
  private constructor(
    readonly hub: TestApp,
    readonly agent: TestAgent,
    readonly subjectId: string,
    readonly aclId: string,
  ) {}

  /** A new agent with an empty memory on this hub. */
  static async of(hub: TestApp): Promise<RetrievalDesk> {
    const agent = await hub.createAgent();
    const [subject] = await hub.sql<{ id: string }>('SELECT memhub_subject_of_user($1) AS id', [
      agent.owner.uuid,
    ]);
    if (subject === undefined) throw new Error('the owner of the agent is no subject');
    const subjectId = subject.id;
    const aclId = await hub.app
      .get(UnitOfWork)
      .write(await hub.contextOf(agent), (tx) =>
        hub.app.get(AccessClasses).ensure(tx, classOfMemory({ subjectId, agentId: agent.uuid })),
      );
    return new RetrievalDesk(hub, agent, subjectId, aclId);
  }

  get store(): ChunkStore {
    return this.hub.app.get(ChunkStore);
  }

  item({ text = 'Something was said.', ...draft }: ItemDraft = {}): IndexedItem {
    return {
      itemId: newId(),
      kind: 'card',
      layer: 'L1',
      spaceId: this.agent.spaceUuid,
      aclId: this.aclId,
      agentId: this.agent.uuid,
      subjectId: this.subjectId,
      pieces: [{ title: '', body: text }],
      trust: 'own_agent',
      authorKind: 'agent',
      authorId: this.agent.uuid,
      rev: 1,
      recordedAt: new Date('2026-10-01T00:00:00Z'),
      embedPriority: 1,
      ...draft,
    };
  }

  /** Puts items into the index; gives their ids. */
  async add(...drafts: (ItemDraft | string)[]): Promise<string[]> {
    const items = drafts.map((draft) => this.item(typeof draft === 'string' ? { text: draft } : draft));
    await this.write((tx) => this.store.add(tx, items));
    return items.map((item) => item.itemId);
  }

  async remove(...itemIds: string[]): Promise<void> {
    await this.write((tx) => this.store.remove(tx, itemIds));
  }

  async write<T>(work: (tx: TxContext) => Promise<T>): Promise<T> {
    return this.hub.app.get(UnitOfWork).write(await this.hub.contextOf(this.agent), work);
  }

  async search(
    text: string,
    more: Partial<RetrievalQuery> = {},
    as: Caller = this.agent,
  ): Promise<RetrievalAnswer> {
    return this.searchIn(await this.hub.contextOf(as), text, more);
  }

  async searchIn(
    ctx: RequestContext,
    text: string,
    more: Partial<RetrievalQuery> = {},
  ): Promise<RetrievalAnswer> {
    return this.hub.app.get(Retriever).retrieve(ctx, { text, limit: 10, ...more });
  }

  /** Ids of the items that a search finds, best first. */
  async found(text: string, more: Partial<RetrievalQuery> = {}): Promise<string[]> {
    return (await this.search(text, more)).hits.map((hit) => hit.itemId);
  }

  /** Waits until everything can be found by meaning. */
  async embedded(): Promise<void> {
    const index = this.hub.app.get(VectorIndex);
    await until(
      async () => {
        const [row] = await this.hub.sql<{ chunks: number; vectors: number }>(
          'SELECT (SELECT count(*)::int FROM search_chunk) AS chunks, (SELECT count(*)::int FROM search_vector) AS vectors',
        );
        return row?.chunks === row?.vectors && index.size === row?.chunks && index.ready;
      },
      { what: 'everything embedded', timeoutMs: 120_000 },
    );
  }
}
