import { GraphqlClient, McpTestClient, startHubProcess, until, type HubProcess } from '@memory-hub/testing';
import { claimHub, createAgent, joinTeam, type FirstTeam } from '../support/first-team';
import { readDialogue, readMessageLogs } from '../support/real-input';
import { overlap } from '../support/overlap';
import { RELEASE_CHECK } from '../support/release-check';

const USERS = 200;
const PROPOSAL =
  'id digest: revision { digest } state checks { name state findings { id severity } } blockers approvalsGiven';

interface ProposalAnswer {
  readonly id: string;
  readonly digest: { readonly digest: string };
  readonly state: string;
  readonly checks: readonly {
    readonly name: string;
    readonly state: string;
    readonly findings: readonly { readonly id: string; readonly severity: string }[];
  }[];
}

/** From a raw conversation to a reviewed, mounted, recalled memory: the built product, through its own doors. */
describe('the main job', () => {
  const figures: Record<string, number | string> = {};
  const dialogue = readDialogue();
  const logs = readMessageLogs(USERS);
  let hub: HubProcess;
  let team: FirstTeam;
  let reviewer: GraphqlClient;
  let scribe: { id: string; key: string };
  let reader: { id: string; key: string };
  let scribeMcp: McpTestClient;
  let readerMcp: McpTestClient;
  let memoryAsset = '';
  let skillAsset = '';

  beforeAll(async () => {
    hub = await startHubProcess();
    figures['started in ms'] = Math.round(hub.startedIn);
  }, 180_000);

  afterAll(async () => {
    process.stdout.write(`\nmain job: ${JSON.stringify(figures)}\n`);
    await scribeMcp?.close();
    await readerMcp?.close();
    await hub?.stop();
  }, 60_000);

  it('is set up with the one-time link, which works once', async () => {
    team = await claimHub(hub);
    const again = await new GraphqlClient(hub.url).ask(
      'mutation($input: ClaimSetupInput!) { claimSetup(input: $input) { userErrors { code } } }',
      {
        input: {
          token: hub.setupToken,
          organisationName: 'x',
          teamName: 'x',
          name: 'x',
          email: 'x@example.org',
          password: 'another long password',
          locale: 'en',
          timeZone: 'UTC',
          reviewAlone: false,
        },
      },
    );
    expect(again.data).toMatchObject({ claimSetup: { userErrors: [{ code: 'LINK_USED' }] } });
    reviewer = await joinTeam(hub, team, {
      name: 'Rui Reviewer',
      email: 'rui@example.org',
      role: 'REVIEWER',
    });
    scribe = await createAgent(team.admin, { spaceId: team.teamId, name: 'scribe' });
    reader = await createAgent(team.admin, { spaceId: team.teamId, name: 'reader' });
    scribeMcp = await McpTestClient.connect(hub.url, scribe.key);
    readerMcp = await McpTestClient.connect(hub.url, reader.key);
  });

  it('lists the tools with plain object schemas', async () => {
    const tools = await scribeMcp.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(
      expect.arrayContaining([
        'memory_add',
        'memory_search',
        'memory_update',
        'memory_delete',
        'memory_task_wait',
        'memory_recall',
        'memory_trace',
        'conversation_append',
        'hub_search',
        'hub_read',
      ]),
    );
    for (const tool of tools)
      expect(tool.inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
  });

  it('captures a long dialogue through MCP, and sending it again stores nothing twice', async () => {
    let captured = 0;
    let repeated = 0;
    for (const session of dialogue.sessions) {
      const turns = session.turns.map((turn) => ({ role: 'user', ...turn }));
      const first = await scribeMcp.must('conversation_append', { sessionId: session.id, turns });
      const second = await scribeMcp.must('conversation_append', { sessionId: session.id, turns });
      captured += Number(first['stored']);
      repeated += Number(second['duplicates']);
      expect(second['stored']).toBe(0);
    }
    const total = dialogue.sessions.reduce((sum, session) => sum + session.turns.length, 0);
    expect(captured).toBe(total);
    expect(repeated).toBe(total);
    figures['captured turns'] = captured;
  }, 120_000);

  it('captures many subjects through GraphQL, each its own', async () => {
    const agent = new GraphqlClient(hub.url, scribe.key);
    for (const log of logs) {
      const { captureTurns } = await agent.must<{ captureTurns: { report: { status: string }[] } }>(
        'mutation($input: CaptureTurnsInput!) { captureTurns(input: $input) { report { status } userErrors { code message path } } }',
        {
          input: {
            sessionId: log.user,
            subject: log.user,
            turns: log.turns.map((turn) => ({ role: 'USER', ...turn })),
          },
        },
      );
      expect(captureTurns.report.every((entry) => entry.status === 'stored')).toBe(true);
    }
    figures['captured subjects'] = logs.length;
  }, 180_000);

  it('turns the conversations into cards in the background', async () => {
    const agent = new GraphqlClient(hub.url, scribe.key);
    const ids = [...dialogue.sessions.map((session) => session.id), ...logs.map((log) => log.user)];
    for (const sessionId of ids)
      await agent.must(
        'mutation($input: EndSessionInput!) { endSession(input: $input) { task { id } userErrors { code message } } }',
        { input: { sessionId } },
      );
    const memory = await until(
      async () => {
        const { agent: found } = await new GraphqlClient(hub.url, scribe.key).must<{
          agent: { memory: { cards: number; pendingTurns: number; lastError: string | null } };
        }>('query($id: ID!) { agent(id: $id) { memory { cards pendingTurns lastError } } }', {
          id: scribe.id,
        });
        return found.memory.pendingTurns === 0 && found.memory;
      },
      { what: 'all turns extracted', timeoutMs: 300_000, everyMs: 500 },
    );
    figures['extracted cards'] = memory.cards;
    expect(memory.lastError).toBeNull();
    expect(memory.cards).toBeGreaterThan(logs.length);
  }, 330_000);

  it('finds turns and cards by keyword and by meaning, in both languages', async () => {
    const english = dialogue.questions.slice(0, 40);
    let found = 0;
    for (const question of english) {
      const answer = await scribeMcp.must('hub_search', { query: question.text, layers: ['L0'], limit: 10 });
      const hits = answer['hits'] as { snippet: string }[];
      const evidence = dialogue.sessions
        .flatMap((session) => session.turns)
        .filter((turn) => question.evidence.includes(turn.clientTurnId));
      if (
        evidence.some((turn) =>
          hits.some(
            (hit) =>
              turn.content.includes(hit.snippet.slice(0, 40)) ||
              hit.snippet.includes(turn.content.slice(0, 40)),
          ),
        )
      )
        found += 1;
    }
    figures['english questions with evidence in 10'] = `${found}/${english.length}`;
    expect(found).toBeGreaterThanOrEqual(Math.floor(english.length * 0.5));
  }, 120_000);

  it('keeps the subjects apart and finds each one’s own facts', async () => {
    let found = 0;
    let foreign = 0;
    const asked = logs.slice(0, 100);
    for (const log of asked) {
      const answer = await scribeMcp.must('memory_search', {
        search: log.question,
        sessionId: log.user,
        limit: 10,
      });
      const memories = answer['memories'] as { id: string; content: string }[];
      const wanted = log.turns.filter((turn) => log.answers.includes(turn.clientTurnId));
      if (wanted.some((turn) => memories.some((memory) => overlap(memory.content, turn.content) > 0.5)))
        found += 1;
      foreign += await countForeign(
        memories.map((memory) => memory.id),
        log.user,
      );
    }
    figures['chinese questions with answer in 10'] = `${found}/${asked.length}`;
    figures['foreign rows'] = foreign;
    expect(foreign).toBe(0);
    expect(found).toBeGreaterThanOrEqual(Math.floor(asked.length * 0.6));
  }, 180_000);

  it('leads from the persona down to the exact words', async () => {
    const { persona } = await team.admin.must<{
      persona: { id: string; lines: { cardIds: string[]; sceneIds: string[] }[] } | null;
    }>('query($id: ID!) { persona(agentId: $id) { id lines { cardIds sceneIds } } }', { id: scribe.id });
    const line = persona?.lines[0];
    expect(line?.sceneIds.length).toBeGreaterThan(0);
    const { card } = await team.admin.must<{
      card: { sources: { quote: string; sessionId: string; start: number; end: number }[] };
    }>('query($id: ID!) { card(id: $id) { sources { quote sessionId start end } } }', {
      id: line?.cardIds[0],
    });
    const source = card.sources[0];
    const session = dialogue.sessions.find((one) => one.id === source?.sessionId);
    expect(
      session?.turns.some((turn) => turn.content.slice(source?.start, source?.end) === source?.quote),
    ).toBe(true);
    const trace = await scribeMcp.must('memory_trace', { id: line?.cardIds[0] ?? '' });
    expect((trace['turns'] as unknown[]).length).toBeGreaterThan(0);
  });

  it('puts memory and a skill forward; a second person reviews, an admin publishes', async () => {
    const { cards } = await team.admin.must<{ cards: { edges: { node: { id: string } }[] } }>(
      'query($id: ID!) { cards(agentId: $id, first: 20) { edges { node { id } } } }',
      { id: scribe.id },
    );
    const snapshot = await team.admin.must<{
      proposeChatMemory: { proposal: ProposalAnswer & { asset: { id: string } } };
    }>(
      `mutation($input: ProposeChatMemoryInput!) { proposeChatMemory(input: $input) { proposal { ${PROPOSAL} asset { id } } userErrors { code message path } } }`,
      {
        input: {
          spaceId: team.teamId,
          name: 'field-notes',
          title: 'Field notes',
          description: 'What the scribe learned.',
          message: 'Share what we know.',
          visibility: 'TEAM',
          cardIds: cards.edges.map(({ node }) => node.id),
          submit: true,
        },
      },
    );
    const skill = await team.admin.must<{
      proposeSkill: { proposal: ProposalAnswer & { asset: { id: string } } };
    }>(
      `mutation($input: ProposeSkillInput!) { proposeSkill(input: $input) { proposal { ${PROPOSAL} asset { id } } userErrors { code message path } } }`,
      {
        input: {
          spaceId: team.teamId,
          message: 'How we release.',
          visibility: 'TEAM',
          submit: true,
          files: [{ path: 'SKILL.md', text: RELEASE_CHECK }],
        },
      },
    );
    memoryAsset = snapshot.proposeChatMemory.proposal.asset.id;
    skillAsset = skill.proposeSkill.proposal.asset.id;
    for (const proposal of [snapshot.proposeChatMemory.proposal, skill.proposeSkill.proposal])
      expect(await reviewAndPublish(proposal.id)).toBe('PUBLISHED');
    figures['published assets'] = 2;
  }, 60_000);

  it('mounts them on another agent, which recalls them; without the mount it cannot', async () => {
    const { asset } = await team.admin.must<{
      asset: { publishedRevision: { files: { path: string; text: string }[] } };
    }>('query($id: ID!) { asset(id: $id) { publishedRevision { files { path text } } } }', {
      id: memoryAsset,
    });
    const fact =
      /^## .*\n\n(.+)$/m.exec(
        asset.publishedRevision.files.find((file) => file.path.startsWith('scenes/'))?.text ?? '',
      )?.[1] ?? '';
    expect(fact).not.toBe('');

    const before = await readerMcp.must('memory_recall', { text: fact });
    expect(before['dynamic']).toBe('');
    expect((await readerMcp.must('hub_search', { query: fact }))['hits']).toEqual([]);

    for (const assetId of [memoryAsset, skillAsset])
      await team.admin.must(
        'mutation($input: MountAssetInput!) { mountAsset(input: $input) { mount { id } userErrors { code message path } } }',
        { input: { agentId: reader.id, assetId, mode: 'SUMMARY' } },
      );
    const after = await readerMcp.must('memory_recall', { text: fact });
    expect(String(after['dynamic'])).toContain(fact.slice(0, 40));
    const again = await readerMcp.must('memory_recall', { text: fact });
    expect(again['stable']).toBe(after['stable']);
    expect(String(after['stable'])).toContain('How to check a release');
    figures['recalled characters'] = String(after['dynamic']).length;
  }, 60_000);

  it('survives kill -9 and a restart', async () => {
    await hub.kill();
    hub = await startHubProcess({ dataDir: hub.dataDir, port: hub.port });
    const { agent } = await new GraphqlClient(hub.url, scribe.key).must<{
      agent: { memory: { turns: number } };
    }>('query($id: ID!) { agent(id: $id) { memory { turns } } }', { id: scribe.id });
    const expected =
      dialogue.sessions.reduce((sum, session) => sum + session.turns.length, 0) +
      logs.reduce((sum, log) => sum + log.turns.length, 0);
    expect(agent.memory.turns).toBe(expected);
    figures['turns after kill'] = agent.memory.turns;
  }, 120_000);

  it('ends what an agent may read with the revocation, on the next call', async () => {
    await team.admin.must(
      'mutation($input: AssetActInput!) { revokeAsset(input: $input) { asset { status } userErrors { code message } } }',
      { input: { assetId: memoryAsset, reason: 'It is out of date.' } },
    );
    const { asset } = await team.admin.must<{ asset: { status: string } }>(
      'query($id: ID!) { asset(id: $id) { status } }',
      { id: memoryAsset },
    );
    expect(asset.status).toBe('REVOKED');
    expect(
      (await readerMcp.must('hub_search', { query: 'field notes', kinds: ['chat_memory'] }))['hits'],
    ).toEqual([]);

    const { agent } = await team.admin.must<{ agent: { key: { id: string } } }>(
      'query($id: ID!) { agent(id: $id) { key { id } } }',
      { id: reader.id },
    );
    await team.admin.must(
      'mutation($input: IdInput!) { revokeApiKey(input: $input) { agent { id } userErrors { code message } } }',
      { input: { id: agent.key.id } },
    );
    const refused = await new GraphqlClient(hub.url, reader.key).ask('{ viewer { user { id } } }');
    expect(refused.status).toBe(401);
    figures['refused after revocation'] = refused.status;
  }, 60_000);

  /** Memories of which not every source is in the given session. */
  async function countForeign(ids: readonly string[], sessionId: string): Promise<number> {
    const agent = new GraphqlClient(hub.url, scribe.key);
    const answers = await Promise.all(
      ids.map((id) =>
        agent.must<{ card: { sources: { sessionId: string }[] } }>(
          'query($id: ID!) { card(id: $id) { sources { sessionId } } }',
          { id },
        ),
      ),
    );
    return answers.filter(
      ({ card }) =>
        card.sources.length === 0 || card.sources.some((source) => source.sessionId !== sessionId),
    ).length;
  }

  async function reviewAndPublish(id: string): Promise<string> {
    const checked = await until(
      async () => {
        const { proposal } = await reviewer.must<{ proposal: ProposalAnswer }>(
          `query($id: ID!) { proposal(id: $id) { ${PROPOSAL} } }`,
          { id },
        );
        return (
          proposal.checks.length > 0 &&
          proposal.checks.every((check) => !['QUEUED', 'RUNNING'].includes(check.state)) &&
          proposal
        );
      },
      { what: 'the checks of a proposal' },
    );
    for (const check of checked.checks)
      expect(check).toMatchObject({ state: expect.stringMatching(/PASSED|WARNING/) as string });
    const own = await team.admin.ask(
      'mutation($input: DecideProposalInput!) { decideProposal(input: $input) { userErrors { code } } }',
      { input: { id, digest: checked.digest.digest, kind: 'APPROVE' } },
    );
    expect(JSON.stringify(own.data ?? own.errors)).toMatch(/SELF_APPROVAL|FORBIDDEN/);
    for (const finding of checked.checks
      .flatMap((check) => check.findings)
      .filter((one) => one.severity === 'WARN'))
      await reviewer.must(
        'mutation($input: AcknowledgeFindingInput!) { acknowledgeFinding(input: $input) { userErrors { code message } } }',
        { input: { proposalId: id, findingId: finding.id } },
      );
    await reviewer.must(
      'mutation($input: DecideProposalInput!) { decideProposal(input: $input) { proposal { state } userErrors { code message } } }',
      { input: { id, digest: checked.digest.digest, kind: 'APPROVE', note: 'Read it all.' } },
    );
    const published = await team.admin.must<{ publishProposal: { proposal: { state: string } } }>(
      'mutation($input: PublishProposalInput!) { publishProposal(input: $input) { proposal { state } userErrors { code message } } }',
      { input: { id, digest: checked.digest.digest } },
    );
    return published.publishProposal.proposal.state;
  }
});
