import { newId } from '@memory-hub/contracts';
import { until } from '@memory-hub/testing';
import {
  credentialsOf,
  startTestApp,
  type Caller,
  type FirstPeople,
  type TestApp,
} from '../../app/test-app.fixture';
import { UnitOfWork } from '../prisma';
import { LiveEvents } from './live-events.system';

interface Heard {
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
}

/** A browser that listens. */
class Ear {
  readonly heard: Heard[] = [];
  readonly ended: Promise<void>;
  private readonly stop = new AbortController();

  private constructor(readonly response: Response) {
    this.ended = this.listen();
  }

  static async open(hub: TestApp, as: Caller, headers: Record<string, string> = {}): Promise<Ear> {
    const stop = new AbortController();
    const response = await fetch(`${hub.url}/events`, {
      headers: { ...credentialsOf(as), ...headers },
      signal: stop.signal,
    });
    const ear = new Ear(response);
    ear.stop.signal.addEventListener('abort', () => stop.abort());
    return ear;
  }

  close(): void {
    this.stop.abort();
  }

  private async listen(): Promise<void> {
    let text = '';
    try {
      for await (const chunk of this.response.body ?? []) {
        text += Buffer.from(chunk as Uint8Array).toString('utf8');
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) this.read(block);
      }
    } catch {
      // closed from this side
    }
  }

  private read(block: string): void {
    const fields = Object.fromEntries(
      block
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
    );
    if (fields['event'] !== undefined)
      this.heard.push({
        id: fields['id'] ?? '',
        type: fields['event'],
        data: JSON.parse(fields['data'] ?? 'null'),
      });
  }
}

