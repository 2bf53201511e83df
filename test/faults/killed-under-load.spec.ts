import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { GraphqlClient, startHubProcess, until, type HubProcess } from '@memory-hub/testing';
import { claimHub, createAgent } from '../support/first-team';

const ROUNDS = 5;
const CLIENTS = 8;
const CAPTURE =
  'mutation($input: CaptureTurnsInput!) { captureTurns(input: $input) { report { status } userErrors { code } } }';

interface Captured {
  readonly session: string;
  readonly words: string;
}

/** The hub dies by SIGKILL while clients capture. What was acknowledged is there once; work goes on; nobody is left over. */
describe('a hub that is killed while it captures', () => {
  let hub: HubProcess;
  let key = '';
  let agentId = '';
  const acknowledged: Captured[] = [];

  beforeAll(async () => {
    hub = await startHubProcess();
    const team = await claimHub(hub);
    const agent = await createAgent(team.admin, { spaceId: team.teamId, name: 'recorder' });
    key = agent.key;
    agentId = agent.id;
  }, 120_000);

  afterAll(async () => {
    await hub?.stop();
  }, 60_000);

  it('loses no acknowledged turn in five kills, and stores none twice', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = acknowledged.length;
      const running = Array.from({ length: CLIENTS }, (_, client) => captureUntilRefused(round, client));
      await until(async () => acknowledged.length - before > 40, {
        what: 'some acknowledged turns',
        timeoutMs: 30_000,
        everyMs: 10,
      });
      await hub.kill();
      await Promise.all(running);
      hub = await startHubProcess({ dataDir: hub.dataDir, port: hub.port });
    }
    for (let client = 0; client < CLIENTS; client += 1) {
      const session = `session-${client}`;
      const stored = await turnsOf(session);
      expect(new Set(stored).size).toBe(stored.length);
      for (const turn of acknowledged.filter((one) => one.session === session))
        expect(stored).toContain(turn.words);
    }
    process.stdout.write(
      `\nkilled ${ROUNDS} times: ${acknowledged.length} acknowledged turns, all there once\n`,
    );
  }, 300_000);

  it('goes on extracting by itself until nothing waits, without a card twice', async () => {
    const agent = new GraphqlClient(hub.url, key);
    for (let client = 0; client < CLIENTS; client += 1)
      await agent.must(
        'mutation($input: EndSessionInput!) { endSession(input: $input) { userErrors { code } } }',
        { input: { sessionId: `session-${client}` } },
      );
    await until(
      async () => {
        const answer = await agent.must<{ agent: { memory: { pendingTurns: number } } }>(
          'query($id: ID!) { agent(id: $id) { memory { pendingTurns } } }',
          { id: agentId },
        );
        return answer.agent.memory.pendingTurns === 0;
      },
      { what: 'all turns extracted', timeoutMs: 240_000, everyMs: 500 },
    );
    const { cards } = await agent.must<{
      cards: { totalCount: number; edges: { node: { content: string } }[] };
    }>('query($id: ID!) { cards(agentId: $id, first: 100) { totalCount edges { node { content } } } }', {
      id: agentId,
    });
    const contents = cards.edges.map(({ node }) => node.content);
    expect(cards.totalCount).toBeGreaterThan(0);
    expect(new Set(contents).size).toBe(contents.length);
  }, 260_000);

  it('leaves no process behind when it is told to stop', async () => {
    const { pid, dataDir } = hub;
    await hub.stop();
    expect(processesNaming(dataDir)).toEqual([]);
    expect(() => process.kill(pid, 0)).toThrow();
  }, 60_000);

  /** Captures one turn after another; a turn counts as acknowledged when its answer came. */
  async function captureUntilRefused(round: number, client: number): Promise<void> {
    const agent = new GraphqlClient(hub.url, key);
    for (let turn = 0; ; turn += 1) {
      const words = `On round ${round} client ${client} decided to keep decision number ${turn} for the Lantern project.`;
      try {
        const answer = await agent.ask(CAPTURE, {
          input: {
            sessionId: `session-${client}`,
            turns: [{ role: 'USER', speaker: 'Kim', content: words, clientTurnId: `${round}-${turn}` }],
          },
        });
        if (answer.errors.length > 0) return;
        acknowledged.push({ session: `session-${client}`, words });
      } catch (error) {
        if (isConnectionLost(error)) return;
        throw error;
      }
    }
  }

  async function turnsOf(sessionId: string): Promise<string[]> {
    const agent = new GraphqlClient(hub.url, key);
    const { conversations } = await agent.must<{
      conversations: { edges: { node: { id: string; sessionId: string } }[] };
    }>('query($id: ID!) { conversations(agentId: $id, first: 100) { edges { node { id sessionId } } } }', {
      id: agentId,
    });
    const id = conversations.edges.find(({ node }) => node.sessionId === sessionId)?.node.id;
    const words: string[] = [];
    for (let after: string | null = null; ;) {
      const { conversation }: TurnsPage = await agent.must<TurnsPage>(
        'query($id: ID!, $after: String) { conversation(id: $id) { turns(first: 100, after: $after) { edges { node { content } } pageInfo { hasNextPage endCursor } } } }',
        { id, after },
      );
      words.push(...conversation.turns.edges.map(({ node }) => node.content));
      if (!conversation.turns.pageInfo.hasNextPage) return words;
      after = conversation.turns.pageInfo.endCursor;
    }
  }
});

interface TurnsPage {
  readonly conversation: {
    readonly turns: {
      readonly edges: readonly { readonly node: { readonly content: string } }[];
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    };
  };
}

/** Told by its name: the errors of `fetch` are not of the realm of a test. */
function isConnectionLost(error: unknown): boolean {
  const name = typeof error === 'object' && error !== null && 'name' in error ? error.name : '';
  return name === 'TypeError' || name === 'SyntaxError';
}

/** Command lines of living processes that name a folder. */
function processesNaming(folder: string): string[] {
  const pids = execFileSync('ps', ['-eo', 'pid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return pids.flatMap((pid) => {
    try {
      const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      return line.includes(folder) ? [line] : [];
    } catch {
      return []; // it ended meanwhile
    }
  });
}
