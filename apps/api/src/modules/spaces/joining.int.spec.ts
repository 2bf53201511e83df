import {
  signedIn,
  startTestApp,
  type FirstPeople,
  type GraphqlReply,
  type TestApp,
  type TestPerson,
} from '../../app/test-app.fixture';
import { HostDoors } from '../identity';

const CLAIM =
  'mutation ($input: ClaimSetupInput!) { claimSetup(input: $input) { viewer { csrfToken } userErrors { code path message } } }';
const INVITE =
  'mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { link invitation { id role email expiresAt createdBy { name } } userErrors { code path } } }';
const PREVIEW =
  'query ($token: String!) { invitation(token: $token) { spaceName organisationName role email invitedBy expiresAt } }';
const ACCEPT = `mutation ($input: AcceptInvitationInput!) { acceptInvitation(input: $input) {
  viewer { user { id name email } csrfToken spaces { role space { kind name } } } userErrors { code path message } } }`;
const REVOKE =
  'mutation ($input: IdInput!) { revokeInvitation(input: $input) { invitation { id } userErrors { code } } }';

const someone = (email: string, name = 'Grace') => ({
  name,
  email,
  password: 'a long password 3',
  locale: 'zh-CN',
  timeZone: 'Asia/Shanghai',
});
const tokenOf = (link: string): string => new URL(link).searchParams.get('token') ?? '';

describe('the first run', () => {
  let hub: TestApp;
  beforeAll(async () => {
    hub = await startTestApp();
  });
  afterAll(() => hub.close());

  const claim = (token: string, change: object = {}): Promise<GraphqlReply> =>
    hub.graphql(CLAIM, {
      input: {
        token,
        organisationName: 'Example',
        teamName: '平台',
        reviewAlone: true,
        ...someone('first@example.org'),
        ...change,
      },
    });
  const newToken = async (): Promise<string> =>
    tokenOf(`${hub.url}${(await hub.app.get(HostDoors).setupPath()) ?? ''}`);

  it('needs the link from the host', async () => {
    const refused = await claim('a guess');
    expect(refused.data).toMatchObject({ claimSetup: { viewer: null, userErrors: [{ code: 'LINK_USED' }] } });
    expect(await hub.sql('SELECT FROM app_user')).toHaveLength(0);
  });

  it.each([
    ['email', { email: 'not an address' }],
    ['password', { password: 'short' }],
    ['teamName', { teamName: ' ' }],
    ['organisationName', { organisationName: 'x'.repeat(121) }],
  ])('names a wrong %s and leaves the link good', async (field, change) => {
    const token = await newToken();
    expect((await claim(token, change)).data).toMatchObject({
      claimSetup: { viewer: null, userErrors: [{ code: 'VALIDATION_FAILED', path: [field] }] },
    });
    expect(await hub.sql('SELECT FROM host_link WHERE used_at IS NOT NULL')).toHaveLength(0);
  });

  it('is won by one of many who try at the same time, and then over', async () => {
    const tokens = await Promise.all([newToken(), newToken(), newToken()]);
    const replies = await Promise.all(
      tokens.flatMap((token, index) => [
        claim(token, { email: `a${index}@example.org` }),
        claim(token, { email: `b${index}@example.org` }),
      ]),
    );
    const won = replies.filter(
      ({ data }) => (data?.['claimSetup'] as { viewer: unknown } | undefined)?.viewer != null,
    );
    expect(won).toHaveLength(1);
    expect(await hub.sql('SELECT FROM app_user')).toHaveLength(1);
    expect(await hub.sql('SELECT FROM organisation')).toHaveLength(1);
    expect(await hub.app.get(HostDoors).setupPath()).toBeNull();
    expect((await hub.graphql('{ setup { state organisationName } }')).data).toEqual({
      setup: { state: 'READY', organisationName: 'Example' },
    });
  });
});

