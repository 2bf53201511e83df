import { ReviewDesk, skill, type ProposalShape } from './review-desk.fixture';

describe('the life of a skill', () => {
  let desk: ReviewDesk;
  beforeAll(async () => {
    desk = await ReviewDesk.open();
  });
  afterAll(() => desk.hub.close());

  it('goes from a draft over a review to a published, findable, rolled back and revoked asset', async () => {
    const { author, reviewer, admin, viewer } = desk;
    const draft = await desk.proposeSkill(author, 'report-reader', {
      submit: false,
      tags: ['reports', '报告'],
    });
    expect(draft).toMatchObject({
      state: 'DRAFT',
      number: 1,
      asset: { name: 'report-reader', status: 'NONE' },
      checks: [],
    });
    expect(draft.viewerCan).toMatchObject({
      edit: true,
      submit: true,
      withdraw: true,
      approve: false,
      publish: false,
    });
    for (const other of [reviewer, admin, viewer]) expect(await desk.read(other, draft.id)).toBeNull();

    const submitted = await desk.done(
      'submitProposal',
      'ProposalActInput',
      { id: draft.id, expectedDigest: draft.revision.digest },
      author,
    );
    expect(submitted.state).toBe('IN_REVIEW');
    expect(submitted.checks.map(({ state }) => state)).toEqual(['QUEUED', 'QUEUED', 'QUEUED']);
    expect(await desk.inbox(reviewer, 'WAITING_FOR_ME')).toContain(draft.id);
    expect(await desk.inbox(author, 'WAITING_FOR_ME')).not.toContain(draft.id);
    expect(await desk.inbox(author, 'MINE')).toContain(draft.id);
    await desk.check(author, submitted);
    const seen = await desk.read(reviewer, draft.id);
    expect(seen?.checks.map(({ state }) => state)).toEqual(['PASSED', 'PASSED', 'PASSED']);
    expect(seen?.viewerCan).toMatchObject({
      approve: true,
      requestChanges: true,
      publish: false,
      edit: false,
    });
    expect(seen?.blockers).toEqual(['0 of 1 approval given; 1 more is needed.']);

    const { proposal: approved } = await desk.decide(reviewer, submitted);
    expect(approved).toMatchObject({
      state: 'APPROVED',
      approvalsGiven: 1,
      approvalsNeeded: 1,
      blockers: [],
    });
    expect(approved?.viewerCan).toMatchObject({ approve: false, publish: false });
    expect(await desk.inbox(admin, 'WAITING_FOR_ME')).toContain(draft.id);
    expect(await desk.inbox(reviewer, 'WAITING_FOR_ME')).not.toContain(draft.id);
    const published = await desk.done(
      'publishProposal',
      'PublishProposalInput',
      { id: draft.id, digest: draft.revision.digest },
      admin,
    );
    expect(published).toMatchObject({
      state: 'PUBLISHED',
      asset: { status: 'PUBLISHED', title: 'report-reader title' },
    });
    expect(await desk.inbox(author, 'DECIDED')).toContain(draft.id);
    await desk.index(admin, draft.asset.id);

    const fields =
      'name description tags status readers publishedRevision { number files { path text truncated } } viewerCan { edit revoke }';
    expect(await desk.asset(viewer, draft.asset.id, fields)).toMatchObject({
      name: 'report-reader',
      tags: ['reports', '报告'],
      readers: ['Everyone in Platform.'],
      publishedRevision: { number: 1, files: [{ path: 'SKILL.md', truncated: false }] },
      viewerCan: { edit: false, revoke: false },
    });
    expect(await found(desk, 'report-reader')).toContain(draft.asset.id);
    await changeAndRollBack(desk, published);
    expect(await desk.actOnAsset('revokeAsset', draft.asset.id, viewer)).toMatchObject([
      { code: 'FORBIDDEN' },
    ]);
    expect(await desk.actOnAsset('revokeAsset', draft.asset.id, admin)).toEqual([]);
    for (const other of [author, reviewer, viewer]) {
      expect(await desk.asset(other, draft.asset.id)).toBeNull();
      expect(await desk.read(other, draft.id)).toBeNull();
    }
    expect(await found(desk, 'report-reader')).not.toContain(draft.asset.id);
    const actions = await desk.hub.sql<{ action: string }>(
      'SELECT action FROM audit_entry WHERE action ~ $1 ORDER BY id',
      ['^(proposal|asset)'],
    );
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'proposal.create',
        'proposal.submit',
        'proposal.approve',
        'proposal.publish',
        'asset.rollBack',
        'asset.revoke',
      ]),
    );
  });

  it('has numbers that tell nobody of drafts they do not see', async () => {
    const live = await desk.live('counted');
    const change = async (as: typeof desk.author, words: string, submit: boolean) =>
      desk.proposeSkill(as, 'counted', {
        assetId: live.asset.id,
        baseRevisionId: live.revision.id,
        files: skill('counted', words),
        submit,
      });
    const hidden = await change(desk.author, 'A secret plan.', false);
    expect(hidden).toMatchObject({ number: 2, revision: { number: 2 } });
    const again = await desk.done(
      'reviseProposal',
      'ReviseProposalInput',
      {
        id: hidden.id,
        expectedDigest: hidden.revision.digest,
        message: 'More.',
        files: skill('counted', 'More.'),
      },
      desk.author,
    );
    expect(again.revision.number).toBe(3);
    const open = await change(desk.admin, 'For all to see.', true);
    expect(open).toMatchObject({ number: 2, revision: { number: 2 } });
    const late = await desk.done(
      'submitProposal',
      'ProposalActInput',
      { id: hidden.id, expectedDigest: again.revision.digest },
      desk.author,
    );
    expect(late).toMatchObject({ number: 3, revision: { number: 3 } });
    expect(await desk.read(desk.reviewer, hidden.id)).toMatchObject({ number: 3, revision: { number: 3 } });
    const back = await desk.done(
      'withdrawProposal',
      'ProposalActInput',
      { id: hidden.id, expectedDigest: again.revision.digest },
      desk.author,
    );
    expect(back).toMatchObject({ state: 'DRAFT', number: 3, revision: { number: 3 } });
  });

  it('goes back to its author with a note, and comes again', async () => {
    const { author, reviewer } = desk;
    const proposal = await desk.proposeSkill(author, 'second-thoughts');
    const { faults } = await desk.decide(reviewer, proposal, 'REQUEST_CHANGES', ' ');
    expect(faults).toMatchObject([{ code: 'VALIDATION_FAILED', path: ['note'] }]);
    expect(await desk.decide(reviewer, proposal, 'REQUEST_CHANGES')).toEqual({ proposal: null, faults: [] });
    expect(await desk.read(reviewer, proposal.id)).toBeNull();
    expect(
      await desk.hub.must(
        'query ($id: ID!) { proposal(id: $id) { state decisions { kind note isCurrent by { name } } } }',
        { id: proposal.id },
        author,
      ),
    ).toEqual({
      proposal: {
        state: 'DRAFT',
        decisions: [
          { kind: 'REQUEST_CHANGES', note: 'Please add an example.', isCurrent: true, by: { name: 'Chen' } },
        ],
      },
    });
    const revised = await desk.done(
      'reviseProposal',
      'ReviseProposalInput',
      {
        id: proposal.id,
        expectedDigest: proposal.revision.digest,
        message: 'With an example.',
        files: skill('second-thoughts', 'For example this.'),
      },
      author,
    );
    expect(revised.revision.number).toBe(2);
    const again = await desk.done(
      'submitProposal',
      'ProposalActInput',
      { id: proposal.id, expectedDigest: revised.revision.digest },
      author,
    );
    const { proposal: approved } = await desk.decide(reviewer, again);
    expect(approved?.state).toBe('APPROVED');
    const old = await desk.hub.must<{ node: { id: string } | null }>(
      'query ($id: ID!) { node(id: $id) { id } }',
      { id: proposal.revision.id },
      reviewer,
    );
    expect(old.node).not.toBeNull();
  });

  it('imports a skill at the top, below folders, and beside leftovers of an archive', async () => {
    const inside = (root: string, name: string) => [
      ...skill(name).map((file) => ({ ...file, path: `${root}${file.path}` })),
      { path: '__MACOSX/._SKILL.md', base64: 'AAE=' },
    ];
    for (const [index, root] of ['', 'folder/', 'one/two/'].entries()) {
      const name = root === '' ? `import-${index}` : (root.split('/').at(-2) ?? '');
      const proposal = await desk.proposeSkill(desk.author, name, { files: inside(root, name) });
      const { node } = await desk.hub.must<{ node: { files: { path: string }[] } }>(
        'query ($id: ID!) { node(id: $id) { ... on Revision { files { path } } } }',
        { id: proposal.revision.id },
        desk.author,
      );
      expect(node.files.map(({ path }) => path)).toEqual(['SKILL.md']);
    }
  });

  it('names the file and the fault of input that is no skill', async () => {
    const input = { spaceId: desk.team.id, message: 'x', files: skill('fine') };
    const faultsOf = async (change: object) =>
      (await desk.act('proposeSkill', 'ProposeSkillInput', { ...input, ...change }, desk.author)).faults;
    expect(await faultsOf({ files: [{ path: 'SKILL.md', text: 'a', base64: 'YQ==' }] })).toMatchObject([
      { code: 'VALIDATION_FAILED', path: ['files', '0'] },
    ]);
    expect(await faultsOf({ files: [{ path: 'SKILL.md' }] })).toMatchObject([
      { code: 'VALIDATION_FAILED', path: ['files', '0'] },
    ]);
    expect(await faultsOf({ files: [{ path: 'a.bin', base64: 'no base64!' }] })).toMatchObject([
      { code: 'VALIDATION_FAILED', path: ['files', '0', 'base64'] },
    ]);
    expect(await faultsOf({ files: [...skill('fine'), { path: '../out', text: '' }] })).toMatchObject([
      { code: 'VALIDATION_FAILED' },
    ]);
    expect(await faultsOf({ files: [{ path: 'README.md', text: 'x' }] })).toMatchObject([
      { code: 'VALIDATION_FAILED', path: ['files'] },
    ]);
    expect(await faultsOf({ message: ' ' })).toMatchObject([
      { code: 'VALIDATION_FAILED', path: ['message'] },
    ]);
    expect(await faultsOf({ title: 'x'.repeat(121) })).toMatchObject([
      { code: 'LIMIT_EXCEEDED', path: ['title'] },
    ]);
    expect(await faultsOf({ visibility: 'RESTRICTED' })).toMatchObject([
      { code: 'VALIDATION_FAILED', path: ['visibility'] },
    ]);
  });

  it('writes a marked proposal once, and refuses the mark for other words', async () => {
    const input = { idempotencyKey: 'once-1' };
    const first = await desk.proposeSkill(desk.author, 'only-once', input);
    const twins = await Promise.all([
      desk.proposeSkill(desk.author, 'only-once', input),
      desk.proposeSkill(desk.author, 'only-once', input),
    ]);
    expect(twins.map(({ id }) => id)).toEqual([first.id, first.id]);
    const { faults } = await desk.act(
      'proposeSkill',
      'ProposeSkillInput',
      { spaceId: desk.team.id, message: 'Other', files: skill('only-once'), submit: true, ...input },
      desk.author,
    );
    expect(faults).toMatchObject([{ code: 'IDEMPOTENCY_CONFLICT', path: ['idempotencyKey'] }]);
  });

  it('keeps one name for one published asset, and does not betray names of hidden drafts', async () => {
    const { author, reviewer, admin } = desk;
    const mine = await desk.proposeSkill(author, 'same-name');
    const { faults } = await desk.act(
      'proposeSkill',
      'ProposeSkillInput',
      { spaceId: desk.team.id, message: 'x', files: skill('same-name') },
      author,
    );
    expect(faults).toMatchObject([{ code: 'CONFLICT', path: ['name'] }]);
    const theirs = await desk.proposeSkill(reviewer, 'same-name');
    for (const [proposal, by] of [
      [mine, reviewer],
      [theirs, admin],
    ] as const) {
      await desk.check(admin, proposal);
      await desk.decide(by, proposal);
    }
    expect((await desk.publish(admin, mine)).proposal?.state).toBe('PUBLISHED');
    expect((await desk.publish(admin, theirs)).faults).toMatchObject([{ code: 'CONFLICT', path: ['name'] }]);
    expect((await desk.read(admin, theirs.id))?.state).toBe('APPROVED');
  });

  it('puts a change onto what went live meanwhile when both touch different files', async () => {
    const { author, reviewer, admin } = desk;
    const base = await desk.live('moving-base', {
      files: skill('moving-base', 'Body.', [
        { path: 'a.md', text: 'a' },
        { path: 'b.md', text: 'b' },
      ]),
    });
    const change = (message: string, a: string, b: string) => ({
      assetId: base.asset.id,
      baseRevisionId: base.revision.id,
      message,
      files: skill('moving-base', 'Body.', [
        { path: 'a.md', text: a },
        { path: 'b.md', text: b },
      ]),
    });
    const [first, second] = [
      await desk.proposeSkill(author, 'moving-base', change('a', 'a2', 'b')),
      await desk.proposeSkill(author, 'moving-base', change('b', 'a', 'b2')),
    ];
    for (const proposal of [first, second]) {
      await desk.check(author, proposal);
      await desk.decide(reviewer, proposal);
    }
    expect((await desk.publish(admin, first)).proposal?.state).toBe('PUBLISHED');
    expect((await desk.publish(admin, second)).faults).toMatchObject([{ code: 'STALE_REVISION' }]);
    const revise = (b: string, a = 'a') =>
      desk.act(
        'reviseProposal',
        'ReviseProposalInput',
        {
          id: second.id,
          expectedDigest: second.revision.digest,
          message: 'b',
          files: change('b', a, b).files,
        },
        author,
      );
    expect((await revise('b2', 'mine')).faults).toMatchObject([{ code: 'STALE_REVISION', path: ['files'] }]);
    const { proposal: revised } = await revise('b2');
    expect(revised?.state).toBe('IN_REVIEW');
    expect(revised?.approvalsGiven).toBe(0);
    const { node } = await desk.hub.must<{ node: { files: { path: string; text: string }[] } }>(
      'query ($id: ID!) { node(id: $id) { ... on Revision { files { path text } } } }',
      { id: revised?.revision.id },
      reviewer,
    );
    expect(node.files.filter(({ path }) => path !== 'SKILL.md')).toEqual([
      { path: 'a.md', text: 'a2' },
      { path: 'b.md', text: 'b2' },
    ]);
  });
});

