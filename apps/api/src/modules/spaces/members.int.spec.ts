import {
  startTestApp,
  type FirstPeople,
  type GraphqlReply,
  type TestApp,
  type TestPerson,
  type TestTeam,
} from '../../app/test-app.fixture';
import { Spaces } from './spaces.service';

const CHANGE =
  'mutation ($input: ChangeMemberRoleInput!) { changeMemberRole(input: $input) { space { id viewerCan { manageMembers review } } userErrors { code } } }';
const REMOVE =
  'mutation ($input: RemoveMemberInput!) { removeMember(input: $input) { space { id } userErrors { code } } }';
const POLICY =
  'mutation ($input: SetReviewPolicyInput!) { setReviewPolicy(input: $input) { space { reviewPolicies { kind approvals selfApproval selfApprovalUntilSecondReviewer version } } userErrors { code path } } }';
const CREATE =
  'mutation ($input: CreateSpaceInput!) { createSpace(input: $input) { space { id name slug members { edges { node { user { name } role } } } reviewPolicies { kind selfApprovalUntilSecondReviewer } viewerCan { manageMembers publish } } userErrors { code path message } } }';
const SPACE =
  'query ($id: ID!) { space(id: $id) { name viewerCan { createAsset createAgent review publish manageMembers managePolicies } } }';

