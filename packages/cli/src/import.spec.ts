import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FakeHub, memhub, type Asked, type FakeAnswer } from './fake-hub.fixture';

interface Result {
  readonly files: number;
  readonly rows: number;
  readonly imported: number;
  readonly duplicate: number;
  readonly skipped: number;
  readonly failed: number;
  readonly complete: boolean;
  readonly reasons: readonly { readonly reason: string; readonly count: number }[];
  readonly error: { readonly code: string } | null;
}

type Turn = { readonly clientTurnId: string; readonly content: string; readonly role: string };

/** Keeps what it is sent, as the hub does: a turn with a known id is a duplicate. */
function memory(refuse: (turns: readonly Turn[], call: number) => FakeAnswer | null = () => null) {
  const kept = new Map<string, Turn>();
  let calls = 0;
  return {
    kept,
    captureTurns: ({ variables: { input } }: Asked): FakeAnswer => {
      const turns = input['turns'] as Turn[];
      const refusal = refuse(turns, (calls += 1));
      if (refusal !== null) return refusal;
      const report = turns.map((turn, position) => {
        const key = `${String(input['sessionId'])} ${turn.clientTurnId}`;
        const status = kept.has(key) ? 'duplicate' : 'stored';
        kept.set(key, turn);
        return { position, status, reason: null };
      });
      return { data: { captureTurns: { report, userErrors: [] } } };
    },
    runExtraction: (): FakeAnswer => ({
      data: { runExtraction: { task: { id: 'task_1' }, userErrors: [] } },
    }),
  };
}

