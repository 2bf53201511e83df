import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { GraphqlClient, startHubProcess, until, type HubProcess } from '@memory-hub/testing';

jest.setTimeout(180_000);

const MEMHUB = path.resolve(__dirname, '../../packages/cli/bin/memhub.cjs');
const PASSWORD = 'a long password 1';

interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

describe('the command line with a running hub', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'memhub-cli-'));
  let hub: HubProcess;
  let key = '';
  let agentId = '';

  const memhub = async (
    args: readonly string[],
    more: { env?: Record<string, string>; stdin?: string } = {},
  ): Promise<Ran> => {
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      MEMHUB_URL: hub.url,
      MEMHUB_API_KEY: key,
      ...more.env,
    };
    const child = spawn(process.execPath, [MEMHUB, ...args], { env });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (bytes: Buffer) => (stdout += bytes.toString('utf8')));
    child.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString('utf8')));
    child.stdin.end(more.stdin ?? '');
    const code = await new Promise<number | null>((done) => child.once('close', done));
    return { code, stdout, stderr };
  };

  beforeAll(async () => {
    hub = await startHubProcess();
    const browser = new GraphqlClient(hub.url);
    await browser.must(
      'mutation ($input: ClaimSetupInput!) { claimSetup(input: $input) { userErrors { message } } }',
      {
        input: {
          token: hub.setupToken,
          organisationName: 'Example',
          teamName: 'Platform',
          name: 'Ada',
          email: 'ada@example.org',
          password: PASSWORD,
          locale: 'en',
          timeZone: 'UTC',
          reviewAlone: true,
        },
      },
    );
  });
  afterAll(async () => {
    await hub?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('makes an agent with a password from a pipe, and the doctor finds its key good', async () => {
    const made = await memhub(
      ['agent', 'create', '--email', 'ada@example.org', '--name', 'builder', '--json'],
      { stdin: `${PASSWORD}\n` },
    );
    expect({ code: made.code, stderr: made.stderr }).toEqual({
      code: 0,
      stderr: 'Agent builder is ready in Platform. Keep the key: it is shown this once.\n',
    });
    const agent = JSON.parse(made.stdout) as { id: string; key: string };
    [key, agentId] = [agent.key, agent.id];
    const again = await memhub(['agent', 'create', '--email', 'ada@example.org', '--name', 'builder'], {
      stdin: `${PASSWORD}\n`,
    });
    expect(again).toMatchObject({
      code: 6,
      stdout: '',
      stderr: expect.stringMatching(/already an agent called "builder"/),
    });
    const wrong = await memhub(['agent', 'create', '--email', 'ada@example.org', '--name', 'x'], {
      stdin: 'another password\n',
    });
    expect(wrong.code).toBe(4);
    const doctor = await memhub(['doctor', '--json']);
    expect(JSON.parse(doctor.stdout)).toMatchObject({
      healthy: true,
      findings: expect.arrayContaining([
        expect.objectContaining({ name: 'key', state: 'ok' }),
        expect.objectContaining({ name: 'database', state: 'ok' }),
      ]),
    });
  });

  it('imports once, however often it is told to, and finds what it imported', async () => {
    const file = path.join(folder, 'turns.jsonl');
    const turn = (sessionId: string, content: string, more: object = {}) =>
      JSON.stringify({ sessionId, role: 'user', content, occurredAt: '2026-11-30T09:00:00+08:00', ...more });
    writeFileSync(
      file,
      [
        turn('s1', 'The dead letter queue is looked at every morning.', { speaker: 'Ada' }),
        turn('s2', '我下周三去上海出差。'),
        turn('s3', '我下周三去广州出差。', { subject: '林悦' }),
        'broken',
      ].join('\n'),
    );
    const [first, second] = [
      await memhub(['import', file, '--format', 'turns', '--agent', agentId, '--json']),
      await memhub(['import', file, '--format', 'turns', '--json']),
    ];
    expect(JSON.parse(first.stdout)).toMatchObject({
      rows: 4,
      imported: 3,
      duplicate: 0,
      skipped: 1,
      failed: 0,
    });
    expect(JSON.parse(second.stdout)).toMatchObject({ rows: 4, imported: 0, duplicate: 3, skipped: 1 });
    expect(
      (await memhub(['import', file, '--format', 'turns', '--agent', `agent_${'0'.repeat(32)}`])).code,
    ).toBe(5);
    const found = await memhub([
      'search',
      '"dead letter" after:2026-10-01',
      '--layer',
      'L0',
      '--limit',
      '5',
      '--json',
    ]);
    expect(JSON.parse(found.stdout)).toMatchObject({
      hits: [{ kind: 'turn', sessionId: 's1', snippet: expect.stringContaining('dead letter queue') }],
    });
    expect((await memhub(['search', '上海', '--kind', 'turn', '--history'])).stdout).toContain(
      '我下周三去上海出差',
    );
    // What is about somebody else is no part of the owner's memory.
    expect((await memhub(['search', '广州', '--kind', 'turn', '--history'])).stdout).not.toContain('广州');
    await until(
      async () =>
        (await memhub(['search', 'dead letter', '--kind', 'card', '--json'])).stdout.includes('card_'),
      { what: 'a card of what was imported' },
    );
  });

  it('makes a link for somebody who is locked out, beside the running hub', async () => {
    const env = { MEMHUB_DATA_DIR: hub.dataDir, MEMHUB_PORT: String(hub.port) };
    const made = await memhub(['admin', 'reset-link', 'ada@example.org', '--json'], { env });
    expect(made.code).toBe(0);
    expect(JSON.parse(made.stdout)).toEqual({
      link: expect.stringMatching(new RegExp(`^${hub.url}/reset\\?token=[\\w-]+$`)),
    });
    expect(await memhub(['admin', 'reset-link', 'eve@example.org'], { env })).toMatchObject({
      code: 5,
      stdout: '',
      stderr: expect.stringMatching(/Nobody has an account/),
    });
  });

  it('is told when its key has ended', async () => {
    const ended = await memhub(['search', 'anything'], { env: { MEMHUB_API_KEY: `${key.slice(0, -1)}x` } });
    expect(ended).toMatchObject({ code: 4, stdout: '', stderr: expect.stringMatching(/key is not valid/) });
  });
});
