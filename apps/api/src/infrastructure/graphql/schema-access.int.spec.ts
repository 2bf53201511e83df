import { newId } from '@memory-hub/contracts';
import {
  startTestApp,
  type FirstPeople,
  type GraphqlReply,
  type TestAgent,
  type TestApp,
  type TestPerson,
} from '../../app/test-app.fixture';

const SCHEMA = '{ __schema { types { name } } }';

describe('GraphQL', () => {
  let hub: TestApp;
  let first: FirstPeople;
  let member: TestPerson;
  let agent: TestAgent;
  beforeAll(async () => {
    hub = await startTestApp();
    first = await hub.bootstrap();
    member = await hub.createUser();
    agent = await hub.createAgent({ owner: member });
  });
  afterAll(() => hub.close());
  const codes = ({ errors }: GraphqlReply): unknown[] => errors.map(({ extensions }) => extensions['code']);

  it.each([
    ['alone', SCHEMA],
    ['beside what is open to all', '{ setup { state } __schema { types { name } } }'],
    ['by type', '{ __type(name: "Query") { fields { name } } }'],
    ['in a fragment', '{ ...F } fragment F on Query { __schema { types { name } } }'],
    [
      'in a nested fragment',
      '{ ...A } fragment A on Query { ...B } fragment B on Query { ...on Query { __schema { types { name } } } }',
    ],
    ['under an alias', '{ setup: __schema { types { name } } }'],
    ['with a directive that may leave it out', '{ __schema @include(if: true) { types { name } } }'],
  ])('shows strangers no schema, asked for %s', async (_how, query) => {
    const reply = await hub.graphql(query);
    expect(codes(reply)).toEqual(['UNAUTHENTICATED']);
    expect(JSON.stringify(reply.data)).not.toContain('name');
  });

  it('suggests no field names to strangers', async () => {
    const reply = await hub.graphql('{ setu { state } viewe { user { id } } }');
    expect(codes(reply)).toContain('GRAPHQL_VALIDATION_FAILED');
    expect(JSON.stringify(reply)).not.toMatch(/Did you mean|viewer"/);
  });

  it('shows the schema to people and agents, with a description on every field', async () => {
    interface Type {
      name: string;
      description: string | null;
      fields: { name: string; description: string | null }[] | null;
      inputFields: { name: string; description: string | null }[] | null;
    }
    const query =
      '{ __schema { types { name description fields { name description } inputFields { name description } } } }';
    const { __schema } = await hub.must<{ __schema: { types: Type[] } }>(query, {}, agent);
    const bare = __schema.types
      .filter(({ name }) => !name.startsWith('__'))
      .flatMap((type) => [
        ...(type.description === null ? [type.name] : []),
        ...[...(type.fields ?? []), ...(type.inputFields ?? [])]
          .filter(({ description }) => description === null)
          .map(({ name }) => `${type.name}.${name}`),
      ]);
    expect(bare.filter((name) => !['Query', 'Mutation'].includes(name))).toEqual([]);
  });

  it.each([
    [
      'a task of somebody else',
      async (): Promise<string> => {
        const id = newId();
        const acl = await hub.sql<{ id: string }>('SELECT memhub_ensure_class($1, ARRAY[$2]) AS id', [
          newId(),
          `person:${first.admin.uuid}`,
        ]);
        await hub.sql("INSERT INTO task (id, org_id, acl_id, kind) VALUES ($1, $2, $3, 'checks')", [
          id,
          first.orgUuid,
          acl[0]?.id,
        ]);
        return `query { task(id: "task_${id.replaceAll('-', '')}") { id kind } }`;
      },
    ],
    [
      'a personal space',
      async (): Promise<string> =>
        `query { space(id: "${first.personal.id}") { id name members { totalCount } } }`,
    ],
    [
      'another person',
      async (): Promise<string> =>
        `query { node(id: "${first.admin.id}") { id ... on User { email name } } }`,
    ],
    [
      'a personal space as a node',
      async (): Promise<string> => `query { node(id: "${first.personal.id}") { id ... on Space { name } } }`,
    ],
  ])('gives nothing of %s, with the schema in the same query or without', async (_what, make) => {
    const query = await make();
    const schema = query.replace('query {', 'query { __schema { queryType { name } }');
    const mixed = await hub.graphql(schema, {}, member);
    const plain = await hub.graphql(query, {}, member);
    expect(plain.errors).toEqual([]);
    expect(Object.values(plain.data ?? {})).toEqual([null]);
    expect({ ...mixed.data, __schema: undefined }).toEqual({ ...plain.data, __schema: undefined });
    const own = await hub.graphql(query, {}, first.admin);
    expect(Object.values(own.data ?? {})).not.toEqual([null]);
  });

  it('counts and lists hidden rows nowhere, also not through a visible one', async () => {
    const secret = await hub.createTeam('Secret');
    const invited = await hub.must<{ inviteMember: { invitation: { id: string } } }>(
      'mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { invitation { id } userErrors { code } } }',
      { input: { spaceId: secret.id, role: 'MEMBER' } },
      first.admin,
    );
    const query =
      'query ($space: ID!, $node: ID!) { space(id: $space) { members { totalCount } invitations { id } } node(id: $node) { id } viewer { spaces { space { name } } } }';
    const reply = await hub.graphql(
      query,
      { space: secret.id, node: invited.inviteMember.invitation.id },
      member,
    );
    expect(reply.data).toMatchObject({ space: null, node: null });
    expect(JSON.stringify(reply)).not.toContain('Secret');
    const team = await hub.must<{ space: { invitations: unknown[] } }>(
      'query ($id: ID!) { space(id: $id) { invitations { id } members { totalCount } } }',
      { id: first.team.id },
      member,
    );
    expect(team.space.invitations).toEqual([]);
  });

  it.each([
    '',
    'x',
    'task_',
    'user_00000000000000000000000000000000',
    'nonsense_00000000000000000000000000000000',
    "task_' OR 1=1 --",
    `task_${'0'.repeat(4_000)}`,
  ])('answers a wrong id like a missing one: %j', async (id) => {
    const query = 'query ($id: ID!) { task(id: $id) { id } node(id: $id) { id } space(id: $id) { id } }';
    expect(await hub.graphql(query, { id }, member)).toMatchObject({
      status: 200,
      data: { task: null, node: null, space: null },
      errors: [],
    });
  });

  it('refuses operations that cost too much before they cost anything', async () => {
    const deep = `{ viewer { spaces { space { members { edges { node { user { id } } } } } } } ${'a'.repeat(0)} }`;
    expect((await hub.graphql(deep, {}, member)).errors).toEqual([]);
    const aliases = `{ ${Array.from({ length: 20 }, (_, index) => `a${index}: viewer { csrfToken }`).join(' ')} }`;
    const long = `{ ${'viewer { csrfToken } '.repeat(2_000)} }`;
    const loop = '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }';
    for (const query of [aliases, long, loop]) {
      const reply = await hub.graphql(query, {}, member);
      expect([query.slice(0, 40), reply.status, reply.errors, reply.data]).toEqual([
        query.slice(0, 40),
        400,
        expect.anything(),
        null,
      ]);
      expect(reply.errors.length).toBeGreaterThan(0);
    }
  });

  it('names a variable that has the wrong form', async () => {
    const reply = await hub.graphql(
      'mutation ($input: ChangeMemberRoleInput!) { changeMemberRole(input: $input) { space { id } userErrors { code } } }',
      { input: { spaceId: first.team.id, userId: member.id, role: 'EMPEROR' } },
      first.admin,
    );
    expect(codes(reply)).toEqual(['VALIDATION_FAILED']);
    expect(reply.errors[0]?.message).toMatch(/input\.role/);
  });

  it('says in the viewer’s language what went wrong', async () => {
    await hub.must(
      'mutation { updateProfile(input: { locale: "zh-CN" }) { user { id } userErrors { code } } }',
      {},
      member,
    );
    const reply = await hub.graphql(
      'mutation ($input: CreateSpaceInput!) { createSpace(input: $input) { space { id } userErrors { message } } }',
      { input: { name: 'x' } },
      member,
    );
    expect(reply.errors[0]?.message).toMatch(/不允许/);
  });

  it('hides what is inside when something breaks, and names the request', async () => {
    await hub.sql('ALTER TABLE organisation RENAME TO organisation_gone');
    try {
      const reply = await hub.graphql('{ viewer { organisation { name } } }', {}, first.admin);
      expect(codes(reply)).toEqual(['INTERNAL']);
      expect(reply.errors[0]?.extensions['requestId']).toBe(reply.headers.get('x-request-id'));
      expect(JSON.stringify(reply)).not.toMatch(/organisation_gone|relation|prisma|SELECT/i);
    } finally {
      await hub.sql('ALTER TABLE organisation_gone RENAME TO organisation');
    }
  });

  it('reads and writes no data of a space for an identity that is not bound to it, and says so', async () => {
    const team = await hub.createTeam('Unbound');
    const lead = await hub.createUser({ role: 'admin', team });
    await hub.must(
      'mutation ($input: RemoveMemberInput!) { removeMember(input: $input) { userErrors { code } } }',
      { input: { spaceId: team.id, userId: first.admin.id } },
      first.admin,
    );
    const ctx = await hub.contextOf(first.admin);
    expect(ctx.writeSpaces).not.toContain(team.uuid);
    expect(ctx.tokens.filter((token) => token.startsWith(`space:${team.uuid}`))).toEqual([]);
    expect((await hub.contextOf(lead)).writeSpaces).toContain(team.uuid);
  });
});
