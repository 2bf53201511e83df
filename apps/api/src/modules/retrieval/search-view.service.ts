import { Injectable } from '@nestjs/common';
import { notFound } from '@memory-hub/contracts';
import type { RequestContext } from '../../common';
import { UnitOfWork, type TxContext } from '../../infrastructure/prisma';
import { NamesRepository, type Names } from './names.repository';
import type { RetrievalAnswer, RetrievalQuery } from './domain/retrieval-query';
import { Retriever } from './retriever.service';
import { SubjectsOfSearch } from './subjects-of-search.repository';

export type { Names };

export interface NamedAnswer extends RetrievalAnswer {
  readonly names: Names;
}

/** A search with the names that people read beside the hits. */
@Injectable()
export class SearchView {
  constructor(
    private readonly retriever: Retriever,
    private readonly work: UnitOfWork,
    private readonly names: NamesRepository,
    private readonly subjects: SubjectsOfSearch,
  ) {}

  /**
   * For an agent the memory of one subject is searched: that of the session it names, else that of its owner.
   * @throws DomainError NOT_FOUND for a session that the agent has not
   */
  async search(
    ctx: RequestContext,
    query: RetrievalQuery,
    sessionId: string | null = null,
  ): Promise<NamedAnswer> {
    const classIds = await this.work.read(ctx, (tx) => this.classesOf(tx, sessionId));
    const reach = classIds === null ? {} : { classIds };
    const answer = await this.retriever.retrieve(ctx, { reading: 'qualifiers', ...query, ...reach });
    return { ...answer, names: await this.work.read(ctx, (tx) => this.names.of(tx, answer.hits)) };
  }

  /** Uuids of the readable sessions with this id of the client. */
  async conversationsOf(ctx: RequestContext, sessionId: string): Promise<string[]> {
    return this.work.read(ctx, (tx) => this.names.conversations(tx, [sessionId]));
  }

  /** Classes to stay within; null for people, who are the subject of all that they may read. */
  private async classesOf(ctx: TxContext, sessionId: string | null): Promise<string[] | null> {
    const { principal } = ctx;
    if (principal.kind !== 'agent') return null;
    const memory =
      sessionId === null
        ? await this.subjects.ofOwner(ctx, principal)
        : await this.subjects.ofSession(ctx, principal.agentId, sessionId);
    if (memory === null && sessionId !== null) throw notFound('conversation');
    const memories = new Set(ctx.memoryClasses);
    return ctx.classes.filter((id) => id === memory || !memories.has(id));
  }
}