describe('joining a team', () => {
  let hub: TestApp;
  let first: FirstPeople;
  beforeAll(async () => {
    hub = await startTestApp();
    first = await hub.bootstrap();
  });
  afterAll(() => hub.close());

  async function invite(input: object = {}, as: TestPerson = first.admin): Promise<string> {
    const made = await hub.must<{ inviteMember: { link: string } }>(
      INVITE,
      { input: { spaceId: first.team.id, role: 'MEMBER', ...input } },
      as,
    );
    return tokenOf(made.inviteMember.link);
  }
  const accept = (token: string, account: object, as: TestPerson | null = null): Promise<GraphqlReply> =>
    hub.graphql(ACCEPT, { input: { token, ...someone('ignored@example.org'), ...account } }, as);
  const faultOf = (reply: GraphqlReply): unknown =>
    (reply.data?.['acceptInvitation'] as { userErrors: unknown[] }).userErrors[0];

  it('starts with a link that says what it is for', async () => {
    const token = await invite({ role: 'REVIEWER', email: 'Grace@Example.org' });
    expect(await hub.must(PREVIEW, { token })).toMatchObject({
      invitation: {
        spaceName: 'Platform',
        organisationName: 'Example',
        role: 'REVIEWER',
        email: 'grace@example.org',
        invitedBy: 'Ada',
      },
    });
    expect(await hub.must(PREVIEW, { token: `${token}x` })).toEqual({ invitation: null });
  });

  it('makes a person with a personal space of their own', async () => {
    const account = someone('grace@example.org');
    const reply = await accept(await invite(), account);
    expect(reply.data).toMatchObject({
      acceptInvitation: {
        viewer: {
          user: { name: 'Grace', email: 'grace@example.org' },
          spaces: [
            { role: 'ADMIN', space: { kind: 'PERSONAL' } },
            { role: 'MEMBER', space: { kind: 'TEAM', name: 'Platform' } },
          ],
        },
        userErrors: [],
      },
    });
    const grace = signedIn(reply, 'acceptInvitation', account);
    const rows = await hub.sql<{ action: string }>(
      'SELECT action FROM audit_entry WHERE actor_id = $1 ORDER BY created_at, id',
      [grace.uuid],
    );
    expect(rows.map(({ action }) => action)).toEqual(['invitation.accept', 'session.open']);
  });

  it('works once, also for two at the same moment', async () => {
    const token = await invite();
    const replies = await Promise.all([
      accept(token, { email: 'one@example.org' }),
      accept(token, { email: 'two@example.org' }),
    ]);
    const faults = replies.map(faultOf).filter((fault) => fault !== undefined);
    expect(faults).toEqual([expect.objectContaining({ code: 'LINK_USED' })]);
    expect(await hub.must(PREVIEW, { token })).toEqual({ invitation: null });
  });

  it('ends when the invitation is taken back or too old', async () => {
    const made = await hub.must<{ inviteMember: { link: string; invitation: { id: string } } }>(
      INVITE,
      { input: { spaceId: first.team.id, role: 'VIEWER' } },
      first.admin,
    );
    await hub.must(REVOKE, { input: { id: made.inviteMember.invitation.id } }, first.admin);
    expect(
      faultOf(await accept(tokenOf(made.inviteMember.link), { email: 'late@example.org' })),
    ).toMatchObject({ code: 'LINK_USED' });
    const old = await invite();
    await hub.sql("UPDATE invitation SET expires_at = now() - interval '1 second'");
    expect(faultOf(await accept(old, { email: 'late@example.org' }))).toMatchObject({ code: 'LINK_USED' });
    expect(await hub.sql("SELECT FROM app_user WHERE email = 'late@example.org'")).toHaveLength(0);
  });

  describe('with a link of somebody who lost the right to invite', () => {
    const CHANGE =
      'mutation ($input: ChangeMemberRoleInput!) { changeMemberRole(input: $input) { userErrors { code } } }';
    const REMOVE =
      'mutation ($input: RemoveMemberInput!) { removeMember(input: $input) { userErrors { code } } }';
    const change = (person: TestPerson, role: string, as = first.admin): Promise<unknown> =>
      hub.must(CHANGE, { input: { spaceId: first.team.id, userId: person.id, role } }, as);
    const remove = (person: TestPerson, as = first.admin): Promise<unknown> =>
      hub.must(REMOVE, { input: { spaceId: first.team.id, userId: person.id } }, as);
    const roleOf = async ({ uuid }: TestPerson): Promise<string | null> =>
      (
        await hub.sql<{ role: string }>('SELECT role FROM membership WHERE user_id = $1 AND space_id = $2', [
          uuid,
          first.team.uuid,
        ])
      )[0]?.role ?? null;

    it('does not bring a removed admin back', async () => {
      const admin = await hub.createUser({ role: 'admin' });
      const token = await invite({ role: 'ADMIN' }, admin);
      await remove(admin);
      expect(faultOf(await accept(token, {}, admin))).toMatchObject({ code: 'LINK_USED' });
      expect(await hub.must(PREVIEW, { token })).toEqual({ invitation: null });
      expect(faultOf(await accept(token, { email: 'accomplice@example.org' }))).toMatchObject({
        code: 'LINK_USED',
      });
      expect(await roleOf(admin)).toBeNull();
    });

    it('does not raise a demoted admin, who leaves for it', async () => {
      const admin = await hub.createUser({ role: 'admin' });
      const token = await invite({ role: 'ADMIN' }, admin);
      const toThem = await invite({ role: 'ADMIN', email: admin.email });
      await change(admin, 'REVIEWER');
      await remove(admin, admin);
      expect(faultOf(await accept(token, {}, admin))).toMatchObject({ code: 'LINK_USED' });
      expect(faultOf(await accept(toThem, {}, admin))).toMatchObject({ code: 'LINK_USED' });
      expect(await roleOf(admin)).toBeNull();
    });

    it('does not work for others when the maker left, and leaves the links of others good', async () => {
      const admin = await hub.createUser({ role: 'admin' });
      const [theirs, others] = [await invite({}, admin), await invite()];
      await remove(admin, admin);
      expect(faultOf(await accept(theirs, { email: 'third@example.org' }))).toMatchObject({
        code: 'LINK_USED',
      });
      expect(faultOf(await accept(others, { email: 'third@example.org' }))).toBeUndefined();
      const noted = await hub.sql(
        "SELECT FROM audit_entry WHERE action = 'invitation.revoke' AND details->>'user' = $1",
        [admin.uuid],
      );
      expect(noted).toHaveLength(1);
    });

    it('does not work when the right was taken in any other way', async () => {
      const admin = await hub.createUser({ role: 'admin' });
      const token = await invite({}, admin);
      await hub.sql("UPDATE membership SET role = 'member' WHERE user_id = $1", [admin.uuid]);
      expect(faultOf(await accept(token, { email: 'fourth@example.org' }))).toMatchObject({
        code: 'LINK_USED',
      });
      await hub.sql("UPDATE membership SET role = 'admin' WHERE user_id = $1", [admin.uuid]);
      await hub.sql("UPDATE app_user SET status = 'suspended' WHERE id = $1", [admin.uuid]);
      expect(faultOf(await accept(token, { email: 'fourth@example.org' }))).toMatchObject({
        code: 'LINK_USED',
      });
    });
  });

  it('is for the named address only', async () => {
    const token = await invite({ email: 'linus@example.org' });
    expect(faultOf(await accept(token, { email: 'eve@example.org' }))).toMatchObject({
      code: 'VALIDATION_FAILED',
      path: ['email'],
    });
    expect(faultOf(await accept(token, { email: 'LINUS@example.org' }))).toBeUndefined();
  });

  it('does not take over an account that exists', async () => {
    const token = await invite();
    expect(
      faultOf(await accept(token, { email: first.admin.email, password: 'another long password' })),
    ).toMatchObject({ code: 'VALIDATION_FAILED', path: ['email'] });
    expect(await hub.must(PREVIEW, { token })).toMatchObject({ invitation: { spaceName: 'Platform' } });
  });

  it('brings a signed-in person into one more team, with what else they sent ignored', async () => {
    const person = await hub.createUser();
    const team = await hub.createTeam('Second');
    const token = tokenOf(
      (
        await hub.must<{ inviteMember: { link: string } }>(
          INVITE,
          { input: { spaceId: team.id, role: 'REVIEWER' } },
          first.admin,
        )
      ).inviteMember.link,
    );
    const reply = await accept(token, { name: 'Other', email: 'other@example.org', password: 'x' }, person);
    expect(reply.data).toMatchObject({
      acceptInvitation: { viewer: { user: { id: person.id, name: person.name } }, userErrors: [] },
    });
    expect(JSON.stringify(reply.data)).toContain('Second');
    const again = await accept(await invite(), {}, person);
    expect(faultOf(again)).toMatchObject({ code: 'CONFLICT' });
  });

  it.each(['viewer', 'member', 'reviewer'] as const)('is not offered by a %s', async (role) => {
    const person = await hub.createUser({ role });
    const refused = await hub.graphql(INVITE, { input: { spaceId: first.team.id, role: 'ADMIN' } }, person);
    expect(JSON.stringify(refused)).toMatch(/FORBIDDEN/);
    expect(
      (
        await hub.must<{ space: { invitations: unknown[] } }>(
          'query ($id: ID!) { space(id: $id) { invitations { id } } }',
          { id: first.team.id },
          person,
        )
      ).space.invitations,
    ).toEqual([]);
  });

  it('is never into somebody’s personal space', async () => {
    const refused = await hub.graphql(
      INVITE,
      { input: { spaceId: first.personal.id, role: 'VIEWER' } },
      first.admin,
    );
    expect(refused.data).toMatchObject({ inviteMember: { link: null, userErrors: [{ code: 'FORBIDDEN' }] } });
  });

  it('stores no link', async () => {
    const token = await invite();
    const [row] = await hub.sql<{ all: string }>('SELECT json_agg(i)::text AS all FROM invitation i');
    expect(row?.all).not.toContain(token);
  });
});
