import { newId, type KeyScope, type SpaceRole } from '@memory-hub/contracts';
import { classOfAgent, classOfApiKey } from '@memory-hub/permissions';
import { freePort, startTestDatabase, type TestDatabase } from '@memory-hub/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Client } from 'pg';
import { z } from 'zod';
import { Authenticator, type RequestContext } from '../common';
import { readSettings, type Environment } from '../config';
import { AccessClasses, UnitOfWork } from '../infrastructure/prisma';
import { installQueueTables } from '../infrastructure/queue';
import { createLogger } from '../infrastructure/telemetry';
import { AgentKeys, HostDoors } from '../modules/identity';
import { createApp } from './create-app';

export interface TestAppOptions {
  /** `api,mcp` when left out. With `worker` the queue's tables are made and jobs run. */
  readonly roles?: string;
  /** Further settings, as environment variables. */
  readonly settings?: Environment;
  /** A database of another test app; it is not dropped when this app closes. */
  readonly database?: TestDatabase;
}

export interface TestPerson {
  readonly kind: 'person';
  /** Opaque id. */
  readonly id: string;
  readonly uuid: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly cookie: string;
  readonly csrf: string;
}

export interface TestAgent {
  readonly kind: 'agent';
  readonly id: string;
  readonly uuid: string;
  readonly owner: TestPerson;
  readonly spaceUuid: string;
  readonly key: string;
  readonly keyUuid: string;
}

/** Who sends a request; null is a stranger. */
export type Caller = TestPerson | TestAgent | null;

export interface GraphqlReply {
  readonly status: number;
  readonly headers: Headers;
  readonly data: Record<string, unknown> | null;
  readonly errors: readonly {
    readonly message: string;
    readonly path?: readonly unknown[] | undefined;
    readonly extensions: Readonly<Record<string, unknown>>;
  }[];
}

export interface TestTeam {
  readonly id: string;
  readonly uuid: string;
}

export interface FirstPeople {
  readonly admin: TestPerson;
  readonly team: TestTeam;
  readonly personal: TestTeam;
  readonly orgUuid: string;
}

/** A running hub on its own database, as a client meets it. */
export class TestApp {
  private people = 0;
  private first: FirstPeople | null = null;
  private owner: Promise<Client> | null = null;

  private constructor(
    readonly app: NestFastifyApplication,
    readonly database: TestDatabase,
    readonly url: string,
    private readonly ownsDatabase: boolean,
  ) {}

  static async start({ roles = 'api,mcp', settings = {}, database }: TestAppOptions = {}): Promise<TestApp> {
    const db = database ?? (await startTestDatabase());
    if (roles.includes('worker')) await installQueueTables(db.ownerUrl);
    const port = await freePort();
    const secretKey = 'a secret of 32 bytes, for tests only';
    const read = readSettings({
      DATABASE_URL: db.ownerUrl,
      MEMHUB_SECRET_KEY: secretKey,
      MEMHUB_ROLES: roles,
      MEMHUB_PORT: String(port),
      MEMHUB_DATABASE_POOL: '4',
      ...settings,
    });
    const logger = createLogger(process.env['TEST_LOG'] ?? 'silent');
    const app = await createApp({ settings: read, database: db, secretKey, logger });
    await app.listen(port, '127.0.0.1');
    return new TestApp(app, db, `http://127.0.0.1:${port}`, database === undefined);
  }

  async close(): Promise<void> {
    await this.app.close();
    await (await this.owner)?.end();
    if (this.ownsDatabase) await this.database.stop();
  }

