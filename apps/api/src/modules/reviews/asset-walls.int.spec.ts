import { newId } from '@memory-hub/contracts';
import { uuidOf, type Caller, type TestAgent, type TestPerson } from '../../app/test-app.fixture';
import { UnitOfWork, type TxContext } from '../../infrastructure/prisma';
import { HubReadTool } from '../assets/mcp/hub-read.tool';
import { ReviewDesk, skill, type ProposalShape } from './review-desk.fixture';

describe('the walls around assets and proposals', () => {
  let desk: ReviewDesk;
  let outsider: TestPerson;
  beforeAll(async () => {
    desk = await ReviewDesk.open();
    const other = await desk.hub.createTeam('Elsewhere');
    outsider = await desk.hub.createUser({ role: 'admin', name: 'Eve', team: other });
  });
  afterAll(() => desk.hub.close());

  const inDatabase = async <T>(as: Caller, work: (tx: TxContext) => Promise<T>): Promise<T> =>
    desk.hub.app.get(UnitOfWork).write(await desk.hub.contextOf(as), work);
  const filesOf = (as: Caller, revisionId: string) =>
    inDatabase(
      as,
      ({ tx }) =>
        tx.$queryRaw<{ path: string }[]>`SELECT path FROM memhub_revision_files(${uuidOf(revisionId)}::uuid)`,
    );
  const nodeOf = async (as: Caller, id: string) =>
    (await desk.hub.must<{ node: object | null }>('query ($id: ID!) { node(id: $id) { id } }', { id }, as))
      .node;

  it('answers for what is hidden as for what does not exist', async () => {
    const draft = await desk.proposeSkill(desk.author, 'kept-to-myself', { submit: false });
    const asked = (id: string, assetId: string) =>
      Promise.all([
        desk.hub.graphql(
          'query ($id: ID!, $asset: ID!) { proposal(id: $id) { id } asset(id: $asset) { id } a: node(id: $id) { id } b: node(id: $asset) { id } }',
          { id, asset: assetId },
          desk.reviewer,
        ),
        desk.act(
          'decideProposal',
          'DecideProposalInput',
          { id, digest: draft.revision.digest, kind: 'APPROVE' },
          desk.reviewer,
        ),
        desk.act(
          'publishProposal',
          'PublishProposalInput',
          { id, digest: draft.revision.digest },
          desk.admin,
        ),
        desk.act(
          'submitProposal',
          'ProposalActInput',
          { id, expectedDigest: draft.revision.digest },
          desk.admin,
        ),
        desk.act(
          'proposeSkill',
          'ProposeSkillInput',
          { spaceId: desk.team.id, assetId, message: 'x', files: skill('kept-to-myself') },
          desk.admin,
        ),
        desk.actOnAsset('revokeAsset', assetId, desk.admin),
      ]);
    const [hidden, missing] = [
      await asked(draft.id, draft.asset.id),
      await asked(`proposal_${'0'.repeat(32)}`, `asset_${'0'.repeat(32)}`),
    ];
    const comparable = ([query, ...acts]: Awaited<ReturnType<typeof asked>>) => ({
      query: { data: query.data, errors: query.errors, status: query.status },
      acts,
    });
    expect(comparable(hidden)).toEqual(comparable(missing));
    expect(hidden[1].faults).toMatchObject([{ code: 'NOT_FOUND' }]);
  });

  it('shows nothing of a team to people of another team', async () => {
    const live = await desk.live('inside-only');
    const wide = await desk.live('for-the-organisation', { visibility: 'ORGANISATION' });
    expect(await desk.asset(outsider, live.asset.id)).toBeNull();
    expect(await desk.read(outsider, live.id)).toBeNull();
    expect(await filesOf(outsider, live.revision.id)).toEqual([]);
    expect(
      await desk.asset(
        outsider,
        wide.asset.id,
        'name space { name } owner { name } readers openProposals { id }',
      ),
    ).toEqual({
      name: 'for-the-organisation',
      space: { name: 'Another space' },
      owner: { name: 'Bo' },
      readers: ['Everyone in the organisation.'],
      openProposals: [],
    });
    expect((await desk.read(outsider, wide.id))?.state).toBe('PUBLISHED');
    const { assets } = await desk.hub.must<{ assets: { totalCount: number } }>(
      '{ assets { totalCount edges { node { id } } } }',
      {},
      outsider,
    );
    expect(assets.totalCount).toBe(1);
    expect(await desk.inbox(outsider, 'ALL')).toEqual([]);
    expect(await desk.actOnAsset('revokeAsset', wide.asset.id, outsider)).toMatchObject([
      { code: 'FORBIDDEN' },
    ]);
  });

  it('keeps words of the way from readers of what was published in the end', async () => {
    const first = await desk.proposeSkill(desk.author, 'many-drafts', {
      submit: false,
      files: skill('many-drafts', 'The embarrassing draft.'),
    });
    const second = await desk.done(
      'reviseProposal',
      'ReviseProposalInput',
      {
        id: first.id,
        expectedDigest: first.revision.digest,
        message: 'Better.',
        files: skill('many-drafts', 'The second try.'),
      },
      desk.author,
    );
    await desk.done(
      'submitProposal',
      'ProposalActInput',
      { id: first.id, expectedDigest: second.revision.digest },
      desk.author,
    );
    expect(await nodeOf(desk.reviewer, first.revision.id)).toBeNull();
    expect(await nodeOf(desk.reviewer, second.revision.id)).not.toBeNull();
    expect(await nodeOf(desk.viewer, second.revision.id)).toBeNull();
    const third = await desk.done(
      'reviseProposal',
      'ReviseProposalInput',
      {
        id: first.id,
        expectedDigest: second.revision.digest,
        message: 'Done.',
        files: skill('many-drafts', 'The last try.'),
      },
      desk.author,
    );
    expect(await nodeOf(desk.reviewer, second.revision.id)).not.toBeNull();
    expect(await nodeOf(desk.reviewer, first.revision.id)).toBeNull();
    await desk.check(desk.author, third);
    await desk.decide(desk.reviewer, third);
    expect((await desk.publish(desk.admin, third)).faults).toEqual([]);
    expect(await nodeOf(desk.reviewer, second.revision.id)).not.toBeNull();
    expect(await nodeOf(desk.reviewer, first.revision.id)).toBeNull();
    for (const early of [first, second]) {
      expect(await nodeOf(desk.viewer, early.revision.id)).toBeNull();
      expect(await filesOf(desk.viewer, early.revision.id)).toEqual([]);
      expect(await nodeOf(desk.author, early.revision.id)).not.toBeNull();
    }
    const seen = await desk.asset<{
      revisions: { totalCount: number; edges: { node: { number: number } }[] };
    }>(desk.viewer, first.asset.id, 'revisions { totalCount edges { node { number } } }');
    expect(seen?.revisions).toEqual({ totalCount: 1, edges: [{ node: { number: 2 } }] });
    const trees = await inDatabase(
      desk.viewer,
      ({ tx }) =>
        tx.$queryRaw<
          { number: number }[]
        >`SELECT number FROM asset_revision WHERE asset_id = ${uuidOf(first.asset.id)}::uuid`,
    );
    expect(trees).toEqual([{ number: 2 }]);
  });

  it('does not tell readers who else works on an asset', async () => {
    const live = await desk.live('quiet-work');
    const before = await desk.asset<{ updatedAt: string }>(desk.viewer, live.asset.id, 'updatedAt readers');
    await desk.proposeSkill(desk.reviewer, 'quiet-work', {
      submit: false,
      assetId: live.asset.id,
      baseRevisionId: live.revision.id,
      files: skill('quiet-work', 'Secretly other.'),
    });
    expect(await desk.asset(desk.viewer, live.asset.id, 'updatedAt readers')).toEqual(before);
  });

  it('hides everything of a revoked asset at once: rows, files, chunks, mounts, and drafts of others', async () => {
    const live = await desk.live('to-be-revoked');
    const draft = await desk.proposeSkill(desk.reviewer, 'to-be-revoked', {
      submit: false,
      assetId: live.asset.id,
      baseRevisionId: live.revision.id,
      files: skill('to-be-revoked', 'A copy and more.'),
    });
    const agent = await mounted(desk, live, { pinned: true });
    expect(await readBy(desk, agent, live.asset.id)).toMatchObject({
      structured: { kind: 'skill', path: 'SKILL.md' },
    });
    expect(await desk.actOnAsset('revokeAsset', live.asset.id, desk.admin)).toEqual([]);
    for (const reader of [desk.author, desk.reviewer, desk.viewer]) {
      for (const id of [live.asset.id, live.id, live.revision.id, draft.id, draft.revision.id])
        expect(await nodeOf(reader, id)).toBeNull();
      expect(await filesOf(reader, live.revision.id)).toEqual([]);
      expect(await filesOf(reader, draft.revision.id)).toEqual([]);
    }
    await expect(readBy(desk, agent, live.asset.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const left = await desk.hub.sql<{ chunks: number; mounts: number }>(
      'SELECT (SELECT count(*)::int FROM search_chunk WHERE asset_id = $1) AS chunks, (SELECT count(*)::int FROM mount WHERE asset_id = $1) AS mounts', [uuidOf(live.asset.id)]); // prettier-ignore
    expect(left).toEqual([{ chunks: 0, mounts: 0 }]);
    expect(await desk.asset(desk.admin, live.asset.id, 'status readers')).toEqual({
      status: 'REVOKED',
      readers: ['Admins of Platform, who look after what is out of use.'],
    });
    await desk.index(desk.admin, live.asset.id);
    expect(
      await desk.hub.sql('SELECT FROM search_chunk WHERE asset_id = $1', [uuidOf(live.asset.id)]),
    ).toEqual([]);
  });

  it('lets an admin publish what only its owner reads afterwards', async () => {
    const proposal = await desk
      .live('private-in-the-end', { visibility: 'PRIVATE' })
      .catch((error: unknown) => error);
    expect(proposal).toBeInstanceOf(Error);
    const [row] = await desk.hub.sql<{ id: string; status: string }>(
      "SELECT id, status FROM asset WHERE name = 'private-in-the-end'",
    );
    expect(row?.status).toBe('published');
    const assetId = `asset_${row?.id.replaceAll('-', '') ?? ''}`;
    expect(await desk.asset(desk.admin, assetId)).toBeNull();
    expect(await desk.asset(desk.author, assetId, 'readers')).toEqual({ readers: ['Bo, who owns it.'] });
    await desk.index(desk.admin, assetId);
    const chunks = await desk.hub.sql<{ tokens: string[] }>(
      'SELECT DISTINCT c.tokens FROM search_chunk s JOIN access_class c ON c.id = s.acl_id WHERE s.asset_id = $1',
      [row?.id],
    );
    expect(chunks).toEqual([{ tokens: [`space:${desk.team.uuid}:user:${desk.author.uuid}`] }]);
  });

  it('is refused by the database when the program forgets its filter', async () => {
    const draft = await desk.proposeSkill(desk.author, 'behind-the-wall', {
      files: skill('behind-the-wall', `Use \`ghp_${'x1Y2z3W4'.repeat(5)}\`.`.slice(0, 60)),
    });
    await desk.check(desk.author, draft);
    await desk.decide(desk.reviewer, draft);
    for (const stranger of [desk.viewer, outsider]) {
      const seen = await inDatabase(
        stranger,
        ({ tx }) => tx.$queryRaw<{ n: number }[]>`
        SELECT (SELECT count(*) FROM asset WHERE name = 'behind-the-wall')::int + (SELECT count(*) FROM proposal WHERE id = ${uuidOf(draft.id)}::uuid)::int
          + (SELECT count(*) FROM asset_revision WHERE id = ${uuidOf(draft.revision.id)}::uuid)::int + (SELECT count(*) FROM review_decision WHERE proposal_id = ${uuidOf(draft.id)}::uuid)::int
          + (SELECT count(*) FROM review_check WHERE proposal_id = ${uuidOf(draft.id)}::uuid)::int + (SELECT count(*) FROM check_finding WHERE proposal_id = ${uuidOf(draft.id)}::uuid)::int AS n`,
      );
      expect(seen).toEqual([{ n: 0 }]);
      const changed = await inDatabase(stranger, async ({ tx }) => [
        await tx.$executeRaw`UPDATE asset SET title = 'mine' WHERE id = ${uuidOf(draft.asset.id)}::uuid`,
        await tx.$executeRaw`UPDATE proposal SET state = 'published' WHERE id = ${uuidOf(draft.id)}::uuid`,
        await tx.$executeRaw`DELETE FROM review_decision WHERE proposal_id = ${uuidOf(draft.id)}::uuid`,
      ]);
      expect(changed).toEqual([0, 0, 0]);
      const held = await inDatabase(stranger, async ({ tx }) => {
        const before = await tx.$queryRaw<
          { classes: string }[]
        >`SELECT current_setting('memhub.classes') AS classes`;
        const answer = await tx.$queryRaw<
          { classes: string[] }[]
        >`SELECT memhub_hold_asset(${uuidOf(draft.asset.id)}::uuid) AS classes`;
        const after = await tx.$queryRaw<
          { classes: string }[]
        >`SELECT current_setting('memhub.classes') AS classes`;
        return { answer, isSame: before[0]?.classes === after[0]?.classes };
      });
      expect(held).toEqual({ answer: [{ classes: [] }], isSame: true });
    }
    await expect(inDatabase(desk.author, ({ tx }) => tx.$queryRaw`SELECT sha256 FROM blob`)).rejects.toThrow(
      /permission denied/,
    );
    await expect(
      inDatabase(desk.author, ({ tx }) => tx.$queryRaw`SELECT name FROM tree_entry`),
    ).rejects.toThrow(/permission denied/);
  });

  it('keeps the blobs of two spaces apart, equal ones too', async () => {
    const personal = await desk.hub.must<{ viewer: { spaces: { space: { id: string; kind: string } }[] } }>(
      '{ viewer { spaces { space { id kind } } } }',
      {},
      outsider,
    );
    const own = personal.viewer.spaces.find(({ space }) => space.kind === 'PERSONAL')?.space.id ?? '';
    const files = skill('equal-bytes');
    const theirs = await desk.proposeSkill(desk.author, 'equal-bytes', { submit: false, files });
    const mine = await desk.proposeSkill(outsider, 'equal-bytes', { submit: false, files, spaceId: own });
    expect(mine.revision.digest).toBe(theirs.revision.digest);
    const blobs = await desk.hub.sql<{ n: number }>(
      'SELECT count(DISTINCT space_id)::int AS n FROM tree_entry WHERE tree = $1',
      [mine.revision.digest],
    );
    expect(blobs).toEqual([{ n: 2 }]);
    expect(await filesOf(outsider, theirs.revision.id)).toEqual([]);
    expect(await filesOf(outsider, mine.revision.id)).toEqual([{ path: 'SKILL.md' }]);
    const planted = inDatabase(
      outsider,
      ({ tx }) =>
        tx.$executeRaw`INSERT INTO blob (space_id, sha256, bytes, size) VALUES (${desk.team.uuid}::uuid, 'x', ''::bytea, 0)`,
    );
    await expect(planted).rejects.toThrow(/row-level security/);
  });

  it('opens to an agent what is mounted on it, in parts when it is long', async () => {
    const long = '路漫漫其修远兮。'.repeat(8_000);
    const live = await desk.live('long-reading', {
      files: skill('long-reading', 'See more.', [{ path: 'references/long.md', text: long }]),
    });
    const [agent, bare] = [await mounted(desk, live), await desk.hub.createAgent({ owner: desk.author })];
    const first = await readBy(desk, agent, live.asset.id);
    expect(first.structured.files).toEqual([
      { path: 'SKILL.md', bytes: expect.any(Number) as number },
      { path: 'references/long.md', bytes: Buffer.byteLength(long) },
    ]);
    let [text, cursor]: [string, string | undefined] = ['', undefined];
    do {
      const part = await readBy(desk, agent, live.asset.id, {
        path: 'references/long.md',
        ...(cursor === undefined ? {} : { cursor }),
      });
      text += part.structured.text;
      cursor = part.structured.nextCursor;
    } while (cursor !== undefined);
    expect(text).toBe(long);
    const refusal = (id: string) => readBy(desk, bare, id).catch((error: unknown) => error);
    expect(await refusal(live.asset.id)).toEqual(await refusal(`asset_${'0'.repeat(32)}`));
    await expect(readBy(desk, agent, live.asset.id, { path: 'no.md' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(readBy(desk, agent, live.asset.id, { cursor: '999999' })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      path: ['cursor'],
    });
  });
});

async function readBy(
  desk: ReviewDesk,
  agent: TestAgent,
  id: string,
  more: { path?: string; cursor?: string } = {},
) {
  return desk.hub.app.get(HubReadTool).call(await desk.hub.contextOf(agent), { id, ...more });
}

/** An agent of the author that mounts the asset, as a row. */
async function mounted(
  desk: ReviewDesk,
  { asset, revision }: ProposalShape,
  { pinned = false } = {},
): Promise<TestAgent> {
  const agent = await desk.hub.createAgent({ owner: desk.author });
  await desk.hub.sql(
    `INSERT INTO mount (id, org_id, space_id, acl_id, agent_id, asset_id, mode, pinned_revision_id, created_by)
     SELECT $1, org_id, space_id, acl_id, id, $2, 'inline', $3, owner_id FROM agent WHERE id = $4`,
    [newId(), uuidOf(asset.id), pinned ? uuidOf(revision.id) : null, agent.uuid],
  );
  return agent;
}
