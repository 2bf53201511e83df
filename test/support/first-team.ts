import { GraphqlClient, type HubProcess } from '@memory-hub/testing';

export interface FirstTeam {
  /** The person who set the hub up: organisation and space admin. */
  readonly admin: GraphqlClient;
  readonly teamId: string;
}

export const PASSWORD = 'correct horse battery staple';

/** Does what the first-run page does: claims the hub with its one-time link. */
export async function claimHub(hub: HubProcess, options: { reviewAlone?: boolean } = {}): Promise<FirstTeam> {
  if (hub.setupToken === null) throw new Error(`the hub printed no one-time link:\n${hub.output()}`);
  const admin = new GraphqlClient(hub.url);
  await admin.must(
    'mutation($input: ClaimSetupInput!) { claimSetup(input: $input) { viewer { user { id } } userErrors { code message path } } }',
    {
      input: {
        token: hub.setupToken,
        organisationName: 'Lighthouse',
        teamName: 'Keepers',
        name: 'Ada Admin',
        email: 'ada@example.org',
        password: PASSWORD,
        locale: 'en',
        timeZone: 'Asia/Shanghai',
        reviewAlone: options.reviewAlone === true,
      },
    },
  );
  await admin.refreshCsrf();
  const { viewer } = await admin.must<{ viewer: { spaces: { space: { id: string; kind: string } }[] } }>(
    '{ viewer { spaces { space { id kind } } } }',
  );
  const team = viewer.spaces.find(({ space }) => space.kind === 'TEAM');
  if (team === undefined) throw new Error('the first run made no team');
  return { admin, teamId: team.space.id };
}

/** Invites a person and joins with the link, as the join page does. */
export async function joinTeam(
  hub: HubProcess,
  team: FirstTeam,
  person: { name: string; email: string; role: string },
): Promise<GraphqlClient> {
  const invited = await team.admin.must<{ inviteMember: { link: string } }>(
    'mutation($input: InviteMemberInput!) { inviteMember(input: $input) { link userErrors { code message } } }',
    {
      input: { spaceId: team.teamId, role: person.role },
    },
  );
  const token = new URL(invited.inviteMember.link, hub.url).searchParams.get('token');
  const client = new GraphqlClient(hub.url);
  await client.must(
    'mutation($input: AcceptInvitationInput!) { acceptInvitation(input: $input) { viewer { user { id } } userErrors { code message path } } }',
    {
      input: {
        token,
        name: person.name,
        email: person.email,
        password: PASSWORD,
        locale: 'en',
        timeZone: 'Europe/Berlin',
      },
    },
  );
  await client.refreshCsrf();
  return client;
}

/** Creates an agent and gives its id and its key, which is shown this once. */
export async function createAgent(
  person: GraphqlClient,
  agent: { spaceId: string; name: string; scopes?: readonly string[] },
): Promise<{ id: string; key: string }> {
  const made = await person.must<{ createAgent: { agent: { id: string }; key: string } }>(
    'mutation($input: CreateAgentInput!) { createAgent(input: $input) { agent { id } key userErrors { code message path } } }',
    {
      input: { clientType: 'generic', ...agent },
    },
  );
  return { id: made.createAgent.agent.id, key: made.createAgent.key };
}
