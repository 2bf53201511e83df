import fc from 'fast-check';
import { EmbedQueue } from './embed-queue';
import { EMBED_PRIORITIES, type EmbedPriority } from './embedder';

interface Job {
  readonly priority: EmbedPriority;
  readonly number: number;
}

describe('waiting texts', () => {
  it('come out by priority, and in order of arrival within one', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...EMBED_PRIORITIES)), (priorities) => {
        const queue = new EmbedQueue<Job>(1_000);
        const jobs = priorities.map((priority, number) => ({ priority, number }));
        for (const job of jobs) queue.add(job);

        const taken: Job[] = [];
        for (let job = queue.next(); job !== undefined; job = queue.next()) taken.push(job);

        const rank = (job: Job) => EMBED_PRIORITIES.indexOf(job.priority);
        expect(taken).toEqual([...jobs].sort((a, b) => rank(a) - rank(b) || a.number - b.number));
      }),
    );
  });

  it('have room in each priority of its own', () => {
    const queue = new EmbedQueue<Job>(2);
    queue.add({ priority: 'turn', number: 1 });
    queue.add({ priority: 'turn', number: 2 });
    expect(queue.hasRoomFor('turn', 1)).toBe(false);
    expect(queue.hasRoomFor('query', 2)).toBe(true);
    expect(queue.hasRoomFor('query', 3)).toBe(false);
  });

  it('can be taken back', () => {
    const queue = new EmbedQueue<Job>(2);
    const job: Job = { priority: 'card', number: 1 };
    queue.add(job);
    expect(queue.remove(job)).toBe(true);
    expect(queue.remove(job)).toBe(false);
    expect(queue.size).toBe(0);
  });
});
