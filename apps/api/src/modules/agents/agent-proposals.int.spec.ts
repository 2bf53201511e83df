import { McpTestClient } from '@memory-hub/testing';
import { uuidOf, type TestAgent } from '../../app/test-app.fixture';
import { skill } from '../reviews/review-desk.fixture';
import { AgentDesk } from './agent-desk.fixture';

const REF = 'id name';
const EVERYTHING = `id number title message state createdAt submittedAt updatedAt kind space { ${REF} } author { ${REF} } lastEditor { ${REF} }
  asset { id name title description status tags visibility readers openProposals { id } mountedOn { id } revisions(first: 10) { totalCount } publishedRevision { id } viewerCan { edit } owner { ${REF} } space { ${REF} } }
  base { id } revision { id number digest message author { ${REF} } files { path } } diff { path }
  approvalsGiven approvalsNeeded blockers policy { approvals } viewerCan { edit approve publish } checks { name state } decisions { id } impact { sentences agents { id } readersAfter }`;

describe('what an agent proposes', () => {
  let agents: AgentDesk;
  let mine: TestAgent;

  beforeAll(async () => {
    agents = await AgentDesk.open();
    mine = await agents.agent(agents.desk.author, 'proposing-bot');
  });
  afterAll(() => agents.hub.close());

  interface Reply {
    readonly proposal: Record<string, unknown> | null;
    readonly userErrors: readonly { readonly code: string; readonly message: string }[];
  }

  async function propose(
    input: object,
    fields = EVERYTHING,
  ): Promise<{ errors: readonly unknown[] } & Reply> {
    const { data, errors } = await agents.hub.graphql(
      `mutation ($input: ProposeSkillInput!) { proposeSkill(input: $input) { proposal { ${fields} } userErrors { code message } } }`,
      { input: { spaceId: agents.desk.team.id, message: 'From my work.', submit: true, ...input } },
      mine,
    );
    return { errors, ...(data?.['proposeSkill'] as Reply) };
  }

  it('is answered with what it sent, in every field, and the same again for the same key', async () => {
    const { desk } = agents;
    const input = { files: skill('bot-made'), tags: ['made'], idempotencyKey: 'once' };
    const first = await propose(input);
    expect(first).toMatchObject({
      errors: [],
      userErrors: [],
      proposal: {
        state: 'IN_REVIEW',
        asset: { name: 'bot-made', status: 'NONE' },
        revision: { message: 'From my work.' },
        author: { id: mine.id },
        // Whether they have run is a part of the review.
        checks: [{ state: 'QUEUED' }, { state: 'QUEUED' }, { state: 'QUEUED' }],
        decisions: [],
      },
    });
    const made = await desk.read(desk.reviewer, String(first.proposal?.['id']));
    expect(made).toMatchObject({
      state: 'IN_REVIEW',
      revision: { digest: (first.proposal?.['revision'] as { digest: string }).digest },
    });
    // An agent reads no open review: neither by the id, nor by asking again.
    expect(await desk.read(mine, made?.id ?? '')).toBeNull();
    if (made === null) throw new Error('the proposal is not there');
    await desk.check(desk.author, made);
    await desk.done(
      'reviseProposal',
      'ReviseProposalInput',
      {
        id: made.id,
        expectedDigest: made.revision.digest,
        message: 'Said better by a person.',
        files: skill('bot-made', 'Better words.'),
      },
      desk.author,
    );
    expect(await propose(input)).toEqual(first);
    const revised = await desk.read(desk.reviewer, made.id);
    if (revised === null) throw new Error('the proposal is gone');
    await desk.check(desk.author, revised);
    await desk.decide(desk.reviewer, revised);
    expect((await desk.publish(desk.admin, revised)).faults).toEqual([]);
    expect(await propose(input)).toEqual(first);
    const [counted] = await agents.hub.sql<{ n: number }>(
      'SELECT count(*)::int AS n FROM proposal WHERE asset_id = $1',
      [uuidOf(made.asset.id)],
    );
    expect(counted).toEqual({ n: 1 });
  });

  it('cannot touch or probe an asset that is not mounted', async () => {
    const { desk } = agents;
    const live = await desk.live('not-mounted');
    const missing = `asset_${'0'.repeat(31)}1`;
    const probe = async (assetId: string, extra: object = {}) =>
      propose({ assetId, files: skill('other-name'), ...extra }, 'id');
    const nothing = await probe(missing);
    expect(nothing.userErrors).toMatchObject([{ code: 'NOT_FOUND' }]);
    expect(await probe(live.asset.id)).toEqual(nothing);
    expect(await probe(live.asset.id, { files: skill('not-mounted') })).toEqual(nothing);
    expect(
      await probe(live.asset.id, { files: skill('not-mounted'), baseRevisionId: live.revision.id }),
    ).toEqual(nothing);
    for (const name of ['deprecateAsset', 'archiveAsset', 'revokeAsset', 'rollBackAsset']) {
      const extra = name === 'rollBackAsset' ? { revisionId: live.revision.id } : {};
      const answers = [];
      for (const id of [missing, live.asset.id])
        answers.push(await desk.actOnAsset(name, id, mine, extra).catch(String));
      const [first, second] = answers.map((answer) => JSON.stringify(answer).replace(/[0-9a-f-]{36}/g, 'id'));
      expect(second).toBe(first);
    }
    expect(await desk.inbox(desk.reviewer, 'WAITING_FOR_ME')).toEqual([]);

    await agents.mounted(desk.author, mine, live);
    const change = { assetId: live.asset.id, files: skill('not-mounted', 'Changed.') };
    expect((await propose(change)).userErrors).toMatchObject([{ code: 'STALE_REVISION' }]);
    expect(await propose({ ...change, baseRevisionId: live.revision.id })).toMatchObject({
      errors: [],
      userErrors: [],
      proposal: {
        state: 'IN_REVIEW',
        asset: { id: live.asset.id, status: 'PUBLISHED' },
        base: { id: live.revision.id },
      },
    });
  });

  it('is read from a draft that its owner has mounted on it, in the prompt and by hub_read alike', async () => {
    const { desk } = agents;
    const draft = await desk.proposeSkill(desk.author, 'own-draft', {
      submit: false,
      files: skill('own-draft', 'A word of the draft.'),
    });
    await agents.mounted(desk.author, mine, draft);
    expect((await agents.recall(mine, '')).stable).toContain('A word of the draft.');
    const client = await McpTestClient.connect(agents.hub.url, mine.key);
    try {
      expect(await client.must('hub_read', { id: draft.asset.id })).toMatchObject({
        text: expect.stringContaining('A word of the draft.') as string,
        trust: 'own_user',
      });
    } finally {
      await client.close();
    }
  });
});