  /** Sends one operation, as a browser or an agent would. */
  async graphql(
    query: string,
    variables: object = {},
    as: Caller = null,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<GraphqlReply> {
    const response = await fetch(`${this.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...credentialsOf(as), ...headers },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = BODY.parse(await response.json());
    return { status: response.status, headers: response.headers, data, errors };
  }

  /** The data of an operation that must succeed, `userErrors` included. */
  async must<T>(query: string, variables?: object, as?: Caller): Promise<T>;
  async must(query: string, variables: object = {}, as: Caller = null): Promise<unknown> {
    const { data, errors } = await this.graphql(query, variables, as);
    if (data === null || errors.length > 0) throw new Error(`GraphQL failed: ${JSON.stringify(errors)}`);
    for (const [field, value] of Object.entries(data)) {
      const faults =
        typeof value === 'object' && value !== null && 'userErrors' in value ? value.userErrors : [];
      if (Array.isArray(faults) && faults.length > 0) throw new Error(`${field}: ${JSON.stringify(faults)}`);
    }
    return data;
  }

  /** The first run, once: an organisation with its admin, and a team whose admin they are. */
  async bootstrap({ reviewAlone = true }: { reviewAlone?: boolean } = {}): Promise<FirstPeople> {
    if (this.first !== null) return this.first;
    const path = await this.app.get(HostDoors).setupPath();
    const token = new URL(path ?? '', this.url).searchParams.get('token');
    const person = { name: 'Ada', email: 'ada@example.org', password: 'a long password 1' };
    const reply = await this.graphql(CLAIM, {
      input: {
        token,
        organisationName: 'Example',
        teamName: 'Platform',
        locale: 'en',
        timeZone: 'Europe/London',
        reviewAlone,
        ...person,
      },
    });
    const admin = signedIn(reply, 'claimSetup', person);
    const spaces = await this.spacesOf(admin);
    const [org] = await this.sql<{ id: string }>('SELECT id FROM organisation');
    const [team, personal] = [
      spaces.find(({ kind }) => kind === 'TEAM'),
      spaces.find(({ kind }) => kind === 'PERSONAL'),
    ];
    if (team === undefined || personal === undefined || org === undefined)
      throw new Error('the first run made no spaces');
    this.first = { admin, team: spaceOf(team.id), personal: spaceOf(personal.id), orgUuid: org.id };
    return this.first;
  }

  /** Another person who was invited to a team: the first one, as a member, when nothing else is said. */
  async createUser({
    role = 'member',
    name,
    team,
  }: { role?: SpaceRole; name?: string; team?: TestTeam } = {}): Promise<TestPerson> {
    const first = await this.bootstrap();
    this.people += 1;
    const person = {
      name: name ?? `Person ${this.people}`,
      email: `person-${this.people}@example.org`,
      password: 'a long password 2',
    };
    const invited = await this.must<{ inviteMember: { link: string } }>(
      INVITE,
      { input: { spaceId: (team ?? first.team).id, role: role.toUpperCase() } },
      first.admin,
    );
    const token = new URL(invited.inviteMember.link).searchParams.get('token');
    const reply = await this.graphql(ACCEPT, { input: { token, locale: 'en', timeZone: 'UTC', ...person } });
    return signedIn(reply, 'acceptInvitation', person);
  }

  /** Another team with this person as its admin. Only the first admin may found one. */
  async createTeam(name = 'Another team'): Promise<TestTeam> {
    const { admin } = await this.bootstrap();
    const made = await this.must<{ createSpace: { space: { id: string } } }>(
      CREATE_SPACE,
      { input: { name } },
      admin,
    );
    return spaceOf(made.createSpace.space.id);
  }

  /** An agent with a key, made below the API, so that modules of lower tiers can test with agents. */
  async createAgent({
    owner,
    team,
    name,
    scopes = ['memory:read', 'memory:write', 'asset:read', 'asset:propose'],
  }: {
    owner?: TestPerson;
    team?: TestTeam;
    name?: string;
    scopes?: readonly KeyScope[];
  } = {}): Promise<TestAgent> {
    const first = await this.bootstrap();
    const by = owner ?? first.admin;
    const spaceUuid = (team ?? first.team).uuid;
    const ctx = await this.contextOf(by);
    const uuid = newId();
    const { keyId, secretText } = await this.app.get(UnitOfWork).write(ctx, async (tx) => {
      const [space] = await tx.tx.$queryRaw<
        { kind: string; owner_id: string | null }[]
      >`SELECT kind, owner_id FROM space WHERE id = ${spaceUuid}::uuid`;
      const place = {
        spaceId: spaceUuid,
        spaceKind: space?.kind === 'personal' ? 'personal' : 'team',
        spaceOwnerId: space?.owner_id ?? null,
      } as const;
      const classes = this.app.get(AccessClasses);
      const aclId = await classes.ensure(tx, classOfAgent({ ...place, id: uuid, ownerId: by.uuid }));
      await tx.tx.$executeRaw`
        INSERT INTO agent (id, org_id, space_id, acl_id, owner_id, name, client_type, created_at)
        VALUES (${uuid}::uuid, ${ctx.orgId}::uuid, ${spaceUuid}::uuid, ${aclId}::uuid, ${by.uuid}::uuid, ${name ?? `agent ${uuid}`}, 'generic', ${ctx.now})`;
      const keyAcl = await classes.ensure(tx, classOfApiKey({ orgId: ctx.orgId, ownerId: by.uuid }));
      return this.app
        .get(AgentKeys)
        .issue(tx, { agentId: uuid, ownerId: by.uuid, aclId: keyAcl, scopes, expiresAt: null });
    });
    return {
      kind: 'agent',
      id: `agent_${uuid.replaceAll('-', '')}`,
      uuid,
      owner: by,
      spaceUuid,
      key: secretText,
      keyUuid: keyId,
    };
  }

  /** The context in which a request of this caller would run now. */
  async contextOf(caller: Caller): Promise<RequestContext> {
    return this.app.get(Authenticator).authenticate({
      authorization: caller?.kind === 'agent' ? `Bearer ${caller.key}` : undefined,
      cookie: caller?.kind === 'person' ? caller.cookie : undefined,
      requestId: newId(),
      address: '127.0.0.1',
      language: undefined,
      client: 'test',
    });
  }

  /** Runs SQL as the owner of the database, past all walls. */
  async sql<T extends object = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<T[]> {
    this.owner ??= connect(this.database.ownerUrl);
    return (await (await this.owner).query<T>(text, values)).rows;
  }

  private async spacesOf(person: TestPerson): Promise<{ id: string; kind: string }[]> {
    const { viewer } = await this.must<{ viewer: { spaces: { space: { id: string; kind: string } }[] } }>(
      '{ viewer { spaces { space { id kind } } } }',
      {},
      person,
    );
    return viewer.spaces.map(({ space }) => space);
  }
}

/** Starts a hub for a test file; close it in `afterAll`. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  return TestApp.start(options);
}

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  client.on('error', () => undefined); // the query that runs on it fails as well
  await client.connect();
  return client;
}

const BODY = z.object({
  data: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((data) => data ?? null),
  errors: z
    .array(
      z.looseObject({
        message: z.string(),
        path: z.array(z.unknown()).optional(),
        extensions: z.record(z.string(), z.unknown()).default({}),
      }),
    )
    .default([]),
});
const SESSION = z.object({ viewer: z.object({ user: z.object({ id: z.string() }), csrfToken: z.string() }) });

const VIEWER = 'viewer { user { id } csrfToken } userErrors { code message path }';
const CLAIM = `mutation ($input: ClaimSetupInput!) { claimSetup(input: $input) { ${VIEWER} } }`;
const ACCEPT = `mutation ($input: AcceptInvitationInput!) { acceptInvitation(input: $input) { ${VIEWER} } }`;
const INVITE =
  'mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { link userErrors { code message } } }';
const CREATE_SPACE =
  'mutation ($input: CreateSpaceInput!) { createSpace(input: $input) { space { id } userErrors { code message } } }';

/** Headers of a caller. Strangers send the header that a page sends, too. */
export function credentialsOf(as: Caller): Record<string, string> {
  if (as === null) return { 'x-memhub-csrf': '1' };
  if (as.kind === 'agent') return { authorization: `Bearer ${as.key}` };
  return { cookie: as.cookie, 'x-memhub-csrf': as.csrf };
}

/** The person of an answer that opened a session. */
export function signedIn(
  reply: GraphqlReply,
  field: string,
  person: { name: string; email: string; password: string },
): TestPerson {
  const payload = SESSION.safeParse(reply.data?.[field]);
  const cookie = reply.headers.getSetCookie()[0]?.split(';', 1)[0];
  if (!payload.success || cookie === undefined)
    throw new Error(`${field} opened no session: ${JSON.stringify(reply)}`);
  const { user, csrfToken } = payload.data.viewer;
  const { name, email, password } = person;
  return {
    kind: 'person',
    id: user.id,
    uuid: uuidOf(user.id),
    cookie,
    csrf: csrfToken,
    name,
    email,
    password,
  };
}

function spaceOf(id: string): TestTeam {
  return { id, uuid: uuidOf(id) };
}

/** The uuid inside an opaque id. */
export function uuidOf(id: string): string {
  const hex = id.slice(id.indexOf('_') + 1);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
