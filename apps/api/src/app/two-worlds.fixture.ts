import { McpTestClient, until } from '@memory-hub/testing';
import { z } from 'zod';
import { ScenesRepository } from '../modules/memory/scenes.repository';
import { Retriever, VectorIndex } from '../modules/retrieval';
import { FoldClassStatistics } from '../modules/retrieval/sweepers/fold-class-statistics.sweeper';
import { ReviewDesk, skill, type ProposalShape } from '../modules/reviews/review-desk.fixture';
import type { Caller, TestAgent, TestApp, TestPerson, TestTeam } from './test-app.fixture';

/** What Pia's agent remembers. Others remember the same words, so that every figure that leaked would move. */
export const FACTS = [
  'Pia takes the early train to Lund.',
  'Pia is allergic to hazelnuts.',
  '皮娅最喜欢的颜色是靛蓝色。',
  'The staging server is called Heron.',
  'We deploy on Tuesdays after the smoke test.',
  '预发布环境每周二部署一次。',
];
export const QUERIES = [
  'When do we deploy?',
  'Heron',
  '部署',
  'hazelnuts or nuts',
  'release check',
  'kind:skill release',
  'tag:infra server',
];
export const SESSION = 'monday';

/** One act that changes what somebody else has. Numbers choose words and rows; they wrap around. */
export interface HiddenAct {
  readonly kind: HiddenKind;
  readonly by: 'neighbour' | 'stranger';
  readonly word: number;
}
export const HIDDEN_KINDS = [
  'remember',
  'correct',
  'forget',
  'capture',
  'draft',
  'submit',
  'publish',
  'team',
  'invite',
  'agent',
  'fold',
] as const;
export type HiddenKind = (typeof HIDDEN_KINDS)[number];

/** A hub with a team of several people, another team, and an agent for most of them. */
export class TwoWorlds {
  private acts = 0;
  private readonly kept = new Map<string, string[]>();

  private constructor(
    readonly desk: ReviewDesk,
    readonly elsewhere: TestTeam,
    readonly people: { readonly pia: TestPerson; readonly eve: TestPerson; readonly tao: TestPerson },
    private readonly more: {
      readonly agents: { readonly pia: TestAgent; readonly bo: TestAgent; readonly eve: TestAgent };
      /** Live in the team; only the first is mounted on Pia's agent. */
      readonly mounted: ProposalShape;
      readonly unmounted: ProposalShape;
    },
  ) {}

  get agents(): { readonly pia: TestAgent; readonly bo: TestAgent; readonly eve: TestAgent } {
    return this.more.agents;
  }

  get mounted(): ProposalShape {
    return this.more.mounted;
  }

  get unmounted(): ProposalShape {
    return this.more.unmounted;
  }

  static async open(): Promise<TwoWorlds> {
    const desk = await ReviewDesk.open({ roles: 'api,mcp,worker' });
    const { hub } = desk;
    // What one reads becomes a little warmer. That is an act of the reader, and would be in the way of comparing.
    jest.spyOn(hub.app.get(ScenesRepository), 'addHeat').mockResolvedValue();
    const elsewhere = await hub.createTeam('Elsewhere');
    const people = {
      pia: await hub.createUser({ name: 'Pia' }),
      tao: await hub.createUser({ name: 'Tao', role: 'admin' }),
      eve: await hub.createUser({ name: 'Eve', role: 'admin', team: elsewhere }),
    };
    const agents = {
      pia: await hub.createAgent({ owner: people.pia, name: 'pia-bot' }),
      bo: await hub.createAgent({ owner: desk.author, name: 'bo-bot' }),
      eve: await hub.createAgent({ owner: people.eve, name: 'eve-bot', team: elsewhere }),
    };
    const [mounted, unmounted] = [await desk.live('release-check'), await desk.live('cooking')];
    const worlds = new TwoWorlds(desk, elsewhere, people, { agents, mounted, unmounted });
    await mount(worlds.hub, desk.admin, agents.pia, worlds.mounted.asset.id);
    await worlds.remember(agents.pia, FACTS);
    await worlds.capture(agents.pia, FACTS);
    await worlds.settled();
    return worlds;
  }

  get hub(): TestApp {
    return this.desk.hub;
  }

  async close(): Promise<void> {
    await this.hub.close();
  }

  async graphql(query: string, variables: object, as: Caller): Promise<unknown> {
    const { status, data, errors } = await this.hub.graphql(query, variables, as);
    return {
      status,
      data,
      errors: errors.map(({ message, path, extensions: { requestId: _id, ...rest } }) => ({
        message,
        path,
        rest,
      })),
    };
  }

  async mcp<T>(agent: TestAgent, work: (client: McpTestClient) => Promise<T>): Promise<T> {
    const client = await McpTestClient.connect(this.hub.url, agent.key);
    try {
      return await work(client);
    } finally {
      await client.close();
    }
  }

