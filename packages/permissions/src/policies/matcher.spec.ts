import { conditionMatcher } from './matcher';

describe('a condition', () => {
  it('is met when all its tests are', () => {
    const matches = conditionMatcher({
      ownerId: 'ann',
      status: { $in: ['none', 'published'] },
      widens: false,
    });
    expect(matches({ ownerId: 'ann', status: 'published', widens: false })).toBe(true);
    expect(matches({ ownerId: 'ann', status: 'revoked', widens: false })).toBe(false);
    expect(matches({ ownerId: 'ann', status: 'published', widens: true })).toBe(false);
    expect(matches({ ownerId: 'ann', status: 'published', widens: 0 })).toBe(false);
  });

  it('asks of a list whether it holds the value', () => {
    expect(conditionMatcher({ coAuthorIds: 'ann' })({ coAuthorIds: ['bob', 'ann'] })).toBe(true);
    expect(conditionMatcher({ coAuthorIds: { $ne: 'ann' } })({ coAuthorIds: ['bob', 'ann'] })).toBe(false);
    expect(conditionMatcher({ coAuthorIds: { $ne: 'ann' } })({ coAuthorIds: [] })).toBe(true);
    expect(conditionMatcher({ acl: { $in: ['a', 'b'] } })({ acl: ['b'] })).toBe(true);
    expect(conditionMatcher({ acl: { $in: ['a', 'b'] } })({ acl: ['c'] })).toBe(false);
    expect(conditionMatcher({ acl: { $in: ['a'] } })({ acl: [] })).toBe(false);
    expect(conditionMatcher({ acl: { $in: [] } })({ acl: ['a'] })).toBe(false);
  });

  it('is not met by a fact that is missing or inherited, not even "is not"', () => {
    expect(conditionMatcher({ lastEditorId: { $ne: 'ann' } })({})).toBe(false);
    expect(conditionMatcher({ lastEditorId: { $ne: 'ann' } })({ lastEditorId: undefined })).toBe(false);
    expect(
      conditionMatcher({ ownerId: 'ann' })(Object.create({ ownerId: 'ann' }) as Record<string, unknown>),
    ).toBe(false);
  });

  it('takes null as a value of its own', () => {
    expect(conditionMatcher({ agentId: null })({ agentId: null })).toBe(true);
    expect(conditionMatcher({ agentId: null })({ agentId: 'bot' })).toBe(false);
    expect(conditionMatcher({ agentId: null })({})).toBe(false);
  });
});
