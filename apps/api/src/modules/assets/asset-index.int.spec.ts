import { uuidOf } from '../../app/test-app.fixture';
import { ReviewDesk, skill } from '../reviews/review-desk.fixture';

describe('the index of assets', () => {
  let desk: ReviewDesk;
  beforeAll(async () => {
    desk = await ReviewDesk.open();
  });
  afterAll(() => desk.hub.close());

  it('takes narrowed content out of the index with the act, not with the job', async () => {
    const live = await desk.live('narrowed-later');
    const change = await desk.proposeSkill(desk.author, 'narrowed-later', {
      assetId: live.asset.id,
      baseRevisionId: live.revision.id,
      visibility: 'PRIVATE',
      files: skill('narrowed-later', 'Mine again.'),
    });
    await desk.check(desk.author, change);
    await desk.decide(desk.reviewer, change);
    await desk.publish(desk.author, change);
    expect(await desk.asset(desk.viewer, live.asset.id)).toBeNull();
    const { node } = await desk.hub.must<{ node: object | null }>(
      'query ($id: ID!) { node(id: $id) { id } }',
      { id: live.revision.id },
      desk.viewer,
    );
    expect(node).toBeNull();
    expect(
      await desk.hub.sql('SELECT FROM search_chunk WHERE asset_id = $1', [uuidOf(live.asset.id)]),
    ).toEqual([]);
  });

  it('indexes anew only what has changed', async () => {
    const live = await desk.live('indexed-once');
    const numbers = async () =>
      (
        await desk.hub.sql<{ no: string }>('SELECT no FROM search_chunk WHERE asset_id = $1 ORDER BY no', [
          uuidOf(live.asset.id),
        ])
      ).map(({ no }) => no);
    const before = await numbers();
    expect(before.length).toBeGreaterThan(0);
    await desk.proposeSkill(desk.author, 'indexed-once', {
      submit: false,
      assetId: live.asset.id,
      baseRevisionId: live.revision.id,
      files: skill('indexed-once', 'A draft.'),
    });
    await desk.index(desk.admin, live.asset.id);
    expect(await numbers()).toEqual(before);
    expect(await desk.actOnAsset('deprecateAsset', live.asset.id, desk.admin)).toEqual([]);
    await desk.index(desk.admin, live.asset.id);
    expect(await numbers()).toEqual(before);
    expect(await desk.actOnAsset('archiveAsset', live.asset.id, desk.admin)).toEqual([]);
    await desk.index(desk.admin, live.asset.id);
    expect(await numbers()).toEqual([]);
    expect(await desk.asset(desk.viewer, live.asset.id)).toBeNull();
    expect(await desk.asset(desk.author, live.asset.id)).toEqual({
      name: 'indexed-once',
      status: 'ARCHIVED',
    });
  });
});