  /** Does something that neither Pia, her agent nor Dee may read. */
  async act({ kind, by, word }: HiddenAct): Promise<void> {
    const neighbour = by === 'neighbour';
    const agent = neighbour ? this.agents.bo : this.agents.eve;
    const person = neighbour ? this.desk.author : this.people.eve;
    const space = neighbour ? this.desk.team : this.elsewhere;
    const fact = FACTS[word % FACTS.length] ?? '';
    const kept = this.kept.get(agent.id) ?? [];
    const card = kept[word % Math.max(1, kept.length)];
    this.acts += 1;
    switch (kind) {
      case 'remember':
        this.kept.set(agent.id, [...kept, ...(await this.remember(agent, [`${fact} (${this.acts})`]))]);
        return;
      case 'correct':
        if (card !== undefined)
          await this.mcp(agent, (client) =>
            client.call('memory_update', { id: card, content: `${fact} [${this.acts}]` }),
          );
        return;
      case 'forget':
        if (card !== undefined) await this.mcp(agent, (client) => client.call('memory_delete', { id: card }));
        this.kept.set(
          agent.id,
          kept.filter((one) => one !== card),
        );
        return;
      case 'capture':
        return this.capture(agent, [fact, `${fact} ${this.acts}`]);
      case 'draft':
      case 'submit':
        await this.desk.proposeSkill(person, `release-check-${this.acts}`, {
          spaceId: space.id,
          submit: kind === 'submit',
          files: skill(`release-check-${this.acts}`, fact),
        });
        return;
      case 'publish':
        return this.publish(word);
      case 'team':
        await this.hub.createTeam(`Team ${this.acts}`);
        return;
      case 'invite':
        await this.hub.must(
          'mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { link userErrors { code } } }',
          { input: { spaceId: this.elsewhere.id, role: 'MEMBER' } },
          this.people.eve,
        );
        return;
      case 'agent':
        await this.hub.createAgent({ owner: person, team: space, name: `agent ${this.acts}` });
        return;
      case 'fold':
        await this.hub.app.get(FoldClassStatistics).sweep();
    }
  }

  /** Publishes a skill of the other team with the words of the mounted one. */
  private async publish(word: number): Promise<void> {
    const name = `release-check-${this.acts}`;
    const proposal = await this.desk.proposeSkill(this.people.eve, name, {
      spaceId: this.elsewhere.id,
      files: skill(name, FACTS[word % FACTS.length]),
    });
    await this.desk.check(this.people.eve, proposal);
    await this.desk.decide(this.desk.admin, proposal);
    await this.desk.publish(this.desk.admin, proposal);
    await this.desk.index(this.desk.admin, proposal.asset.id);
  }

  async remember(agent: TestAgent, facts: readonly string[]): Promise<string[]> {
    return this.mcp(agent, async (client) => {
      const ids: string[] = [];
      for (const content of facts)
        ids.push(String((await client.must('memory_add', { content, tags: ['infra'] }))['id']));
      return ids;
    });
  }

  async capture(agent: TestAgent, lines: readonly string[]): Promise<void> {
    const turns = lines.map((content) => ({ role: 'USER', content, occurredAt: '2026-10-05T09:00:00Z' }));
    await this.hub.must(
      'mutation ($input: CaptureTurnsInput!) { captureTurns(input: $input) { userErrors { code } } }',
      { input: { sessionId: SESSION, turns } },
      agent,
    );
  }

  /** Waits until no work is left and everything can be found by meaning. */
  async settled(): Promise<void> {
    const index = this.hub.app.get(VectorIndex);
    await until(
      async () => {
        const [left] = await this.hub.sql<{ events: number; chunks: number; vectors: number }>(
          `SELECT (SELECT count(*)::int FROM outbox_event WHERE parked_at IS NULL) AS events, (SELECT count(*)::int FROM search_chunk) AS chunks,
             (SELECT count(*)::int FROM search_vector) AS vectors`,
        );
        return left?.events === 0 && left.chunks === left.vectors && index.size === left.chunks;
      },
      { what: 'all work done', timeoutMs: 120_000 },
    );
  }

  /** Everything that a person can ask. */
  async seenBy(person: TestPerson): Promise<unknown> {
    const agentId = this.agents.pia.id;
    const answers: Record<string, unknown> = {};
    for (const text of QUERIES)
      answers[`search ${text}`] = await this.graphql(SEARCH, { input: { text } }, person);
    answers['session'] = await this.graphql(
      SEARCH,
      { input: { text: 'deploy', sessionId: SESSION } },
      person,
    );
    answers['lists'] = await this.graphql(LISTS, {}, person);
    for (const view of ['WAITING_FOR_ME', 'MINE', 'ALL', 'DECIDED'])
      answers[`inbox ${view}`] = await this.graphql(INBOX, { view }, person);
    answers['agent'] = await this.graphql(AGENT, { id: agentId }, person);
    answers['memory'] = await this.graphql(MEMORY, { id: agentId }, person);
    answers['asset'] = await this.graphql(ASSET, { id: this.mounted.asset.id }, person);
    answers['space'] = await this.graphql(SPACE, { id: this.desk.team.id }, person);
    answers['hidden'] = await this.graphql(
      HIDDEN,
      { agent: this.agents.bo.id, space: this.elsewhere.id },
      person,
    );
    return answers;
  }

