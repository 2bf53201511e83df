import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { GraphqlClient, McpTestClient, until, type HubProcess } from '@memory-hub/testing';
import { claimHub, createAgent, joinTeam, PASSWORD, type FirstTeam } from './first-team';

export interface LivedInTeam extends FirstTeam {
  /** Has been told a conversation in two languages, and has made its cards. */
  readonly scribe: { readonly id: string; readonly key: string };
  /** Mounts the published skill. */
  readonly reader: { readonly id: string; readonly key: string };
  /** A skill in review, its checks done. */
  readonly openProposalId: string;
  /** The proposal that became the published skill. */
  readonly publishedProposalId: string;
}

export const ADMIN = { email: 'ada@example.org', password: PASSWORD };
export const REVIEWER = { email: 'rui@example.org', password: PASSWORD };
export const VIEWER = { email: 'vera@example.org', password: PASSWORD };

const TALK = [
  'I am allergic to peanuts, so please never order the satay for me.',
  'We always deploy on Tuesdays after the smoke test has passed.',
  'I prefer tea to coffee in the morning.',
  '我的上司名叫赵雅琳，在深圳上班。',
  '我不能吃辣，点菜要清淡。',
];
const MEMHUB = resolve(__dirname, '../../packages/cli/bin/memhub.cjs');
const CHECKED = /^(PASSED|WARNING|FAILED|ERRORED)$/;

/** A team that has something of everything: people of three roles, agents, memory, a published and an open proposal. */
export async function liveIn(hub: HubProcess): Promise<LivedInTeam> {
  const team = await claimHub(hub);
  const { admin, teamId } = team;
  const reviewer = await joinTeam(hub, team, {
    name: 'Rui Reviewer',
    email: REVIEWER.email,
    role: 'REVIEWER',
  });
  await joinTeam(hub, team, { name: 'Vera Viewer', email: VIEWER.email, role: 'VIEWER' });
  const scribe = await createAgent(admin, { spaceId: teamId, name: 'scribe' });
  const reader = await createAgent(admin, { spaceId: teamId, name: 'reader' });
  await tellTalk(hub, scribe.key);
  const published = await propose(
    team,
    skillText('release-check', 'How to check a release before it goes out.'),
  );
  await publish(published.id, admin, reviewer);
  await admin.must(
    'mutation($input: MountAssetInput!) { mountAsset(input: $input) { mount { id } userErrors { code message path } } }',
    { input: { agentId: reader.id, assetId: published.assetId, mode: 'SUMMARY' } },
  );
  const openProposalId = await openProposal(team, 'on-call-notes');
  return { ...team, scribe, reader, openProposalId, publishedProposalId: published.id };
}

/** A skill of this name by the admin, in review, its checks done; the id of the proposal. */
export async function openProposal(team: FirstTeam, name: string): Promise<string> {
  const { id } = await propose(team, skillText(name, 'What to do when the pager rings.'));
  await checksOf(id, team.admin);
  return id;
}

/** The link that somebody on the host makes for a person who is locked out. */
export async function resetLink(hub: HubProcess, email: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [MEMHUB, 'admin', 'reset-link', email, '--json'],
    {
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: hub.dataDir,
        MEMHUB_DATA_DIR: hub.dataDir,
        MEMHUB_PORT: String(hub.port),
      },
    },
  );
  const { link } = JSON.parse(stdout) as { link: string };
  return link;
}

/** The agent hears a short conversation in both languages and has made its cards of it. */
export async function tellTalk(hub: HubProcess, key: string): Promise<void> {
  const began = Date.UTC(2026, 9, 5, 9);
  const mcp = await McpTestClient.connect(hub.url, key);
  await mcp.must('conversation_append', {
    sessionId: 'first-talk',
    turns: TALK.map((content, place) => ({
      role: 'user',
      speaker: 'Ada',
      clientTurnId: `t${place}`,
      content,
      occurredAt: new Date(began + place * 60_000).toISOString(),
    })),
  });
  await mcp.close();
  const agent = new GraphqlClient(hub.url, key);
  await agent.must(
    'mutation($input: EndSessionInput!) { endSession(input: $input) { task { id } userErrors { code message } } }',
    { input: { sessionId: 'first-talk' } },
  );
  await until(
    async () => {
      const { cards } = await agent.must<{ cards: { edges: { node: { content: string } }[] } }>(
        '{ cards(first: 50) { edges { node { content } } } }',
      );
      return ['Tuesdays', '赵雅琳'].every((word) =>
        cards.edges.some(({ node }) => node.content.includes(word)),
      );
    },
    { what: 'the cards of the conversation', timeoutMs: 120_000, everyMs: 200 },
  );
}

function skillText(name: string, description: string): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${name}\n\n1. Run the smoke test.\n2. Read the changelog aloud.\n`;
}

async function propose({ admin, teamId }: FirstTeam, text: string): Promise<{ id: string; assetId: string }> {
  const { proposeSkill } = await admin.must<{
    proposeSkill: { proposal: { id: string; asset: { id: string } } };
  }>(
    'mutation($input: ProposeSkillInput!) { proposeSkill(input: $input) { proposal { id asset { id } } userErrors { code message path } } }',
    {
      input: {
        spaceId: teamId,
        message: 'How we do it.',
        visibility: 'TEAM',
        submit: true,
        files: [{ path: 'SKILL.md', text }],
      },
    },
  );
  return { id: proposeSkill.proposal.id, assetId: proposeSkill.proposal.asset.id };
}

async function publish(id: string, admin: GraphqlClient, reviewer: GraphqlClient): Promise<void> {
  const digest = await checksOf(id, reviewer);
  await reviewer.must(
    'mutation($input: DecideProposalInput!) { decideProposal(input: $input) { proposal { state } userErrors { code message } } }',
    { input: { id, digest, kind: 'APPROVE', note: 'Read it all.' } },
  );
  await admin.must(
    'mutation($input: PublishProposalInput!) { publishProposal(input: $input) { proposal { state } userErrors { code message } } }',
    { input: { id, digest } },
  );
}

/** Waits for the checks of a proposal; its digest. */
async function checksOf(id: string, person: GraphqlClient): Promise<string> {
  return until(
    async () => {
      const { proposal } = await person.must<{
        proposal: { revision: { digest: string }; checks: { state: string }[] };
      }>('query($id: ID!) { proposal(id: $id) { revision { digest } checks { state } } }', { id });
      const done = proposal.checks.length > 0 && proposal.checks.every(({ state }) => CHECKED.test(state));
      return done && proposal.revision.digest;
    },
    { what: 'the checks of a proposal', timeoutMs: 90_000 },
  );
}
