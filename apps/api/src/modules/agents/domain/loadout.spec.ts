import { packLoadout, type LoadedMount } from './loadout';

function aMount(assetId: string, more: Partial<LoadedMount> = {}): LoadedMount {
  return {
    mountId: `mount of ${assetId}`, assetId, assetKind: 'skill', assetName: assetId, title: assetId, status: 'published', mode: 'inline',
    priority: 50, budgetTokens: 1_000, revisionId: 'r1', text: 'word '.repeat(80), ...more,
  }; // prettier-ignore
}
/** What 80 words are estimated at. */
const EACH = 100;

describe('packing a loadout', () => {
  it('takes mounts by priority, then by asset, whatever order they come in', () => {
    const mounts = [aMount('b'), aMount('c', { priority: 90 }), aMount('a')];
    const order = (list: readonly LoadedMount[]): string[] =>
      packLoadout(list, 4_000).mounts.map(({ assetId }) => assetId);
    expect(order(mounts)).toEqual(['c', 'a', 'b']);
    expect(order([...mounts].reverse())).toEqual(['c', 'a', 'b']);
  });

  it('cuts a text to the budget of its mount', () => {
    const [mount] = packLoadout([aMount('a', { budgetTokens: 50 })], 4_000).mounts;
    expect(mount?.tokens).toBeLessThanOrEqual(50);
    expect(mount?.cutTokens).toBeGreaterThan(0);
  });

  it('cuts what stands last when all together are too much', () => {
    const { mounts, usedTokens } = packLoadout(
      [aMount('a', { priority: 90 }), aMount('b'), aMount('c', { priority: 10 })],
      150,
    );
    expect(mounts.map(({ tokens }) => tokens > 0)).toEqual([true, true, false]);
    expect(mounts.map(({ cutTokens }) => cutTokens > 0)).toEqual([false, true, true]);
    expect(usedTokens).toBeLessThanOrEqual(150);
  });

  it('charges nothing for modes that put no text into the prompt, nor for what is not received', () => {
    const mounts = [
      aMount('a', { mode: 'tool' }),
      aMount('b', { mode: 'off' }),
      aMount('c', { revisionId: null }),
      aMount('d', { mode: 'summary' }),
    ];
    const packed = packLoadout(mounts, 4_000);
    expect(packed.usedTokens).toBe(EACH);
    expect(packed.mounts.filter(({ text }) => text !== '').map(({ assetId }) => assetId)).toEqual(['d']);
  });
});
