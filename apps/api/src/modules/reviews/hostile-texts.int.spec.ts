import { uuidOf } from '../../app/test-app.fixture';
import { ParkedIndexingSweeper } from '../assets/sweepers/parked-indexing.sweeper';
import { ReviewDesk, skill, type ProposalShape } from './review-desk.fixture';
import { ReviewsRepository } from './reviews.repository';
import { GivenUpChecksSweeper } from './sweepers/given-up-checks.sweeper';

describe('texts that are hard to cut or to store', () => {
  let desk: ReviewDesk;
  beforeAll(async () => {
    desk = await ReviewDesk.open();
  });
  afterAll(() => desk.hub.close());

  it.each([0, 1])(
    'full of emoji are checked, published with a note and found, shifted by %d',
    async (shift) => {
      const run = `${'a'.repeat(shift)}${'😀'.repeat(600)}`;
      const name = `all-smiles-${shift}`;
      const files = skill(name, `## ${run}\n\nzebracorn ${run}\n\n[dead](${run}.md)`, []).map((file) => ({
        ...file,
        text: file.text?.replace(
          '\n---\n\n#',
          `\nallowed-tools: ${run}( Bash(${run}\n${Array.from(run).slice(0, 150).join('')}: 1\n---\n\n#`,
        ),
      }));
      const proposal = await desk.proposeSkill(desk.author, name, { files });
      await desk.check(desk.author, proposal);
      const checked = await desk.read(desk.reviewer, proposal.id);
      expect(checked?.checks.map(({ error }) => error)).toEqual([null, null, null]);
      for (const { findings } of checked?.checks ?? [])
        for (const { id, severity } of findings)
          if (severity === 'WARN')
            await desk.done(
              'acknowledgeFinding',
              'AcknowledgeFindingInput',
              { proposalId: proposal.id, findingId: id },
              desk.reviewer,
            );
      await desk.decide(desk.reviewer, proposal, 'APPROVE', `${'n'.repeat(499)}${run}`);
      await desk.done(
        'publishProposal',
        'PublishProposalInput',
        { id: proposal.id, digest: proposal.revision.digest, note: `${'n'.repeat(499)}${run}` },
        desk.admin,
      );
      await desk.index(desk.admin, proposal.asset.id);
      const { search } = await desk.hub.must<{
        search: { edges: { node: { assetId: string; title: string } }[] };
      }>('{ search(input: { text: "zebracorn" }) { edges { node { assetId title } } } }', {}, desk.viewer);
      expect(search.edges.map(({ node }) => node.assetId)).toContain(proposal.asset.id);
      for (const { node } of search.edges) expect(node.title).not.toMatch(/\p{Surrogate}/u);
    },
  );

  it('of a check that cannot be stored end it with an error and a way to run it again', async () => {
    const proposal = await desk.proposeSkill(desk.author, 'not-stored');
    const repository = desk.hub.app.get(ReviewsRepository);
    const broken = jest
      .spyOn(repository, 'finishCheck')
      .mockRejectedValueOnce(new Error('refused by the database'));
    await expect(desk.check(desk.author, proposal)).rejects.toThrow('refused by the database');
    broken.mockRestore();
    const ended = await desk.read(desk.reviewer, proposal.id);
    expect(ended?.checks).toMatchObject([{ state: 'ERRORED' }, { state: 'ERRORED' }, { state: 'ERRORED' }]);
    expect(ended?.checks[0]?.error).toMatch(
      /^The check broke inside; request \S+ leads to the cause in the log\.$/,
    );
    await rerun(proposal);
  });

  it('of a check whose process was killed leave nobody waiting once its work was parked', async () => {
    const proposal = await desk.proposeSkill(desk.author, 'killed-check');
    const sweeper = desk.hub.app.get(GivenUpChecksSweeper);
    await sweeper.sweep();
    expect((await desk.read(desk.author, proposal.id))?.checks.map(({ state }) => state)).toEqual([
      'QUEUED',
      'QUEUED',
      'QUEUED',
    ]);
    await desk.hub.sql(
      "UPDATE outbox_event SET parked_at = now() WHERE topic = 'review.check' AND key = $1",
      [uuidOf(proposal.id)],
    );
    await sweeper.sweep();
    const ended = await desk.read(desk.author, proposal.id);
    expect(ended?.checks).toMatchObject(
      Array.from({ length: 3 }, () => ({
        state: 'ERRORED',
        error: 'The check was given up after its last start. Run it again.',
      })),
    );
    await rerun(proposal);
    await sweeper.sweep();
    expect((await desk.read(desk.author, proposal.id))?.checks.map(({ state }) => state)).toEqual([
      'PASSED',
      'PASSED',
      'PASSED',
    ]);
  });

  it('of an asset whose indexing was parked are tried again half an hour later', async () => {
    const live = await desk.live('parked-index');
    const state = async () =>
      desk.hub.sql("SELECT parked_at, starts FROM outbox_event WHERE topic = 'asset.index' AND key = $1", [
        uuidOf(live.asset.id),
      ]);
    const park = (ago: string) =>
      desk.hub.sql(
        `UPDATE outbox_event SET parked_at = now() - interval '${ago}', starts = 3 WHERE topic = 'asset.index' AND key = $1`,
        [uuidOf(live.asset.id)],
      );
    const sweeper = desk.hub.app.get(ParkedIndexingSweeper);
    await park('29 minutes');
    await sweeper.sweep();
    expect(await state()).toMatchObject([{ starts: 3 }]);
    await park('31 minutes');
    await sweeper.sweep();
    expect(await state()).toEqual([{ parked_at: null, starts: 0 }]);
  });

  async function rerun(proposal: ProposalShape): Promise<void> {
    await desk.done(
      'rerunChecks',
      'ProposalActInput',
      { id: proposal.id, expectedDigest: proposal.revision.digest },
      desk.reviewer,
    );
    await desk.check(desk.author, proposal);
    expect((await desk.read(desk.author, proposal.id))?.checks.map(({ state }) => state)).toEqual([
      'PASSED',
      'PASSED',
      'PASSED',
    ]);
  }
});
