import { aPerson, anAgent } from './people.fixture';
import { token, tokensOf } from './tokens';

describe('tokens of a person', () => {
  it('hold the role in each space and all roles below it', () => {
    const tokens = tokensOf(aPerson('ann', 'reviewer'));
    expect(tokens).toEqual(
      expect.arrayContaining([
        'space:team:viewer',
        'space:team:member',
        'space:team:reviewer',
        'space:team:reviewers',
      ]),
    );
    expect(tokens).not.toContain('space:team:admin');
    expect(tokens).not.toContain('space:team:admins');
  });

  it('name the person, the subject and the organisation', () => {
    expect(tokensOf(aPerson('ann'))).toEqual(['org:acme', 'person:ann', 'subject:ann-subject', 'user:ann']);
  });

  it('name the offices in the organisation', () => {
    expect(tokensOf(aPerson('ann', undefined, { orgRoles: ['org_admin'] }))).toContain('org:acme:org_admin');
  });

  it('are sorted and without repeats, also when a membership is listed twice', () => {
    const twice = aPerson('ann', 'member', {
      memberships: [
        { spaceId: 'team', role: 'admin' },
        { spaceId: 'team', role: 'viewer' },
      ],
    });
    const tokens = tokensOf(twice);
    expect(tokens).toEqual([...new Set(tokens)].sort());
    expect(tokens).toContain('space:team:admin');
  });
});

describe('tokens of an agent', () => {
  const ann = aPerson('ann', 'admin', { orgRoles: ['org_admin'] });

  it("are its own and the owner's for content", () => {
    expect(tokensOf(anAgent(ann))).toEqual([
      'agent:ann-agent',
      'caller:ann-agent',
      'org:acme',
      'space:team:admin',
      'space:team:member',
      'space:team:reviewer',
      'space:team:user:ann',
      'space:team:viewer',
      'user:ann',
    ]);
  });

  it("leave out the owner's subject, offices and rights in person", () => {
    const tokens = tokensOf(anAgent(ann)).join(' ');
    expect(tokens).not.toMatch(/subject:|person:|org_admin|people|reviewers|admins/);
  });

  it('follow the scopes of the key', () => {
    expect(tokensOf(anAgent(ann, { scopes: ['memory:read'] }))).toEqual([
      'agent:ann-agent',
      'caller:ann-agent',
    ]);
    expect(tokensOf(anAgent(ann, { scopes: ['asset:read'] }))).not.toContain('agent:ann-agent');
    expect(tokensOf(anAgent(ann, { scopes: ['memory:write', 'asset:propose'] }))).toEqual([
      'caller:ann-agent',
    ]);
    expect(tokensOf(anAgent(ann, { scopes: [] }))).toEqual([]);
  });

  it('are refused when the owner given is somebody else', () => {
    expect(() => tokensOf(anAgent(ann, { ownerId: 'bob' }))).toThrow(/does not own/);
  });
});

describe('building a token', () => {
  it.each(['', 'a:b', 'a,b', 'a b', 'a\nb', '{a}', 'é', 'x'.repeat(129)])('refuses the id %j', (id) => {
    expect(() => token.user(id)).toThrow(/access token/);
    expect(() => token.member('team', id)).toThrow(/access token/);
  });

  it('takes a UUID', () => {
    expect(token.user('0190a6f2-7c1e-7b6e-9f5d-3c1f0e9a8b7c')).toBe(
      'user:0190a6f2-7c1e-7b6e-9f5d-3c1f0e9a8b7c',
    );
  });
});

it('nobody in particular holds no token', () => {
  expect(tokensOf({ kind: 'anonymous' })).toEqual([]);
});
