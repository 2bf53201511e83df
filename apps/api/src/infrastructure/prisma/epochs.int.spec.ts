import { newId, SPACE_ROLES, type OrgRole } from '@memory-hub/contracts';
import { isReadable, tokensOf } from '@memory-hub/permissions';
import { startTestDatabase, type TestDatabase } from '@memory-hub/testing';
import { Client } from 'pg';

describe('the epoch of a person', () => {
  let database: TestDatabase;
  let client: Client;
  const [org, space, otherSpace] = [newId(), newId(), newId()];
  const people = SPACE_ROLES.flatMap((role) =>
    [space, otherSpace].map((place) => ({
      id: newId(),
      subject: newId(),
      role,
      place,
      orgRoles: role === 'admin' ? (['org_admin'] as OrgRole[]) : [],
    })),
  );

  beforeAll(async () => {
    database = await startTestDatabase();
    client = new Client({ connectionString: database.ownerUrl });
    await client.connect();
    const acl = newId();
    await client.query("INSERT INTO access_class (id, hash, tokens) VALUES ($1, 'any', '{}')", [acl]);
    await client.query("INSERT INTO organisation (id, name) VALUES ($1, 'Example')", [org]);
    for (const id of [space, otherSpace])
      await client.query(
        "INSERT INTO space (id, org_id, acl_id, kind, name, slug) VALUES ($1, $2, $3, 'team', $4, $4)",
        [id, org, acl, id],
      );
    for (const { id, subject, role, place, orgRoles } of people) {
      await client.query(
        "INSERT INTO app_user (id, org_id, email, name, locale, time_zone, org_roles) VALUES ($1, $2, $4, 'x', 'en', 'UTC', $3)",
        [id, org, orgRoles, id],
      );
      await client.query(
        "INSERT INTO subject (id, org_id, acl_id, user_id, key, label) VALUES ($1, $2, $3, $4, 'self', 'x')",
        [subject, org, acl, id],
      );
      await client.query(
        'INSERT INTO membership (space_id, user_id, org_id, acl_id, role) VALUES ($1, $2, $3, $4, $5)',
        [place, id, org, acl, role],
      );
    }
  }, 60_000);

  afterAll(async () => {
    await client?.end();
    await database?.stop();
  });

  const epochs = async (): Promise<Map<string, string>> => {
    const { rows } = await client.query<{ principal_id: string; epoch: string }>(
      'SELECT principal_id, epoch FROM principal_epoch',
    );
    return new Map(rows.map((row) => [row.principal_id, row.epoch]));
  };

  it('moves with a new class when one of its tokens is the person’s, and else stands still', async () => {
    const first = people[0];
    if (first === undefined) throw new Error('nobody is there');
    const sets = [
      ...SPACE_ROLES.map((role) => [`space:${space}:${role}`]),
      [`space:${space}:people`],
      [`space:${space}:reviewers`],
      [`space:${otherSpace}:admins`],
      [`space:${space}:user:${first.id}`],
      [`space:${otherSpace}:user:${first.id}`],
      [`space:${space}:person:${first.id}`, `space:${otherSpace}:reviewers`],
      [`user:${first.id}`],
      [`person:${first.id}`],
      [`subject:${first.subject}`],
      [`org:${org}`],
      [`org:${org}:org_admin`],
      [`org:${org}:auditor`],
      [`agent:${newId()}`],
    ];
    for (const tokens of sets) {
      const before = await epochs();
      await client.query('INSERT INTO access_class (id, hash, tokens) VALUES ($1, $2, $3)', [
        newId(),
        Buffer.from(tokens.join()),
        tokens,
      ]);
      const after = await epochs();
      for (const { id, subject, role, place, orgRoles } of people) {
        const held = tokensOf({
          kind: 'user',
          userId: id,
          subjectId: subject,
          orgId: org,
          orgRoles,
          memberships: [{ spaceId: place, role }],
        });
        expect({ tokens, role, moved: after.get(id) !== before.get(id) }).toEqual({
          tokens,
          role,
          moved: isReadable(tokens, held),
        });
      }
    }
  });
});
