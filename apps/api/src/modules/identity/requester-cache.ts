import { Injectable } from '@nestjs/common';
import type { Requester } from '../../common';

const CAPACITY = 5_000;

/**
 * What was worked out about principals, kept as long as their epoch stands still. The epoch is read with each
 * request, so an entry is never used after a change was committed.
 */
@Injectable()
export class RequesterCache {
  private readonly entries = new Map<string, Requester>();

  find(key: string, epoch: string): Requester | undefined {
    const entry = this.entries.get(key);
    if (entry?.epoch !== epoch) return undefined;
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry;
  }

  keep(key: string, requester: Requester): void {
    this.entries.delete(key);
    const oldest = this.entries.size >= CAPACITY ? this.entries.keys().next().value : undefined;
    if (oldest !== undefined) this.entries.delete(oldest);
    this.entries.set(key, requester);
  }
}
