import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Type } from '@nestjs/common';
import { Field, Int, ObjectType } from '@nestjs/graphql';
import { invalidInput, LIMITS, readInstant } from '@memory-hub/contracts';

@ObjectType({ description: 'Where a page ends.' })
export class PageInfo {
  @Field(() => Boolean, { description: 'True when there is more after endCursor.' })
  hasNextPage!: boolean;
  @Field(() => String, { nullable: true, description: 'Give it as `after` for the next page.' })
  endCursor!: string | null;
}

/** A page of a list: up to `first` rows, whether more follow, and how many there are under the same filter. */
export interface Page<T> {
  readonly rows: readonly T[];
  readonly hasNextPage: boolean;
  readonly totalCount: number;
}

/** What a list query asks for; `after` is the sort key of the last row seen. */
export interface PageRequest {
  readonly first: number;
  readonly after: string | null;
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** What the sort key of a list looks like: nothing else is a cursor of it. */
const SORT_KEYS = {
  uuid: new RegExp(`^${UUID}$`),
  number: /^\d{1,9}$/,
  'time and uuid': new RegExp(`^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z ${UUID}$`),
} as const;
export type SortKey = keyof typeof SORT_KEYS;

/** Reads `first`: 1–100, 20 when left out. */
export function pageSize(first: number | null | undefined): number {
  const size = first ?? 20;
  if (!Number.isInteger(size) || size < 1 || size > LIMITS.page)
    throw invalidInput(['first'], `first must be between 1 and ${LIMITS.page}.`);
  return size;
}

/**
 * Reads `first` and `after`, the cursor of a list with this sort key.
 * @throws DomainError VALIDATION_FAILED for a cursor that no page of such a list gave
 */
export function pageRequest(
  sortKey: SortKey,
  first: number | null | undefined,
  after: string | null | undefined,
): PageRequest {
  return {
    first: pageSize(first),
    after: after === null || after === undefined ? null : decodeCursor(sortKey, after),
  };
}

export function encodeCursor(key: string): string {
  return Buffer.from(key, 'utf8').toString('base64url');
}

function decodeCursor(sortKey: SortKey, cursor: string): string {
  const key = Buffer.from(cursor, 'base64url').toString('utf8');
  const time = sortKey === 'time and uuid' ? key.split(' ', 1)[0] : undefined;
  const fits = SORT_KEYS[sortKey].test(key) && (time === undefined || readInstant(time) !== null);
  if (!fits || encodeCursor(key) !== cursor)
    throw invalidInput(['after'], 'This cursor is not one of ours.', 'Use endCursor of the page before.');
  return key;
}

/** Relay connection of a page; `keyOf` gives the sort key that the cursor carries. */
export function toConnection<T>(
  page: Page<T>,
  keyOf: (row: T) => string,
): {
  edges: { cursor: string; node: T }[];
  pageInfo: PageInfo;
  totalCount: number;
} {
  const edges = page.rows.map((node) => ({ cursor: encodeCursor(keyOf(node)), node }));
  return {
    edges,
    pageInfo: { hasNextPage: page.hasNextPage, endCursor: edges.at(-1)?.cursor ?? null },
    totalCount: page.totalCount,
  };
}

/** Makes the edge and connection types of a node type. */
export function connectionOf<T>(node: Type<T>): {
  Edge: Type<{ cursor: string; node: T }>;
  Connection: Type<ReturnType<typeof toConnection<T>>>;
} {
  @ObjectType(`${node.name}Edge`, { description: 'One row and its cursor.' })
  class Edge {
    @Field(() => String, { description: 'Give it as `after` to go on behind this row.' })
    cursor!: string;
    @Field(() => node, { description: 'The row.' })
    node!: T;
  }
  @ObjectType(`${node.name}Connection`, { description: 'A page of rows.' })
  class Connection {
    @Field(() => [Edge], { description: 'The rows of this page.' })
    edges!: { cursor: string; node: T }[];
    @Field(() => PageInfo, { description: 'Where this page ends.' })
    pageInfo!: PageInfo;
    @Field(() => Int, { description: 'Rows under the same filter that the viewer may read.' })
    totalCount!: number;
  }
  return { Edge, Connection };
}

/** Signs facts into a cursor that only the same principal at the same epoch can use. */
export class SignedCursors {
  constructor(private readonly secret: string) {}

  sign(facts: object): string {
    const body = Buffer.from(JSON.stringify(facts)).toString('base64url');
    return `${body}.${this.mac(body)}`;
  }

  /** @throws DomainError VALIDATION_FAILED for a cursor that this hub did not make. */
  open(cursor: string): unknown {
    const [body = '', mac = ''] = cursor.split('.');
    const expected = Buffer.from(this.mac(body));
    const given = Buffer.from(mac);
    if (expected.length !== given.length || !timingSafeEqual(expected, given))
      throw invalidInput(['after'], 'This cursor is not one of ours.', 'Use endCursor of the page before.');
    return JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
  }

  private mac(body: string): string {
    return createHmac('sha256', this.secret).update(body).digest('base64url').slice(0, 22);
  }
}
