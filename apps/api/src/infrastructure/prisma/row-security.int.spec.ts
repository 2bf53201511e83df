import { newId } from '@memory-hub/contracts';
import { assertAppRoleIsWeak } from '@memory-hub/postgres';
import { startTestApp, type FirstPeople, type TestApp } from '../../app/test-app.fixture';
import type { RequestContext } from '../../common';
import { UnitOfWork } from './unit-of-work';

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
}

/** Tables of the hub without an access class, and what a request may see of them. */
const WITHOUT_CLASS = {
  'never readable': [
    'blob',
    'credential',
    'host_link',
    'outbox_event',
    'principal_epoch',
    'session_token',
    'tree_entry',
  ],
  'by other rules': [
    'access_class',
    'app_user',
    'audit_entry',
    'audit_seal',
    'idempotency_key',
    'organisation',
    'search_vector_gone',
  ],
} as const;

describe('the database, when the program forgets every filter', () => {
  let hub: TestApp;
  let first: FirstPeople;
  let tables: string[];
  let mine: RequestContext;
  const [ownClass, foreignClass] = [newId(), newId()];

  beforeAll(async () => {
    hub = await startTestApp();
    first = await hub.bootstrap();
    await hub.sql(
      `INSERT INTO access_class (id, hash, tokens) VALUES ($1, '\\x01', '{}'), ($2, '\\x02', '{}')`,
      [ownClass, foreignClass],
    );
    const columns = await hub.sql<Column>(COLUMNS);
    tables = [...new Set(columns.filter(({ name }) => name === 'acl_id').map(({ table }) => table))].sort();
    for (const table of tables)
      for (const acl of [ownClass, foreignClass])
        await insertAnything(
          columns.filter((column) => column.table === table),
          acl,
        );
    const ctx = await hub.contextOf(first.admin);
    mine = { ...ctx, classes: [ownClass], memoryClasses: [], writeSpaces: [SPACE], adminSpaces: [SPACE] };
  });
  afterAll(() => hub.close());

  const SPACE = newId();
  const ASSET = newId();

  /** One row with this class and otherwise any value of the right type, past foreign keys and triggers. */
  async function insertAnything(columns: readonly Column[], acl: string): Promise<void> {
    const table = columns[0]?.table ?? '';
    const known: Readonly<Record<string, string>> = {
      acl_id: acl,
      space_id: SPACE,
      asset_id: ASSET,
      ...(table === 'space' && acl === ownClass ? { id: SPACE } : {}),
    };
    const values = columns.map(({ name, type }) =>
      known[name] === undefined ? anything(type) : `'${known[name]}'`,
    );
    const names = columns.map(({ name }) => `"${name}"`);
    await hub.sql(
      `BEGIN; SET LOCAL session_replication_role = replica; INSERT INTO "${table}" (${names.join(', ')}) VALUES (${values.join(', ')}); COMMIT`,
    );
  }

  const unfiltered = (ctx: RequestContext, table: string): Promise<{ acl_id: string }[]> =>
    hub.app
      .get(UnitOfWork)
      .read(ctx, ({ tx }) => tx.$queryRawUnsafe<{ acl_id: string }[]>(`SELECT acl_id FROM "${table}"`));
  const attempt = async (ctx: RequestContext, sql: string): Promise<number | string> => {
    try {
      return await hub.app.get(UnitOfWork).write(ctx, ({ tx }) => tx.$executeRawUnsafe(sql));
    } catch (error) {
      return String(error);
    }
  };

  it('guards every table', async () => {
    const open = await hub.sql(`SELECT relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND relname NOT LIKE '\\_prisma%' AND NOT relispartition
        AND NOT (relrowsecurity AND relforcerowsecurity)`);
    expect(open).toEqual([]);
    const all = await hub.sql<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE '\\_prisma%' AND tablename NOT LIKE 'turn\\_p%'`,
    );
    expect(all.map(({ name }) => name).sort()).toEqual(
      [...tables, ...Object.values(WITHOUT_CLASS).flat()].sort(),
    );
  });

  it('shows rows of readable classes and no others', async () => {
    expect(tables.length).toBeGreaterThanOrEqual(30);
    for (const table of tables) {
      const found = await unfiltered(mine, table);
      expect([table, [...new Set(found.map(({ acl_id }) => acl_id))]]).toEqual([table, [ownClass]]);
    }
  });

  it('shows a stranger nothing', async () => {
    const stranger = await hub.contextOf(null);
    for (const table of [...tables, ...WITHOUT_CLASS['by other rules']]) {
      const found = await attempt(stranger, `SELECT FROM "${table}"`);
      expect([table, typeof found === 'string' ? /permission denied/.test(found) : found === 0]).toEqual([
        table,
        true,
      ]);
    }
  });

  it('lets nobody at what requests have no use for', async () => {
    for (const table of [...WITHOUT_CLASS['never readable'], 'turn_p0', '_prisma_migrations'])
      expect([table, await attempt(mine, `SELECT FROM "${table}"`)]).toEqual([
        table,
        expect.stringMatching(/permission denied/) as string,
      ]);
  });

  it('changes and removes rows of readable classes only', async () => {
    for (const table of tables) {
      const before = await hub.sql(`SELECT FROM "${table}" WHERE acl_id = $1`, [foreignClass]);
      expect(before).toHaveLength(1);
      await attempt(mine, `UPDATE "${table}" SET acl_id = acl_id`);
      await attempt(mine, `DELETE FROM "${table}" WHERE acl_id = '${foreignClass}'`);
      expect([table, await hub.sql(`SELECT FROM "${table}" WHERE acl_id = $1`, [foreignClass])]).toEqual([
        table,
        before,
      ]);
    }
  });

  it('takes no row into a class that its writer cannot read', async () => {
    for (const table of tables) {
      const moved = await attempt(mine, `UPDATE "${table}" SET acl_id = '${foreignClass}'`);
      expect([table, moved]).toEqual([
        table,
        expect.stringMatching(/row-level security|permission denied|duplicate key/) as string,
      ]);
      expect([table, await hub.sql(`SELECT FROM "${table}" WHERE acl_id = $1`, [foreignClass])]).toEqual([
        table,
        [{}],
      ]);
    }
  });

  it('lets a member who may read a space’s rows not write them', async () => {
    const reader = { ...mine, writeSpaces: [], adminSpaces: [] };
    for (const table of [
      'asset',
      'proposal',
      'agent',
      'mount',
      'membership',
      'invitation',
      'review_policy',
      'space',
    ]) {
      expect(await unfiltered(reader, table)).not.toHaveLength(0);
      expect([table, await attempt(reader, `DELETE FROM "${table}"`)]).toEqual([table, 0]);
    }
  });

  it('shows an agent only what is mounted, of what its owner may read', async () => {
    const agent = { ...mine, principal: { ...mine.principal }, mounted: [] };
    for (const table of [
      'asset_revision',
      'asset_grant',
      'proposal',
      'review_decision',
      'review_check',
      'check_finding',
      'search_chunk',
    ]) {
      expect([table, await unfiltered(agent, table)]).toEqual([table, []]);
      expect([table, (await unfiltered({ ...agent, mounted: [ASSET] }, table)).length]).toEqual([table, 1]);
    }
  });

  it('never mixes up 200 principals who take turns on 4 connections', async () => {
    const people = Array.from({ length: 200 }, (_, index) => {
      const acl = newId();
      const ctx: RequestContext = {
        ...mine,
        principalId: newId(),
        classes: [acl],
        writeSpaces: [],
        adminSpaces: [],
      };
      return { ctx, acl, kind: `task of ${index}` };
    });
    await hub.sql(
      'INSERT INTO task (id, org_id, acl_id, kind) SELECT gen_random_uuid(), $1, * FROM unnest($2::uuid[], $3::text[])',
      [first.orgUuid, people.map(({ acl }) => acl), people.map(({ kind }) => kind)],
    );
    const work = hub.app.get(UnitOfWork);
    const look = async ({ ctx, kind }: (typeof people)[number], round: number): Promise<void> => {
      const seen = await work
        .read(ctx, async ({ tx }) => {
          const before = await tx.$queryRaw<{ kind: string }[]>`SELECT kind FROM task`;
          // Some leave in the middle: what they leave behind must not open anything for the next one.
          if (round % 3 === 2) throw new Error('gone');
          const after = await tx.$queryRaw<{ kind: string }[]>`SELECT kind FROM task`;
          return [...before, ...after];
        })
        .catch((error: unknown) =>
          error instanceof Error && error.message === 'gone' ? [{ kind }] : Promise.reject(error),
        );
      expect(new Set(seen.map((row) => row.kind))).toEqual(new Set([kind]));
    };
    for (let round = 0; round < 6; round += 1) await Promise.all(people.map((person) => look(person, round)));
  });

  it('forgets who asked when a transaction ends', async () => {
    const work = hub.app.get(UnitOfWork);
    await Promise.all(Array.from({ length: 20 }, () => work.read(mine, ({ tx }) => tx.$queryRaw`SELECT 1`)));
    const stranger = await hub.contextOf(null);
    const left = await Promise.all(
      Array.from({ length: 20 }, () =>
        work.read(
          stranger,
          ({ tx }) =>
            tx.$queryRaw<{ classes: string }[]>`SELECT current_setting('memhub.classes', true) AS classes`,
        ),
      ),
    );
    expect(left.flat().every(({ classes }) => classes === '')).toBe(true);
  });
});

describe('the role that serves requests', () => {
  let hub: TestApp;
  beforeAll(async () => {
    hub = await startTestApp();
  });
  afterAll(() => hub.close());

  it('is weak, and the hub does not start with one that is not', async () => {
    await expect(assertAppRoleIsWeak(hub.database.appUrl)).resolves.toBeUndefined();
    const role = new URL(hub.database.appUrl).username;
    for (const [strengthen, weaken] of [
      [`ALTER ROLE ${role} BYPASSRLS`, `ALTER ROLE ${role} NOBYPASSRLS`],
      [`GRANT memhub_system TO ${role}`, `REVOKE memhub_system FROM ${role}`],
      [`ALTER TABLE card OWNER TO ${role}`, 'ALTER TABLE card OWNER TO CURRENT_USER'],
    ] as const) {
      await hub.sql(strengthen);
      await expect(assertAppRoleIsWeak(hub.database.appUrl)).rejects.toMatchObject({
        code: 'CONFIG_INVALID',
      });
      await hub.sql(weaken);
    }
    await expect(assertAppRoleIsWeak(hub.database.appUrl)).resolves.toBeUndefined();
  });
});

const COLUMNS = `
  SELECT c.table_name AS table, c.column_name AS name, CASE WHEN c.data_type = 'ARRAY' THEN c.udt_name ELSE c.data_type END AS type
  FROM information_schema.columns c JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name
  WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.table_name NOT LIKE 'turn\\_p%' AND c.data_type <> 'xid8'
  ORDER BY c.table_name, c.ordinal_position`;

let counter = 0;

function anything(type: string): string {
  counter += 1;
  switch (type) {
    case 'uuid':
      return `'${newId()}'`;
    case 'text':
      return `'text ${counter}'`;
    case 'boolean':
      return 'false';
    case 'jsonb':
      return `'{}'`;
    case 'bytea':
      return `'\\x${counter.toString(16).padStart(8, '0')}'`;
    case 'timestamp with time zone':
      return 'now()';
    case 'integer':
    case 'bigint':
    case 'smallint':
    case 'double precision':
      return String(counter % 30_000);
    default:
      if (type.startsWith('_')) return `'{}'`;
      throw new Error(`no value for the type ${type}`);
  }
}