describe('people of a space', () => {
  let hub: TestApp;
  let first: FirstPeople;
  beforeAll(async () => {
    hub = await startTestApp();
    first = await hub.bootstrap();
  });
  afterAll(() => hub.close());

  const change = (
    team: TestTeam,
    person: TestPerson,
    role: string,
    as: TestPerson = first.admin,
  ): Promise<GraphqlReply> =>
    hub.graphql(CHANGE, { input: { spaceId: team.id, userId: person.id, role } }, as);
  const remove = (team: TestTeam, person: TestPerson, as: TestPerson = first.admin): Promise<GraphqlReply> =>
    hub.graphql(REMOVE, { input: { spaceId: team.id, userId: person.id } }, as);
  const codes = (reply: GraphqlReply): unknown[] =>
    Object.values(reply.data ?? {}).flatMap((payload) =>
      (payload as { userErrors: { code: string }[] }).userErrors.map(({ code }) => code),
    );

  it('hold rights by their role, and the API says which', async () => {
    const rights = async (as: TestPerson): Promise<unknown> =>
      (await hub.must<{ space: { viewerCan: unknown } }>(SPACE, { id: first.team.id }, as)).space.viewerCan;
    const none = {
      createAsset: false,
      createAgent: false,
      review: false,
      publish: false,
      manageMembers: false,
      managePolicies: false,
    };
    expect(await rights(await hub.createUser({ role: 'viewer' }))).toEqual(none);
    expect(await rights(await hub.createUser({ role: 'member' }))).toEqual({
      ...none,
      createAsset: true,
      createAgent: true,
    });
    expect(await rights(await hub.createUser({ role: 'reviewer' }))).toEqual({
      ...none,
      createAsset: true,
      createAgent: true,
      review: true,
    });
    expect(Object.values((await rights(first.admin)) as object).every((right) => right === true)).toBe(true);
  });

  it('lose a right with the very next call', async () => {
    const person = await hub.createUser({ role: 'reviewer' });
    expect((await hub.must<{ space: object }>(SPACE, { id: first.team.id }, person)).space).toMatchObject({
      viewerCan: { review: true },
    });
    expect(codes(await change(first.team, person, 'VIEWER'))).toEqual([]);
    expect((await hub.must<{ space: object }>(SPACE, { id: first.team.id }, person)).space).toMatchObject({
      viewerCan: { review: false, createAsset: false },
    });
    expect(codes(await remove(first.team, person))).toEqual([]);
    expect(await hub.must(SPACE, { id: first.team.id }, person)).toEqual({ space: null });
  });

  it('take their agents’ rights along', async () => {
    const person = await hub.createUser({ role: 'member' });
    const agent = await hub.createAgent({ owner: person, team: first.team });
    const before = await hub.contextOf(agent);
    expect(before.writeSpaces).toContain(first.team.uuid);
    await change(first.team, person, 'VIEWER');
    const after = await hub.contextOf(agent);
    expect(after.writeSpaces).not.toContain(first.team.uuid);
    expect(after.epoch).not.toBe(before.epoch);
  });

  it('always include an admin', async () => {
    const team = await hub.createTeam('Kept');
    const other = await hub.createUser({ role: 'admin', team });
    const third = await hub.createUser({ role: 'member', team });
    expect(codes(await remove(team, other, other))).toEqual([]);
    expect(codes(await remove(team, first.admin))).toEqual(['LAST_ADMIN']);
    expect(codes(await change(team, first.admin, 'MEMBER'))).toEqual(['LAST_ADMIN']);
    expect(codes(await change(team, third, 'ADMIN'))).toEqual([]);
    expect(codes(await change(team, first.admin, 'MEMBER'))).toEqual([]);
  });

  it('include an admin also when both admins leave at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const team = await hub.createTeam(`Round ${round}`);
      const other = await hub.createUser({ role: 'admin', team });
      const replies = await Promise.all([remove(team, first.admin), remove(team, other, other)]);
      expect(replies.flatMap(codes)).toEqual(['LAST_ADMIN']);
      expect(
        await hub.sql("SELECT FROM membership WHERE space_id = $1 AND role = 'admin'", [team.uuid]),
      ).toHaveLength(1);
    }
  });

  it('may leave, whatever their role; a personal space nobody leaves', async () => {
    const person = await hub.createUser({ role: 'viewer' });
    const left = await remove(first.team, person, person);
    expect(left.data).toEqual({ removeMember: { space: null, userErrors: [] } });
    const [own] = await hub.sql<{ id: string }>(
      "SELECT id FROM space WHERE owner_id = $1 AND kind = 'personal'",
      [person.uuid],
    );
    const personal = { id: `space_${own?.id.replaceAll('-', '') ?? ''}`, uuid: own?.id ?? '' };
    expect(codes(await remove(personal, person, person))).toEqual(['FORBIDDEN']);
  });

  it('cannot take out or raise others without being an admin', async () => {
    const [member, victim] = [await hub.createUser({ role: 'reviewer' }), await hub.createUser()];
    for (const reply of [
      await remove(first.team, victim, member),
      await change(first.team, member, 'ADMIN', member),
      await change(first.team, victim, 'VIEWER', member),
    ])
      expect(JSON.stringify(reply)).toMatch(/FORBIDDEN/);
    expect(
      await hub.sql('SELECT FROM membership WHERE user_id = $1 AND role = $2', [victim.uuid, 'member']),
    ).toHaveLength(1);
  });

  it('are hidden from people of other spaces, exactly like a space that does not exist', async () => {
    const team = await hub.createTeam('Hidden');
    const outsider = await hub.createUser({ role: 'admin' });
    const missing = { id: `space_${'0'.repeat(32)}`, uuid: '' };
    expect(await hub.must(SPACE, { id: team.id }, outsider)).toEqual(
      await hub.must(SPACE, { id: missing.id }, outsider),
    );
    const [hidden, absent] = [
      await remove(team, first.admin, outsider),
      await remove(missing, first.admin, outsider),
    ];
    expect(hidden.data).toEqual(absent.data);
    expect(codes(hidden)).toEqual(['NOT_FOUND']);
  });

  it('are managed by the organisation’s admins also where these are no members, without the content', async () => {
    const team = await hub.createTeam('Managed');
    const lead = await hub.createUser({ role: 'admin', team });
    await remove(team, first.admin);
    expect(await hub.must(SPACE, { id: team.id }, first.admin)).toEqual({
      space: {
        name: 'Managed',
        viewerCan: {
          createAsset: false,
          createAgent: false,
          review: false,
          publish: false,
          manageMembers: true,
          managePolicies: true,
        },
      },
    });
    const ctx = await hub.contextOf(first.admin);
    expect(ctx.writeSpaces).not.toContain(team.uuid);
    const helper = await hub.createUser({ role: 'member', team });
    expect(codes(await change(team, helper, 'ADMIN'))).toEqual([]);
    expect(codes(await change(team, lead, 'MEMBER'))).toEqual([]);
  });

  it('are listed page by page', async () => {
    const team = await hub.createTeam('Many');
    const people = [first.admin];
    for (let index = 0; index < 4; index += 1) people.push(await hub.createUser({ team }));
    const PAGE =
      'query ($id: ID!, $after: String) { space(id: $id) { members(first: 2, after: $after) { totalCount pageInfo { hasNextPage endCursor } edges { node { user { id } } } } } }';
    interface Members {
      members: {
        totalCount: number;
        pageInfo: { hasNextPage: boolean; endCursor: string };
        edges: { node: { user: { id: string } } }[];
      };
    }
    const seen: string[] = [];
    for (let after: string | null = null; ;) {
      const { space }: { space: Members } = await hub.must<{ space: Members }>(
        PAGE,
        { id: team.id, after },
        first.admin,
      );
      expect(space.members.totalCount).toBe(5);
      seen.push(...space.members.edges.map(({ node }) => node.user.id));
      if (!space.members.pageInfo.hasNextPage) break;
      after = space.members.pageInfo.endCursor;
    }
    expect(seen).toEqual(people.map(({ id }) => id));
  });
});

