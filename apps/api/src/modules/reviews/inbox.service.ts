import { Injectable } from '@nestjs/common';
import { spaceIdsWithRole } from '@memory-hub/permissions';
import type { RequestContext } from '../../common';
import type { Page, PageRequest } from '../../infrastructure/graphql';
import { UnitOfWork } from '../../infrastructure/prisma';
import { ProposalReader, type Proposal } from '../assets';
import type { InboxView } from './domain/inbox-view';
import { InboxRepository, type InboxQuery } from './inbox.repository';

/** Proposals that concern a person. */
@Injectable()
export class Inbox {
  constructor(
    private readonly work: UnitOfWork,
    private readonly inbox: InboxRepository,
    private readonly proposals: ProposalReader,
  ) {}

  /** Empty for everybody but people. */
  async page(
    ctx: RequestContext,
    { view, spaceId }: { view: InboxView; spaceId: string | null },
    page: PageRequest,
  ): Promise<Page<Proposal>> {
    const query = queryOf(ctx, view, spaceId);
    if (query === null) return { rows: [], hasNextPage: false, totalCount: 0 };
    return this.work.read(ctx, async (tx) => {
      const ids = await this.inbox.page(tx, query, page);
      return { ...ids, rows: await this.proposals.findMany(tx, ids.rows) };
    });
  }

  /** How many wait for the person's decision. */
  async waiting(ctx: RequestContext): Promise<number> {
    const query = queryOf(ctx, 'waiting_for_me', null);
    return query === null ? 0 : this.work.read(ctx, (tx) => this.inbox.count(tx, query));
  }
}

function queryOf({ principal }: RequestContext, view: InboxView, spaceId: string | null): InboxQuery | null {
  if (principal.kind !== 'user') return null;
  return {
    view,
    spaceId,
    userId: principal.userId,
    reviewSpaces: spaceIdsWithRole(principal, 'reviewer'),
    publishSpaces: spaceIdsWithRole(principal, 'admin'),
  };
}