describe('live events', () => {
  let hub: TestApp;
  let first: FirstPeople;
  const ears: Ear[] = [];
  beforeAll(async () => {
    hub = await startTestApp();
    first = await hub.bootstrap();
  });
  afterEach(() => ears.splice(0).forEach((ear) => ear.close()));
  afterAll(() => hub.close());

  async function listen(as: Caller, headers?: Record<string, string>): Promise<Ear> {
    const ear = await Ear.open(hub, as, headers);
    ears.push(ear);
    return ear;
  }
  const taskId = (): string => `task_${newId().replaceAll('-', '')}`;
  const tell = (aclId: string, id = taskId()): string => {
    hub.app.get(LiveEvents).publishCommitted([{ type: 'task.changed', id, aclId }]);
    return id;
  };
  const hears = (ear: Ear, id: string): Promise<Heard> =>
    until(async () => ear.heard.find(({ data }) => (data as { id: string }).id === id) ?? null, {
      what: `the event of ${id}`,
    });
  async function classOf(token: string): Promise<string> {
    const [row] = await hub.sql<{ id: string }>('SELECT memhub_ensure_class($1, ARRAY[$2]) AS id', [
      newId(),
      token,
    ]);
    return row?.id ?? '';
  }

  it('tell type and id, nothing else, over a stream that nothing holds back', async () => {
    const ear = await listen(first.admin);
    expect(ear.response.status).toBe(200);
    expect(ear.response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(ear.response.headers.get('cache-control')).toBe('no-store');
    const id = tell(await classOf(`person:${first.admin.uuid}`));
    const heard = await hears(ear, id);
    expect(heard).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      type: 'task.changed',
      data: { type: 'task.changed', id },
    });
  });

  it('reach those who may read what changed, and nobody else', async () => {
    const member = await hub.createUser();
    const [own, other] = [await listen(first.admin), await listen(member)];
    const secret = tell(await classOf(`person:${first.admin.uuid}`));
    const common = tell(await classOf(`space:${first.team.uuid}:people`));
    await Promise.all([hears(own, secret), hears(own, common), hears(other, common)]);
    expect(other.heard.map(({ data }) => (data as { id: string }).id)).toEqual([common]);
  });

  it('stop reaching somebody with the right to read, before any stream is opened anew', async () => {
    const member = await hub.createUser();
    const ear = await listen(member);
    const acl = await classOf(`space:${first.team.uuid}:people`);
    await hears(ear, tell(acl));
    await hub.sql('DELETE FROM membership WHERE user_id = $1 AND space_id = $2', [
      member.uuid,
      first.team.uuid,
    ]);
    const hidden = tell(acl);
    const own = tell(await classOf(`person:${member.uuid}`));
    await hears(ear, own);
    expect(JSON.stringify(ear.heard)).not.toContain(hidden);
  });

  it('are told after the commit, never of what was rolled back', async () => {
    const ear = await listen(first.admin);
    const aclId = await classOf(`person:${first.admin.uuid}`);
    const ctx = await hub.contextOf(first.admin);
    const [lost, kept] = [taskId(), taskId()];
    const work = hub.app.get(UnitOfWork);
    await work
      .write(ctx, async (tx) => {
        hub.app.get(LiveEvents).publish(tx, { type: 'task.changed', id: lost, aclId });
        await Promise.reject(new Error('rolled back'));
      })
      .catch(() => undefined);
    await work.write(ctx, async (tx) =>
      hub.app.get(LiveEvents).publish(tx, { type: 'task.changed', id: kept, aclId }),
    );
    await hears(ear, kept);
    expect(JSON.stringify(ear.heard)).not.toContain(lost);
  });

  it('end for whoever signs out or is suspended, within five seconds', async () => {
    const [leaver, suspended] = [await hub.createUser(), await hub.createUser()];
    const [a, b] = [await listen(leaver), await listen(suspended)];
    await hub.must('mutation { signOut { ok userErrors { code } } }', {}, leaver);
    await hub.sql("UPDATE app_user SET status = 'suspended' WHERE id = $1", [suspended.uuid]);
    const since = performance.now();
    await Promise.all([a.ended, b.ended]);
    expect(performance.now() - since).toBeLessThan(5_000);
  });

  it('end for a key that is revoked', async () => {
    const agent = await hub.createAgent();
    const ear = await listen(agent);
    await hub.sql('UPDATE api_key SET revoked_at = now() WHERE id = $1', [agent.keyUuid]);
    await expect(ear.ended).resolves.toBeUndefined();
  });

  it('go on where a browser lost them, or say that it has to read anew', async () => {
    const acl = await classOf(`person:${first.admin.uuid}`);
    const ear = await listen(first.admin);
    const seen = await hears(ear, tell(acl));
    ear.close();
    const missed = [tell(acl), tell(acl)];
    const again = await listen(first.admin, { 'last-event-id': seen.id });
    for (const id of missed) await hears(again, id);
    expect(again.heard.map(({ data }) => (data as { id: string }).id)).toEqual(missed);
    const lost = await listen(first.admin, { 'last-event-id': newId() });
    await until(async () => lost.heard.some(({ type }) => type === 'resync'), {
      what: 'the word to read anew',
    });
  });

  it('tell an agent only of what it can load: its own, never what its owner alone may read', async () => {
    const agent = await hub.createAgent();
    const ear = await listen(agent);
    const [aclId = ''] = (await hub.contextOf(agent)).classes;
    const proposal = `proposal_${newId().replaceAll('-', '')}`;
    const live = hub.app.get(LiveEvents);
    live.publishCommitted([{ type: 'proposal.changed', id: proposal, aclId }]);
    live.publishCommitted([{ type: 'check.changed', id: proposal, aclId }]);
    live.publishCommitted([{ type: 'memory.changed', id: agent.id, aclId }]);
    await hears(ear, agent.id);
    expect(JSON.stringify(ear.heard)).not.toContain(proposal);
  });

  it('tell of the first call of an agent', async () => {
    const agent = await hub.createAgent();
    const ear = await listen(first.admin);
    await hub.graphql('{ __typename }', {}, agent);
    expect(await hears(ear, agent.id)).toMatchObject({ type: 'agent.connected' });
  });

  it('are not for strangers, and not for more streams than a person has tabs', async () => {
    expect((await listen(null)).response.status).toBe(401);
    const person = await hub.createUser();
    const many = await Promise.all(Array.from({ length: 21 }, () => listen(person)));
    expect(many.map(({ response }) => response.status).filter((status) => status === 429)).toEqual([429]);
  });
});