describe('founding a space', () => {
  let hub: TestApp;
  let first: FirstPeople;
  beforeAll(async () => {
    hub = await startTestApp();
    first = await hub.bootstrap();
  });
  afterAll(() => hub.close());

  it('makes its founder the admin, at once', async () => {
    const made = await hub.must(CREATE, { input: { name: 'Données', reviewAlone: true } }, first.admin);
    expect(made).toMatchObject({
      createSpace: {
        space: {
          name: 'Données',
          slug: 'données',
          members: { edges: [{ node: { user: { name: 'Ada' }, role: 'ADMIN' } }] },
          reviewPolicies: [
            { kind: 'CHAT_MEMORY', selfApprovalUntilSecondReviewer: true },
            { kind: 'SKILL', selfApprovalUntilSecondReviewer: true },
          ],
          viewerCan: { manageMembers: true, publish: true },
        },
      },
    });
  });

  it('happens once per idempotency key, also for twins, and refuses the key for something else', async () => {
    const input = { name: 'Once', idempotencyKey: 'k1' };
    const ids = await Promise.all(
      [1, 2, 3].map(
        async () =>
          (await hub.must<{ createSpace: { space: { id: string } } }>(CREATE, { input }, first.admin))
            .createSpace.space.id,
      ),
    );
    expect(new Set(ids).size).toBe(1);
    expect(await hub.sql("SELECT FROM space WHERE name = 'Once'")).toHaveLength(1);
    const other = await hub.graphql(CREATE, { input: { ...input, name: 'Other' } }, first.admin);
    expect(other.data).toMatchObject({
      createSpace: { space: null, userErrors: [{ code: 'IDEMPOTENCY_CONFLICT', path: ['idempotencyKey'] }] },
    });
  });

  it('finds a free address for a name that is taken', async () => {
    const slugs = [];
    for (let index = 0; index < 3; index += 1)
      slugs.push(
        (
          await hub.must<{ createSpace: { space: { slug: string } } }>(
            CREATE,
            { input: { name: 'Same name' } },
            first.admin,
          )
        ).createSpace.space.slug,
      );
    expect(slugs).toEqual(['same-name', 'same-name-2', 'same-name-3']);
  });

  it('is for admins of the organisation', async () => {
    const person = await hub.createUser({ role: 'admin' });
    expect(
      (await hub.graphql(CREATE, { input: { name: 'Mine' } }, person)).errors[0]?.extensions['code'],
    ).toBe('FORBIDDEN');
  });

  it('names a wrong name', async () => {
    expect((await hub.graphql(CREATE, { input: { name: '\u202e' } }, first.admin)).data).toMatchObject({
      createSpace: { space: null, userErrors: [{ code: 'VALIDATION_FAILED', path: ['name'] }] },
    });
  });
});

describe('reviewing alone', () => {
  let hub: TestApp;
  let first: FirstPeople;
  beforeAll(async () => {
    hub = await startTestApp();
    first = await hub.bootstrap({ reviewAlone: true });
  });
  afterAll(() => hub.close());

  const policy = async (): Promise<{ selfApprovalNow: boolean; version: number }> =>
    hub.app.get(Spaces).policyOf(await hub.contextOf(first.admin), first.team.uuid, 'skill');

  it('lasts while other members cannot review, and ends by itself when one can, which is written down', async () => {
    expect(await policy()).toMatchObject({ selfApprovalNow: true, version: 1 });
    const member = await hub.createUser({ role: 'member' });
    expect(await policy()).toMatchObject({ selfApprovalNow: true, version: 1 });
    await hub.must(
      CHANGE,
      { input: { spaceId: first.team.id, userId: member.id, role: 'REVIEWER' } },
      first.admin,
    );
    expect(await policy()).toMatchObject({ selfApprovalNow: false, version: 2 });
    const ended = await hub.sql<{ details: object }>(
      "SELECT details FROM audit_entry WHERE action = 'review_policy.self_approval_ended'",
    );
    expect(ended.map(({ details }) => details)).toEqual(
      expect.arrayContaining([
        { kind: 'skill', version: 2, reviewers: 2 },
        { kind: 'chat_memory', version: 2, reviewers: 2 },
      ]),
    );
    await hub.must(REMOVE, { input: { spaceId: first.team.id, userId: member.id } }, first.admin);
    expect(await policy()).toMatchObject({ selfApprovalNow: false, version: 2 });
  });

  it('also ends when the second reviewer comes by invitation', async () => {
    const team = await hub.createTeam('Invited');
    await hub.sql('UPDATE review_policy SET self_approval_until_second_reviewer = true WHERE space_id = $1', [
      team.uuid,
    ]);
    await hub.createUser({ role: 'reviewer', team });
    const rows = await hub.sql<{ version: number; waits: boolean }>(
      'SELECT version, self_approval_until_second_reviewer AS waits FROM review_policy WHERE space_id = $1',
      [team.uuid],
    );
    expect(rows).toEqual([
      { version: 2, waits: false },
      { version: 2, waits: false },
    ]);
  });

  it('can be set otherwise by an admin, as a new version, with a wrong number named', async () => {
    const set = (approvals: number): Promise<GraphqlReply> =>
      hub.graphql(
        POLICY,
        { input: { spaceId: first.team.id, kind: 'SKILL', approvals, selfApproval: true } },
        first.admin,
      );
    expect(JSON.stringify((await set(2)).data)).toContain(
      '"kind":"SKILL","approvals":2,"selfApproval":true,"selfApprovalUntilSecondReviewer":false,"version":3',
    );
    expect((await set(0)).data).toMatchObject({
      setReviewPolicy: { space: null, userErrors: [{ code: 'VALIDATION_FAILED', path: ['approvals'] }] },
    });
  });
});
