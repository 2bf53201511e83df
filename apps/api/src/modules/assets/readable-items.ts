import { Injectable } from '@nestjs/common';
import { notFound, type IdType } from '@memory-hub/contracts';
import type { RequestContext } from '../../common';

/** The full text of one thing, for a model to read. */
export interface ReadableItem {
  readonly kind: string;
  readonly title: string;
  readonly text: string;
  /** Path of the file the text is of. */
  readonly path?: string;
  /** Files that can be asked for by their path. */
  readonly files?: readonly { readonly path: string; readonly bytes: number }[];
  readonly trust: string;
}

/** Loads what the principal may read of an item; null when it is missing or hidden. */
export type ItemReader = (
  ctx: RequestContext,
  uuid: string,
  request: { readonly path: string | null },
) => Promise<ReadableItem | null>;

/** What `hub_read` can open. Each module registers its own types when it starts. */
@Injectable()
export class ReadableItems {
  private readonly readers = new Map<IdType, ItemReader>();

  register(type: IdType, reader: ItemReader): void {
    if (this.readers.has(type)) throw new Error(`two modules read items of the type ${type}`);
    this.readers.set(type, reader);
  }

  /** @throws DomainError NOT_FOUND when it is missing, hidden, or nothing that can be read */
  async read(
    ctx: RequestContext,
    item: { type: IdType; uuid: string; path: string | null },
  ): Promise<ReadableItem> {
    const found = await this.readers.get(item.type)?.(ctx, item.uuid, { path: item.path });
    if (found == null) throw notFound('item');
    return found;
  }
}