describe('an import', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'memhub-import-'));
  let hub: FakeHub | undefined;
  afterEach(async () => {
    await hub?.stop();
    hub = undefined;
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const fileOf = (name: string, lines: readonly (object | string)[], end = '\n'): string => {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(
      file,
      lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n') + end,
    );
    return file;
  };
  const turn = (sessionId: string, content: string) => ({ sessionId, role: 'user', content });
  const runImport = async (
    answers: ReturnType<typeof memory>,
    args: readonly string[],
  ): Promise<{ code: number; result: Result; stderr: string }> => {
    const { captureTurns, runExtraction } = answers;
    hub ??= await FakeHub.start({ 'captureTurns\\(': captureTurns, 'runExtraction\\(': runExtraction });
    const { code, stdout, stderr } = await memhub(['import', '--json', ...args], {
      MEMHUB_URL: hub.url,
      MEMHUB_API_KEY: 'k',
    });
    return { code, result: JSON.parse(stdout) as Result, stderr };
  };
  const addsUp = ({ rows, imported, duplicate, skipped, failed }: Result): boolean =>
    rows === imported + duplicate + skipped + failed;

  it('counts every row once, names what failed, and goes on behind it', async () => {
    const file = fileOf('mixed.jsonl', [
      turn('a', 'One.'),
      'no json',
      turn('b', 'Two.'),
      { ...turn('a', 'x'), role: 'nobody' },
      turn('a', 'Three.'),
    ]);
    const answers = memory();
    const { code, result, stderr } = await runImport(answers, [
      file,
      '--format',
      'turns',
      '--report',
      path.join(folder, 'report.jsonl'),
    ]);
    expect(code).toBe(2);
    expect(result).toMatchObject({
      files: 1,
      rows: 5,
      imported: 3,
      duplicate: 0,
      skipped: 0,
      failed: 2,
      complete: true,
    });
    expect(stderr).toMatch(/mixed\.jsonl:2: not a JSON object[\s\S]*mixed\.jsonl:4: role/);
    const report = readFileSync(path.join(folder, 'report.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { line: number; status: string });
    expect(report.map(({ line, status }) => `${line} ${status}`).sort()).toEqual([
      '1 imported',
      '2 failed',
      '3 imported',
      '4 failed',
      '5 imported',
    ]);
    expect([...answers.kept.values()].map(({ content }) => content)).toEqual(['One.', 'Three.', 'Two.']);
  });

  it('adds nothing the second time, and only what is new when the file has grown', async () => {
    const answers = memory();
    const lines = Array.from({ length: 450 }, (_, index) => turn('long', `Sentence ${index % 7}.`));
    const file = fileOf('growing.jsonl', lines);
    expect((await runImport(answers, [file, '--format', 'turns'])).result).toMatchObject({
      imported: 450,
      duplicate: 0,
    });
    expect((await runImport(answers, [file, '--format', 'turns'])).result).toMatchObject({
      imported: 0,
      duplicate: 450,
    });
    fileOf('growing.jsonl', [...lines, turn('long', 'One more.')]);
    expect((await runImport(answers, [file, '--format', 'turns'])).result).toMatchObject({
      imported: 1,
      duplicate: 450,
    });
    const sizes = (hub?.asked ?? [])
      .filter(({ query }) => query.includes('captureTurns'))
      .map(({ variables }) => (variables.input['turns'] as Turn[]).length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(200);
    expect((hub?.asked ?? []).filter(({ query }) => query.includes('runExtraction'))).toHaveLength(2);
  });

  it('reads a folder of transcripts, without side files, with titles, and a last line that is half written', async () => {
    const said = (uuid: string, content: string) => ({
      type: 'user',
      uuid,
      timestamp: '2026-11-30T09:00:00Z',
      message: { content },
    });
    fileOf(
      'projects/p/11111111-1111-4111-8111-111111111111.jsonl',
      [
        said('u1', 'First.'),
        { type: 'summary', summary: 'About deploys', leafUuid: 'u1' },
        said('u2', 'Second.'),
        '{"type":"user","uuid":"u3","mess',
      ],
      '',
    );
    fileOf('projects/p/11111111-1111-4111-8111-111111111111/subagents/x.jsonl', [said('u9', 'Never.')]);
    fileOf('projects/q/other.jsonl', [{ ...said('u4', 'Third.'), sessionId: 'named' }]);
    const answers = memory();
    const { code, result } = await runImport(answers, [
      path.join(folder, 'projects'),
      '--format',
      'claude-code',
      '--agent',
      'agent_1',
    ]);
    expect(code).toBe(0);
    expect(result).toMatchObject({ files: 2, rows: 5, imported: 3, skipped: 2, failed: 0 });
    expect(result.reasons.map(({ reason }) => reason).sort()).toEqual([
      'skipped: bookkeeping (summary)',
      'skipped: the last line is not finished yet',
    ]);
    expect([...answers.kept.keys()]).toEqual([
      '11111111-1111-4111-8111-111111111111 u1',
      '11111111-1111-4111-8111-111111111111 u2',
      'named u4',
    ]);
    const captured = (hub?.asked ?? [])
      .filter(({ query }) => query.includes('captureTurns'))
      .map(({ variables: { input } }) => [input['title'], input['agentId']]);
    expect(captured).toEqual([
      ['About deploys', 'agent_1'],
      [undefined, 'agent_1'],
    ]);
  });

  it('leaves out the one turn that the hub refuses and sends the others', async () => {
    const refusal = (turns: readonly Turn[]): FakeAnswer | null => {
      const index = turns.findIndex(({ content }) => content === 'bad');
      return index < 0
        ? null
        : {
            data: {
              captureTurns: {
                report: [],
                userErrors: [
                  {
                    code: 'LIMIT_EXCEEDED',
                    message: 'The turn is too long.',
                    hint: null,
                    path: ['turns', String(index), 'content'],
                  },
                ],
              },
            },
          };
    };
    const file = fileOf('refused.jsonl', [turn('a', 'One.'), turn('a', 'bad'), turn('a', 'Three.')]);
    const { result } = await runImport(memory(refusal), [file, '--format', 'turns']);
    expect(result).toMatchObject({
      rows: 3,
      imported: 2,
      failed: 1,
      reasons: [{ reason: 'failed: The turn is too long.', count: 1 }],
    });
  });

  it('goes on behind rows and files at which the hub fails, and says which they were', async () => {
    const hostile = 'the hub fails at this';
    const kept = memory((turns) =>
      turns.some(({ content }) => content === hostile)
        ? { errors: [{ message: 'The hub failed at this.', extensions: { code: 'INTERNAL' } }] }
        : null,
    );
    hub = await FakeHub.start({ captureTurns: kept.captureTurns, runExtraction: kept.runExtraction });
    const rows = (session: string, bad: number): object[] =>
      Array.from({ length: 9 }, (_, at) => ({
        sessionId: session,
        role: 'user',
        content: at === bad ? hostile : `words ${at}`,
      }));
    fileOf('hostile/a.jsonl', rows('a', 3));
    fileOf('hostile/b.jsonl', rows('b', 8));
    fileOf('hostile/c.jsonl', rows('c', -1));
    const report = path.join(folder, 'hostile-report.jsonl');
    const { code, stdout } = await memhub(
      ['import', path.join(folder, 'hostile'), '--format', 'turns', '--json', '--report', report],
      { MEMHUB_URL: hub.url, MEMHUB_API_KEY: 'mh_agent_test' },
    );
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      rows: 27,
      imported: 25,
      failed: 2,
      complete: true,
      error: null,
    });
    const failed = readFileSync(report, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { file: string; line: number; status: string })
      .filter(({ status }) => status === 'failed');
    expect(failed.map(({ file, line }) => [path.basename(file), line])).toEqual([
      ['a.jsonl', 4],
      ['b.jsonl', 9],
    ]);
  });

  it('stops at a hub that fails at everything', async () => {
    const fault = { errors: [{ message: 'The hub failed at this.', extensions: { code: 'INTERNAL' } }] };
    hub = await FakeHub.start({ captureTurns: () => fault });
    const lines = Array.from({ length: 150 }, (_, at) => ({
      sessionId: 's',
      role: 'user',
      content: `words ${at}`,
    }));
    const { code, stdout } = await memhub(
      ['import', fileOf('broken.jsonl', lines), '--format', 'turns', '--json'],
      { MEMHUB_URL: hub.url, MEMHUB_API_KEY: 'mh_agent_test' },
    );
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ rows: 150, failed: 150, complete: false });
    expect(hub.asked.length).toBeLessThan(80);
  });

  it('waits for a hub that is away for a moment', async () => {
    const answers = memory((_turns, call) =>
      call === 1
        ? {
            status: 503,
            errors: [{ message: 'The database does not answer.', extensions: { code: 'UNAVAILABLE' } }],
          }
        : null,
    );
    const { code, result, stderr } = await runImport(answers, [
      fileOf('patient.jsonl', [turn('a', 'One.')]),
      '--format',
      'turns',
    ]);
    expect({ code, imported: result.imported }).toEqual({ code: 0, imported: 1 });
    expect(stderr).toContain('Trying again');
  });

  it('stops when the key is refused, says so, and still adds up', async () => {
    const answers = memory((_turns, call) =>
      call === 2
        ? {
            status: 401,
            errors: [{ message: 'The API key was revoked.', extensions: { code: 'UNAUTHENTICATED' } }],
          }
        : null,
    );
    const lines = Array.from({ length: 500 }, (_, index) => turn('a', `Sentence ${index}.`));
    const { code, result, stderr } = await runImport(answers, [
      fileOf('stopped.jsonl', lines),
      '--format',
      'turns',
    ]);
    expect(code).toBe(4);
    expect(result).toMatchObject({ imported: 200, complete: false, error: { code: 'UNAUTHENTICATED' } });
    expect(addsUp(result)).toBe(true);
    expect(stderr).toMatch(/import stopped: The API key was revoked[\s\S]*Run the same command again/);
    expect(
      (await runImport(answers, [path.join(folder, 'stopped.jsonl'), '--format', 'turns'])).result,
    ).toMatchObject({ imported: 300, duplicate: 200, complete: true });
  });

  it('reports rows that were waiting for their turn when it stopped', async () => {
    const answers = memory(() => ({
      data: {
        captureTurns: {
          report: [],
          userErrors: [{ code: 'NOT_FOUND', message: 'This agent does not exist.', hint: null, path: [] }],
        },
      },
    }));
    const lines = [
      ...Array.from({ length: 201 }, (_, index) => turn('a', `Sentence ${index}.`)),
      turn('b', 'Waiting.'),
    ];
    const { code, result } = await runImport(answers, [
      fileOf('waiting.jsonl', [turn('b', 'First.'), ...lines]),
      '--format',
      'turns',
    ]);
    expect(code).toBe(5);
    expect(result).toMatchObject({ rows: 202, imported: 0, failed: 202 });
    expect(result.reasons).toContainEqual({ reason: 'failed: not sent: the import stopped', count: 2 });
    expect(addsUp(result)).toBe(true);
  });

  it('names a path that cannot be read, a folder without files, and a report that cannot be written', async () => {
    const env = { MEMHUB_URL: 'http://127.0.0.1:1', MEMHUB_API_KEY: 'k' };
    expect(await memhub(['import', '/does/not/exist', '--format', 'turns'], env)).toMatchObject({
      code: 5,
      stderr: expect.stringMatching(/Cannot read \/does\/not\/exist/),
    });
    mkdirSync(path.join(folder, 'empty'), { recursive: true });
    expect(
      await memhub(['import', path.join(folder, 'empty'), '--format', 'claude-code'], env),
    ).toMatchObject({ code: 5, stderr: expect.stringMatching(/no \.jsonl file/) });
    const file = fileOf('one.jsonl', ['no json']);
    expect(
      await memhub(['import', file, '--format', 'turns', '--report', '/does/not/exist/report'], env),
    ).toMatchObject({ code: 2, stderr: expect.stringMatching(/report could not be written/) });
  });
});
