import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { DiscoveryService } from '@nestjs/core';
import { newId } from '@memory-hub/contracts';
import { until } from '@memory-hub/testing';
import { startTestApp, type TestApp } from '../../app/test-app.fixture';
import type { Environment } from '../../config';
import { Outbox, UnitOfWork } from '../prisma';
import { topicOf, type JobHandler } from './job-handler';
import { installQueueTables } from './migrate-queue';
import { OutboxStore } from './outbox-store';
import { QueueBackend, redisPrefix, type QueueSettings } from './queue-backend';

/** The topic that stands for all; its handler is replaced by what a test wants. */
const TOPIC = 'memory.settle';
const QUEUE = 'memory';

export interface TaskState {
  readonly state: string;
  readonly attempts: number;
  readonly error: string | null;
}

/** The handler of the topic in this hub, as something that can be told what to do. */
export function jobOf(hub: TestApp): jest.SpiedFunction<JobHandler['run']> {
  const handler = hub.app
    .get(DiscoveryService, { strict: false })
    .getProviders()
    .map(({ instance }) => instance as unknown)
    .find((found): found is JobHandler => hasTopic(found));
  if (handler === undefined) throw new Error(`nobody handles ${TOPIC}`);
  return jest.spyOn(handler, 'run');
}

function hasTopic(found: unknown): boolean {
  return typeof found === 'object' && found !== null && topicOf(found.constructor) === TOPIC;
}

/** Asks for one piece of work in a transaction, as an act does. Gives the uuid of the task. */
export async function askForWork(hub: TestApp): Promise<string> {
  const { admin } = await hub.bootstrap();
  const ctx = await hub.contextOf(admin);
  const cardId = newId();
  const task = await hub.app
    .get(UnitOfWork)
    .write(ctx, (tx) => hub.app.get(Outbox).add(tx, { topic: TOPIC, key: cardId, payload: { cardId } }));
  if (task === null) throw new Error(`${TOPIC} makes no task`);
  return task;
}

export async function taskState(hub: TestApp, id: string): Promise<TaskState | undefined> {
  return (await hub.sql<TaskState>('SELECT state, attempts, error FROM task WHERE id = $1', [id]))[0];
}

export async function reaches(hub: TestApp, id: string, state: string): Promise<TaskState> {
  return until(
    async () => {
      const task = await taskState(hub, id);
      return task?.state === state && task;
    },
    { what: `a task that is ${state}` },
  );
}

/** What time would do: a start that is put off is due. */
async function pauseIsOver(hub: TestApp, id: string, starts: number): Promise<void> {
  await until(
    async () =>
      (
        await hub.sql(
          'UPDATE outbox_event SET due_at = now() WHERE task_id = $1 AND starts = $2 AND sent_at IS NULL RETURNING id',
          [id, starts],
        )
      ).length > 0,
    { what: `a pause after start ${starts}` },
  );
}

/** A process that takes the next job and never ends it; `killed` ends it as a crash does. */
async function startHangingWorker(
  settings: QueueSettings,
): Promise<{ taken: string; killed(): Promise<void> }> {
  const program = `
    const { Worker, createPostgresBackend } = require('bullmq');
    const { redisUrl, databaseUrl, prefix } = JSON.parse(process.argv[1]);
    const hang = (job) => { console.log(job.data.eventId); return new Promise(() => undefined); };
    const options = { lockDuration: 1000, stalledInterval: 1000 };
    if (redisUrl === undefined)
      new Worker('${QUEUE}', hang, { ...options, connection: { connectionString: databaseUrl, skipMigrations: true } }, createPostgresBackend);
    else new Worker('${QUEUE}', hang, { ...options, prefix, connection: { url: redisUrl, maxRetriesPerRequest: null } });`;
  const place = JSON.stringify({ ...settings, prefix: redisPrefix(settings.databaseUrl) });
  const child = spawn(process.execPath, ['-e', program, place], {
    cwd: path.resolve(__dirname, '../../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    taken: line.toString('utf8').trim(),
    killed: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** What holds on every back end. Defines the tests; `settings` are asked for when they run. */
export function defineQueuePromises(settings: () => Environment): void {
  describe('a hub that works', () => {
    let hub: TestApp;
    beforeAll(async () => {
      hub = await startTestApp({ roles: 'api,worker', settings: settings() });
    }, 120_000);
    afterAll(async () => hub?.close());
    afterEach(() => jest.restoreAllMocks());

    const left = async (task: string): Promise<number> =>
      (await hub.sql('SELECT id FROM outbox_event WHERE task_id = $1', [task])).length;

    it('does what a committed act asked for, once', async () => {
      const job = jobOf(hub).mockResolvedValue({ done: 1 });
      const task = await askForWork(hub);
      expect(await reaches(hub, task, 'done')).toEqual({ state: 'done', attempts: 1, error: null });
      expect([job.mock.calls.length, await left(task)]).toEqual([1, 0]);
    });

    it('starts a job again after a failure, and forgets the failure when it goes well', async () => {
      const job = jobOf(hub).mockRejectedValueOnce(new Error('a passing fault')).mockResolvedValue({});
      const task = await askForWork(hub);
      await pauseIsOver(hub, task, 1);
      expect(await reaches(hub, task, 'done')).toEqual({ state: 'done', attempts: 2, error: null });
      expect([job.mock.calls.length, await left(task)]).toEqual([2, 0]);
    });

    it('parks what fails three times, shows it, and goes on with other work', async () => {
      const job = jobOf(hub).mockRejectedValue(new Error('poison with secret words'));
      const poison = await askForWork(hub);
      await pauseIsOver(hub, poison, 1);
      await pauseIsOver(hub, poison, 2);
      expect(await reaches(hub, poison, 'parked')).toEqual({
        state: 'parked',
        attempts: 3,
        error: 'INTERNAL: see the log of the worker',
      });
      expect([job.mock.calls.length, await left(poison)]).toEqual([3, 1]);
      job.mockResolvedValue({});
      await reaches(hub, await askForWork(hub), 'done');
      expect(await taskState(hub, poison)).toMatchObject({ state: 'parked', attempts: 3 });
    });
  });

  it('does what a killed process had begun, once more and to the end', async () => {
    const before = await startTestApp({ roles: 'api', settings: settings() });
    const { database } = before;
    await installQueueTables(database.ownerUrl);
    const place = { redisUrl: settings()['REDIS_URL'], databaseUrl: database.systemUrl };
    const backend = new QueueBackend(place);
    try {
      const task = await askForWork(before);
      const store = before.app.get(OutboxStore);
      const [event] = await store.takeDue(10);
      if (event === undefined) throw new Error('nothing is due');
      const jobs = [{ name: TOPIC, data: { eventId: event.id }, opts: { jobId: event.id } }];
      await backend.queue(QUEUE, () => undefined).addBulk(jobs);
      const worker = await startHangingWorker(place);
      await store.start(event.id);
      await worker.killed();
      expect([worker.taken, await taskState(before, task)]).toEqual([
        event.id,
        { state: 'running', attempts: 1, error: null },
      ]);

      const after = await startTestApp({ roles: 'api,worker', settings: settings(), database });
      try {
        const job = jobOf(after).mockResolvedValue({});
        expect(await reaches(after, task, 'done')).toEqual({ state: 'done', attempts: 2, error: null });
        expect(job).toHaveBeenCalledTimes(1);
      } finally {
        await after.close();
      }
    } finally {
      await backend.close();
      await before.close();
    }
  });
}
