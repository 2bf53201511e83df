import { classHash, isReadable, mayRead, mountedAssetIds, widens } from './access-class';
import { aPerson, anAgent } from './people.fixture';

describe('the access test', () => {
  const ann = aPerson('ann', 'member');

  it('asks for one shared token', () => {
    expect(isReadable(['a', 'b'], ['b', 'c'])).toBe(true);
    expect(isReadable(['a'], ['b'])).toBe(false);
  });

  it('never opens an empty class, nor anything to a principal without tokens', () => {
    expect(isReadable([], ['a'])).toBe(false);
    expect(isReadable([''], [])).toBe(false);
    expect(mayRead({ kind: 'anonymous' }, { tokens: ['user:ann', ''] })).toBe(false);
  });

  it('lets an agent read a row of an asset only when that asset is mounted', () => {
    const agent = anAgent(ann, { mountedAssetIds: ['asset-1'] });
    expect(mayRead(agent, { tokens: ['space:team:viewer'], assetId: 'asset-1' })).toBe(true);
    expect(mayRead(agent, { tokens: ['space:team:viewer'], assetId: 'asset-2' })).toBe(false);
    expect(mayRead(agent, { tokens: ['space:other:viewer'], assetId: 'asset-1' })).toBe(false);
    expect(mayRead(ann, { tokens: ['space:team:viewer'], assetId: 'asset-2' })).toBe(true);
  });

  it('mounts nothing for a key that may not read assets', () => {
    const agent = anAgent(ann, { scopes: ['memory:read'], mountedAssetIds: ['asset-1'] });
    expect(mountedAssetIds(agent)).toEqual([]);
    expect(mayRead(agent, { tokens: [`agent:${agent.agentId}`], assetId: 'asset-1' })).toBe(false);
    expect(mayRead(agent, { tokens: [`agent:${agent.agentId}`] })).toBe(true);
  });
});

describe('the hash of a class', () => {
  it('depends on the set only', () => {
    expect(classHash(['b', 'a', 'b'])).toBe(classHash(['a', 'b']));
    expect(classHash(['a'])).not.toBe(classHash(['a', 'b']));
  });

  it('is SHA-256 of the sorted lines', () => {
    expect(classHash(['b', 'a'])).toBe('7e18f737311b2dc3b2f269dd78396b0351f14fb66efa879f768cb23181883c78');
    expect(classHash([])).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  });
});

describe('widening', () => {
  it.each<[string[], string[], boolean]>([
    [['space:t:viewer'], ['org:acme'], true],
    [['space:t:user:ann'], ['space:t:viewer'], true],
    [['space:t:admin'], ['space:t:reviewer'], true],
    [['space:t:viewer'], ['space:u:viewer'], true],
    [[], ['space:t:user:ann'], true],
    [['org:acme'], ['space:t:viewer', 'user:ann'], false],
    [['space:t:viewer'], ['space:t:viewer'], false],
    [
      ['space:t:viewer'],
      ['space:t:user:ann', 'space:t:admins', 'space:t:reviewer', 'space:t:person:ann'],
      false,
    ],
    [['space:t:reviewer'], ['space:t:admin'], false],
    [['space:t:viewer'], [], false],
  ])('from %j to %j is %s', (before, after, expected) => {
    expect(widens(before, after)).toBe(expected);
  });
});
