import { newId } from '@memory-hub/contracts';
import { Client } from 'pg';
import { startTestApp, type FirstPeople, type TestApp } from '../../app/test-app.fixture';
import { AuditTrail } from './audit-trail.system';

const RENAME =
  'mutation ($name: String) { updateProfile(input: { name: $name }) { user { name } userErrors { code } } }';

describe('the audit trail', () => {
  let hub: TestApp;
  let first: FirstPeople;
  let trail: AuditTrail;
  beforeAll(async () => {
    hub = await startTestApp();
    first = await hub.bootstrap();
    trail = hub.app.get(AuditTrail);
  });
  afterAll(() => hub.close());

  const act = (name: string): Promise<unknown> => hub.must(RENAME, { name }, first.admin);

  it('tells who did what, from where, with which session, and no content', async () => {
    await act('Somebody');
    const [row] = await hub.sql<Record<string, unknown>>(
      "SELECT * FROM audit_entry WHERE action = 'user.update' ORDER BY created_at DESC LIMIT 1",
    );
    expect(row).toMatchObject({
      actor_kind: 'user',
      actor_id: first.admin.uuid,
      address: '127.0.0.1',
      target_type: 'user',
      target_id: first.admin.uuid,
      details: { fields: 'name' },
      outcome: 'allowed',
    });
    expect(row?.['key_id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.stringify(row)).not.toContain('Somebody');
  });

  it('is sealed as a chain that can be verified, in one go or in many', async () => {
    await trail.seal();
    for (let index = 0; index < 5; index += 1) {
      await act(`Name ${index}`);
      await trail.seal();
    }
    const [{ count } = { count: 0 }] = await hub.sql<{ count: number }>(
      'SELECT count(*)::int AS count FROM audit_entry',
    );
    expect(await trail.verify()).toMatchObject({ holds: true, sealedTo: count, unsealed: 0, fault: null });
    expect(await trail.seal()).toBe(0);
  });

  it('is sealed behind writers that are still at work, and none is left out', async () => {
    const slow = new Client({ connectionString: hub.database.ownerUrl });
    await slow.connect();
    await slow.query('BEGIN');
    await slow.query(
      `INSERT INTO audit_entry (id, org_id, actor_kind, actor_id, address, action, target_type, target_id, details, outcome, request_id)
       VALUES ($1, $2, 'user', $3, '', 'slow.act', 'x', 'x', '{}', 'allowed', 'r')`,
      [newId(), first.orgUuid, first.admin.uuid],
    );
    await act('Meanwhile');
    await trail.seal();
    const waiting = await trail.verify();
    expect(waiting).toMatchObject({ holds: true, unsealed: 1 });
    await slow.query('COMMIT');
    await slow.end();
    await trail.seal();
    expect(await trail.verify()).toMatchObject({ holds: true, unsealed: 0, sealedTo: waiting.sealedTo + 2 });
  });

  it('is sealed once when several processes seal at the same time', async () => {
    await act('Race');
    await Promise.all(Array.from({ length: 5 }, () => trail.seal()));
    await trail.seal();
    const [{ twice } = { twice: -1 }] = await hub.sql<{ twice: number }>(
      'SELECT (count(*) - count(DISTINCT entry_id))::int AS twice FROM audit_seal',
    );
    expect(twice).toBe(0);
    expect(await trail.verify()).toMatchObject({ holds: true, unsealed: 0 });
  });

  it('shows where somebody changed or removed an entry', async () => {
    await trail.seal();
    const { sealedTo } = await trail.verify();
    const [victim] = await hub.sql<{ id: string; action: string }>(
      'SELECT e.id, e.action FROM audit_entry e JOIN audit_seal s ON s.entry_id = e.id WHERE s.no = $1',
      [sealedTo - 1],
    );
    await hub.sql("UPDATE audit_entry SET action = 'nothing.happened' WHERE id = $1", [victim?.id]);
    expect(await trail.verify()).toMatchObject({
      holds: false,
      sealedTo: sealedTo - 2,
      fault: `the entry of seal ${sealedTo - 1} was changed`,
    });
    await hub.sql('UPDATE audit_entry SET action = $2 WHERE id = $1', [victim?.id, victim?.action]);
    expect(await trail.verify()).toMatchObject({ holds: true });
    await hub.sql('DELETE FROM audit_entry WHERE id = $1', [victim?.id]);
    expect(await trail.verify()).toMatchObject({
      holds: false,
      fault: `the entry of seal ${sealedTo - 1} is missing`,
    });
  });

  it('cannot be changed by requests', async () => {
    const client = new Client({ connectionString: hub.database.appUrl });
    await client.connect();
    try {
      for (const statement of [
        'UPDATE audit_entry SET action = action',
        'DELETE FROM audit_entry',
        'DELETE FROM audit_seal',
        'INSERT INTO audit_seal (no, entry_id, prev_hash, hash) VALUES (1, gen_random_uuid(), $$x$$, $$y$$)',
      ])
        await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
    } finally {
      await client.end();
    }
  });
});
