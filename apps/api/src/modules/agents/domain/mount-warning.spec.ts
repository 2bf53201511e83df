import { mountWarning, type MountState } from './mount-warning';

const FINE: MountState = { status: 'published', isOff: false, isReceived: true, tokens: 10, cutTokens: 0 };

describe('the warning of a mount', () => {
  it('is not there when all is well, nor for an asset that is merely cut', () => {
    expect(mountWarning('en', FINE)).toBeNull();
    expect(mountWarning('en', { ...FINE, cutTokens: 5 })).toBeNull();
    expect(mountWarning('en', { ...FINE, isOff: true, isReceived: false })).toBeNull();
  });

  it.each<[Partial<MountState>, RegExp]>([
    [{ status: 'deprecated' }, /deprecated/],
    [{ status: 'archived', isReceived: false }, /archived/],
    [{ isReceived: false }, /may no longer read/],
    [{ tokens: 0, cutTokens: 40 }, /Nothing of it fits/],
  ])('of %j says so, in both languages', (state, text) => {
    expect(mountWarning('en', { ...FINE, ...state })).toMatch(text);
    expect(mountWarning('zh-CN', { ...FINE, ...state })).toMatch(/[\u4e00-\u9fff]/);
  });
});
