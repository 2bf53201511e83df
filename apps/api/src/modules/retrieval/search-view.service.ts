import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../common';
import { UnitOfWork } from '../../infrastructure/prisma';
import { NamesRepository, type Names } from './names.repository';
import type { RetrievalAnswer, RetrievalQuery } from './domain/retrieval-query';
import { Retriever } from './retriever.service';

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
  ) {}

  async search(ctx: RequestContext, query: RetrievalQuery): Promise<NamedAnswer> {
    const answer = await this.retriever.retrieve(ctx, { reading: 'qualifiers', ...query });
    return { ...answer, names: await this.work.read(ctx, (tx) => this.names.of(tx, answer.hits)) };
  }

  /** Uuids of the readable sessions with this id of the client. */
  async conversationsOf(ctx: RequestContext, sessionId: string): Promise<string[]> {
    return this.work.read(ctx, (tx) => this.names.conversations(tx, [sessionId]));
  }
}