async function changeAndRollBack(desk: ReviewDesk, published: ProposalShape): Promise<void> {
  const { author, reviewer, admin, viewer } = desk;
  const assetId = published.asset.id;
  const change = await desk.proposeSkill(author, 'report-reader', {
    assetId,
    baseRevisionId: published.revision.id,
    files: skill('report-reader', 'Read it twice.'),
  });
  await desk.check(author, change);
  const diff = await desk.hub.must<{
    proposal: { diff: { path: string; added: number; removed: number }[]; impact: { sentences: string[] } };
  }>(
    'query ($id: ID!) { proposal(id: $id) { diff { path added removed } impact { sentences } } }',
    { id: change.id },
    reviewer,
  );
  expect(diff.proposal).toEqual({
    diff: [{ path: 'SKILL.md', added: 1, removed: 1 }],
    impact: { sentences: ['Its readers stay the same.'] },
  });
  await desk.decide(reviewer, change);
  await desk.publish(admin, change);
  const live = () =>
    desk.asset<{ publishedRevision: { number: number } }>(viewer, assetId, 'publishedRevision { number }');
  expect((await live())?.publishedRevision.number).toBe(2);
  expect(
    await desk.actOnAsset('rollBackAsset', assetId, admin, { revisionId: published.revision.id }),
  ).toEqual([]);
  expect((await live())?.publishedRevision.number).toBe(1);
  expect(await desk.actOnAsset('archiveAsset', assetId, admin)).toMatchObject([
    { code: 'INVALID_TRANSITION' },
  ]);
}

async function found(desk: ReviewDesk, text: string): Promise<string[]> {
  const { search } = await desk.hub.must<{ search: { edges: { node: { id: string } }[] } }>(
    'query ($input: SearchInput!) { search(input: $input) { edges { node { id } } } }',
    { input: { text, mode: 'KEYWORD' } },
    desk.viewer,
  );
  return search.edges.map(({ node }) => node.id);
}
