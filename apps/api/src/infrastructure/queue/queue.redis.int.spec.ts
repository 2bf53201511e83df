import { startTestRedis, type TestRedis } from '@memory-hub/testing';
import { startTestApp, type TestApp } from '../../app/test-app.fixture';
import { OutboxStore } from './outbox-store';
import { askForWork, defineQueuePromises, jobOf, reaches, taskState } from './queue-promises.fixture';

describe('the queue in Redis', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startTestRedis();
  });
  afterAll(async () => redis?.stop());

  defineQueuePromises(() => ({ REDIS_URL: redis.url }));

  describe('that goes away', () => {
    let hub: TestApp;
    beforeAll(async () => {
      hub = await startTestApp({ roles: 'api,worker', settings: { REDIS_URL: redis.url } });
    }, 120_000);
    afterAll(async () => hub?.close());
    afterEach(() => jest.restoreAllMocks());

    const handOverFails = (): Promise<void> =>
      new Promise((failed) => {
        const store = hub.app.get(OutboxStore);
        const giveBack = store.giveBack.bind(store);
        jest.spyOn(store, 'giveBack').mockImplementation(async (ids) => {
          await giveBack(ids);
          failed();
        });
      });

    it('takes no work with it: what is asked for meanwhile waits in the outbox and is done afterwards', async () => {
      const job = jobOf(hub).mockResolvedValue({});
      await redis.kill();
      const failed = handOverFails();
      const task = await askForWork(hub);
      await failed;
      expect(await taskState(hub, task)).toEqual({ state: 'queued', attempts: 0, error: null });
      const health = (await (await fetch(`${hub.url}/readyz`)).json()) as { parts: object[] };
      expect(health.parts).toContainEqual(
        expect.objectContaining({
          name: 'queue',
          state: 'degraded',
          detail: expect.stringContaining('cannot be reached') as string,
        }),
      );

      await redis.start();
      expect(await reaches(hub, task, 'done')).toEqual({ state: 'done', attempts: 1, error: null });
      expect(job).toHaveBeenCalledTimes(1);
    });

    it('is sent again what it forgot with its memory', async () => {
      const job = jobOf(hub).mockResolvedValue({});
      const task = await askForWork(hub);
      await reaches(hub, task, 'done');
      const lost = await askForWorkThatIsLost();
      expect(await reaches(hub, lost, 'done')).toMatchObject({ state: 'done' });
      expect(job).toHaveBeenCalledTimes(2);
    });

    /** An event that was handed over to a Redis that died with it, one lease ago. */
    async function askForWorkThatIsLost(): Promise<string> {
      const take = jest.spyOn(hub.app.get(OutboxStore), 'takeDue').mockResolvedValue([]);
      const task = await askForWork(hub);
      await hub.sql(`UPDATE outbox_event SET sent_at = now() - interval '61 seconds' WHERE task_id = $1`, [
        task,
      ]);
      take.mockRestore();
      return task;
    }

    it('does not hold up the end of the hub', async () => {
      const ending = await startTestApp({ roles: 'api,worker', settings: { REDIS_URL: redis.url } });
      jobOf(ending).mockResolvedValue({});
      await reaches(ending, await askForWork(ending), 'done');
      await redis.kill();
      await askForWork(ending);
      await expect(ending.close()).resolves.toBeUndefined();
      await redis.start();
    });

    it('may come later than the hub', async () => {
      await redis.kill();
      const early = await startTestApp({ roles: 'api,worker', settings: { REDIS_URL: redis.url } });
      try {
        jobOf(early).mockResolvedValue({});
        const task = await askForWork(early);
        await redis.start();
        expect(await reaches(early, task, 'done')).toMatchObject({ attempts: 1 });
      } finally {
        await early.close();
      }
    });
  });
});
