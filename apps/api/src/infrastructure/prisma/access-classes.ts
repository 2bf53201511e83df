import { Injectable } from '@nestjs/common';
import { newId } from '@memory-hub/contracts';
import { isReadable } from '@memory-hub/permissions';
import type { TxContext } from './transaction';

const CACHED_CLASSES = 20_000;

/** Finds or makes the access class of a token set. */
@Injectable()
export class AccessClasses {
  /** Ids by token set. Only committed classes get in; a class never changes, so an entry never goes stale. */
  private readonly ids = new Map<string, string>();

  /**
   * Gives the id of the class of these tokens. When the asking principal holds one of them, rows of the
   * class can be written and read in the same transaction, also when the class is new.
   */
  async ensure(ctx: TxContext, tokens: readonly string[]): Promise<string> {
    const key = [...new Set(tokens)].sort().join('\n');
    const known = this.ids.get(key);
    if (known !== undefined && ctx.classes.includes(known)) return known;
    const rows = await ctx.tx.$queryRaw<{ id: string }[]>`
      SELECT memhub_ensure_class(${newId()}::uuid, ${[...tokens]}::text[]) AS id`;
    const id = rows[0]?.id;
    if (id === undefined) throw new Error('memhub_ensure_class gave no row');
    ctx.afterCommit(() => this.remember(key, id));
    if (!ctx.classes.includes(id) && isReadable(tokens, ctx.tokens)) {
      ctx.classes.push(id);
      if (isMemoryClass(tokens)) ctx.memoryClasses.push(id);
    }
    return id;
  }

  private remember(key: string, id: string): void {
    if (this.ids.size >= CACHED_CLASSES) this.ids.clear();
    this.ids.set(key, id);
  }
}

/** Classes of memories name an agent and a subject and nobody else; no asset ever has such a class. */
export function isMemoryClass(tokens: readonly string[]): boolean {
  return (
    tokens.some((one) => one.startsWith('subject:')) && tokens.every((one) => /^(subject|agent):/.test(one))
  );
}
