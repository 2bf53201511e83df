import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError, invalidInput } from '@memory-hub/contracts';
import { z } from 'zod';
import type { RequestContext } from '../../common';
import { SignedCursors } from '../../infrastructure/graphql';
import { SECRET_KEY } from '../../infrastructure/settings';
import type { ConfirmedChunk } from './domain/confirmed-chunk';
import type { RetrievalQuery } from './domain/retrieval-query';

const FACTS = z.object({ q: z.string(), p: z.string(), a: z.string(), s: z.string() });
/** Characters (of 6 bits) that stand for a piece; two of 500 pieces share a mark in one of 500,000 searches. */
const MARK = 6;
const ANOTHER = 'This cursor belongs to another search, or your access has changed since.';
const AGAIN = 'Start again without a cursor.';

/**
 * Pages of one search. A cursor holds what was shown, not a place in the order: rows that are written between two pages
 * move the order, and still nothing comes twice. It works for the same principal, access and query only.
 */
@Injectable()
export class SearchPages {
  private readonly cursors: SignedCursors;

  constructor(@Inject(SECRET_KEY) secret: string) {
    this.cursors = new SignedCursors(secret);
  }

  /**
   * Marks of what earlier pages showed.
   * @throws DomainError VALIDATION_FAILED for a cursor of somebody else, of another query or from before a change of access.
   */
  shown(ctx: RequestContext, query: RetrievalQuery): ReadonlySet<string> {
    if (query.cursor === null || query.cursor === undefined) return new Set();
    const facts = FACTS.safeParse(this.open(query.cursor));
    if (
      !facts.success ||
      facts.data.q !== hashOf(query) ||
      facts.data.p !== ownerOf(ctx) ||
      facts.data.a !== accessOf(ctx)
    )
      throw invalidInput(['cursor'], ANOTHER, AGAIN);
    return new Set(facts.data.s.match(/.{6}/g));
  }

  /** The cursor behind a page that showed these, after what was shown before. */
  after(ctx: RequestContext, query: RetrievalQuery, shown: Iterable<string>): string {
    return this.cursors.sign({ q: hashOf(query), p: ownerOf(ctx), a: accessOf(ctx), s: [...shown].join('') });
  }

  private open(cursor: string): unknown {
    try {
      return this.cursors.open(cursor);
    } catch (error) {
      if (error instanceof DomainError) throw invalidInput(['cursor'], error.message, error.hint);
      throw error;
    }
  }
}

/** Stands for a piece in a cursor. The same piece has the same mark after a change of its text. */
export function markOf({ itemId, ordinal }: Pick<ConfirmedChunk, 'itemId' | 'ordinal'>): string {
  return createHash('sha256').update(`${itemId}/${ordinal}`).digest('base64url').slice(0, MARK);
}

function ownerOf(ctx: RequestContext): string {
  return `${ctx.principal.kind}/${ctx.principalId ?? ''}`;
}

/**
 * Stands for all that the principal may find. Not its epoch: that counts changes, and an agent's moves with what only its
 * owner may read.
 */
function accessOf({ classes, memoryClasses, mounted }: RequestContext): string {
  const reach = mounted === null ? [...classes].sort() : [[...memoryClasses].sort(), [...mounted].sort()];
  return createHash('sha256').update(JSON.stringify(reach)).digest('base64url').slice(0, 16);
}

function hashOf({ cursor: _cursor, limit: _limit, offset: _offset, ...query }: RetrievalQuery): string {
  return createHash('sha256').update(JSON.stringify(query)).digest('base64url').slice(0, 16);
}
