import type { RequestContext } from '../../../common';
import type { RetrievalQuery } from './retrieval-query';
import type { SearchKind } from './indexed-item';

const MEMORY_KINDS: readonly SearchKind[] = ['card', 'scene', 'persona', 'turn'];

/** Where a query may look: access classes of the principal and the coarse filters, the same for both legs. */
export interface Scope {
  /** Classes whose postings and statistics count. */
  readonly classes: readonly string[];
  /** For agents: assets that may be found, because everything else of their classes is not mounted. Null: no limit. */
  readonly mounted: readonly string[] | null;
  readonly query: RetrievalQuery;
  readonly now: Date;
}

/** Narrows the principal's classes to those that can hold what is asked for. */
export function scopeOf(ctx: RequestContext, query: RetrievalQuery): Scope {
  const memoryOnly = query.kinds !== undefined && query.kinds.every((kind) => MEMORY_KINDS.includes(kind));
  const readable = memoryOnly ? ctx.memoryClasses : ctx.classes;
  const classes =
    query.classIds === undefined ? readable : readable.filter((id) => query.classIds?.includes(id));
  return { classes, mounted: ctx.mounted, query, now: ctx.now };
}
