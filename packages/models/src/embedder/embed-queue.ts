import { EMBED_PRIORITIES, type EmbedPriority } from './embedder';

/**
 * Waiting work, the most urgent first, first come first served within a priority. Every priority has its own room, so that
 * a flood of imported turns never refuses a person's query.
 */
export class EmbedQueue<Job extends { readonly priority: EmbedPriority }> {
  private readonly waiting: Record<EmbedPriority, Set<Job>> = {
    query: new Set(),
    card: new Set(),
    turn: new Set(),
  };

  /** @param room jobs that may wait in each priority. */
  constructor(readonly room: number) {}

  get size(): number {
    return EMBED_PRIORITIES.reduce((sum, priority) => sum + this.waiting[priority].size, 0);
  }

  hasRoomFor(priority: EmbedPriority, jobs: number): boolean {
    return this.waiting[priority].size + jobs <= this.room;
  }

  add(job: Job): void {
    this.waiting[job.priority].add(job);
  }

  /** Whether it was still waiting. */
  remove(job: Job): boolean {
    return this.waiting[job.priority].delete(job);
  }

  next(): Job | undefined {
    for (const priority of EMBED_PRIORITIES) {
      const [job] = this.waiting[priority];
      if (job === undefined) continue;
      this.waiting[priority].delete(job);
      return job;
    }
    return undefined;
  }

  takeAll(): Job[] {
    const all = EMBED_PRIORITIES.flatMap((priority) => [...this.waiting[priority]]);
    for (const priority of EMBED_PRIORITIES) this.waiting[priority].clear();
    return all;
  }
}