  /** Everything that an agent can ask, through every door. */
  async seenByAgent(agent: TestAgent): Promise<unknown> {
    const answers: Record<string, unknown> = {};
    for (const text of QUERIES)
      answers[`search ${text}`] = await this.graphql(SEARCH, { input: { text } }, agent);
    answers['lists'] = await this.graphql(LISTS, {}, agent);
    answers['memory'] = await this.graphql(MEMORY, { id: agent.id }, agent);
    await this.mcp(agent, async (client) => {
      answers['tools'] = await client.listTools();
      for (const text of QUERIES) {
        answers[`memory_search ${text}`] = await client.call('memory_search', { search: text });
        answers[`hub_search ${text}`] = await client.call('hub_search', { query: text });
        answers[`memory_recall ${text}`] = timeless(await client.call('memory_recall', { text }));
      }
      answers['session'] = await client.call('memory_search', { search: 'deploy', sessionId: SESSION });
      answers['read'] = await client.call('hub_read', { id: this.mounted.asset.id });
      answers['unmounted'] = await client.call('hub_read', { id: this.unmounted.asset.id });
      const found = await client.must('memory_search', { search: 'Heron' });
      const [card] = z.array(z.object({ id: z.string() })).parse(found['memories']);
      answers['trace'] = await client.call('memory_trace', { id: card?.id ?? '' });
    });
    const ctx = await this.hub.contextOf(agent);
    for (const text of QUERIES)
      answers[`retrieve ${text}`] = timeless({
        ...(await this.hub.app.get(Retriever).retrieve(ctx, { text, limit: 50 })),
      });
    return answers;
  }
}

export async function mount(
  hub: TestApp,
  by: TestPerson,
  agent: TestAgent,
  assetId: string,
): Promise<string> {
  const made = await hub.must<{ mountAsset: { mount: { id: string } } }>(
    'mutation ($input: MountAssetInput!) { mountAsset(input: $input) { mount { id } userErrors { code message } } }',
    { input: { agentId: agent.id, assetId, mode: 'SUMMARY' } },
    by,
  );
  return made.mountAsset.mount.id;
}

/** The answer without the time that it took; the recalled part of it is in `structured` as well. */
export function timeless(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer, (key, value: unknown) => (key === 'tookMs' ? undefined : value)));
}

const SEARCH = `query ($input: SearchInput!) { search(input: $input, first: 5) {
  edges { cursor node { id kind layer title snippet { text highlights { start end } lang } space { id name } agent { id name } author { kind id name }
    assetId path revision sessionId eventTime recordedAt tags trust why { keyword { rank matched } meaning { rank band } boosts text } } }
  pageInfo { hasNextPage endCursor } total totalIsCapped facets { field value label count } mode asked degraded { leg reason } meaningCoverage { embedded total } } }`;
const LISTS = `{ viewer { user { id } inboxCount agentCount spaces { role space { id name } } }
  assets(first: 50) { totalCount pageInfo { endCursor hasNextPage } edges { cursor node { id name title status tags updatedAt openProposals { id } mountedOn { id name } readers viewerCan { edit mount publish } } } }
  agents(first: 50) { totalCount edges { cursor node { id name status } } }
  cards(first: 50) { totalCount edges { cursor node { id content tags supersededBy } } }
  conversations(first: 50) { totalCount edges { cursor node { id sessionId turnCount pendingTurns } } } }`;
const INBOX =
  'query ($view: InboxView) { inbox(view: $view, first: 50) { totalCount edges { cursor node { id title state } } } }';
const AGENT = `query ($id: ID!) { agent(id: $id) { id name mounts { id mode priority tokens warning asset { id name } } mountable(first: 20) { id name }
  memory { turns cards scenes pendingTurns lastError } viewerCan { edit mount } } node(id: $id) { id } }`;
const MEMORY = `query ($id: ID!) { scenes(agentId: $id) { id title markdown } persona(agentId: $id) { id lines { text cardIds } }
  cards(agentId: $id, includeHistory: true, first: 50) { totalCount edges { node { id content sources { quote sessionId } history { action } } } } }`;
const ASSET = `query ($id: ID!) { asset(id: $id) { id name description visibility owner { id } publishedRevision { id number files { path text } } revisions { totalCount } openProposals { id } mountedOn { id } readers } }`;
const SPACE =
  'query ($id: ID!) { space(id: $id) { id name members { totalCount } invitations { id } reviewPolicies { kind approvals version } viewerCan { review createAsset } } }';
const HIDDEN =
  'query ($agent: ID!, $space: ID!) { agent(id: $agent) { id } space(id: $space) { id } a: node(id: $agent) { id } b: node(id: $space) { id } scenes(agentId: $agent) { id } }';
