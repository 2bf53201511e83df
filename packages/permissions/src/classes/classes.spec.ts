import type { AssetStatus, ProposalState, Visibility } from '@memory-hub/contracts';
import { TEAM } from '../people.fixture';
import { classOfAsset, classOfProposal, grantToken, type AssetClassFacts } from './asset';
import {
  classOfAgent,
  classOfApiKey,
  classOfAuditEntry,
  classOfInvitation,
  classOfMembership,
  classOfMount,
  classOfReviewPolicy,
  classOfSpace,
  classOfTask,
} from './control';
import { classOfMemory } from './memory';

const PERSONAL = { spaceId: 'home', spaceKind: 'personal', spaceOwnerId: 'ann', orgId: 'acme' } as const;

function anAsset(more: Partial<AssetClassFacts> = {}): AssetClassFacts {
  return { ...TEAM, ownerId: 'ann', status: 'published', visibility: 'team', grants: [], ...more };
}

describe('the class of an asset', () => {
  it.each<[Visibility, AssetStatus, string[]]>([
    ['team', 'none', ['space:team:user:ann']],
    ['organisation', 'none', ['space:team:user:ann']],
    ['private', 'published', ['space:team:user:ann']],
    ['restricted', 'published', ['space:team:reviewer', 'space:team:user:ann', 'space:team:user:bob']],
    ['team', 'published', ['space:team:viewer']],
    ['organisation', 'published', ['org:acme']],
    ['team', 'deprecated', ['space:team:viewer']],
    ['team', 'archived', ['space:team:admins', 'space:team:person:ann']],
    ['organisation', 'archived', ['space:team:admins', 'space:team:person:ann']],
    ['restricted', 'archived', ['space:team:person:ann']],
    ['private', 'archived', ['space:team:person:ann']],
    ['private', 'revoked', ['space:team:admins']],
    ['restricted', 'revoked', ['space:team:admins']],
    ['team', 'revoked', ['space:team:admins']],
    ['organisation', 'revoked', ['space:team:admins']],
  ])('%s and %s', (visibility, status, expected) => {
    const grants = [
      grantToken({ kind: 'user', spaceId: 'team', userId: 'bob' }),
      grantToken({ kind: 'role', spaceId: 'team', role: 'reviewer' }),
      grantToken({ kind: 'agent', agentId: 'bot' }),
    ];
    expect(classOfAsset(anAsset({ visibility, status, grants }))).toEqual(expected);
  });

  it.each<[Visibility, AssetStatus, string[]]>([
    ['organisation', 'published', ['user:ann']],
    ['team', 'none', ['user:ann']],
    ['team', 'archived', ['person:ann']],
    ['team', 'revoked', ['person:ann']],
  ])("in a personal space is its owner's, even if %s and %s", (visibility, status, expected) => {
    const grants = [grantToken({ kind: 'user', spaceId: 'home', userId: 'bob' })];
    expect(classOfAsset(anAsset({ ...PERSONAL, ownerId: 'bob', visibility, status, grants }))).toEqual(
      expected,
    );
  });

  it('in a personal space without a known owner is nobody’s', () => {
    expect(classOfAsset(anAsset({ ...PERSONAL, spaceOwnerId: null }))).toEqual([]);
  });

  it('lets the readers of an open proposal see the row, not the published content', () => {
    const asset = anAsset({ status: 'none' });
    const proposals = [
      { state: 'in_review', authorId: 'bob', coAuthorIds: [] },
      { state: 'draft', authorId: 'cy', coAuthorIds: ['dee'] },
    ] as const;
    expect(classOfAsset({ ...asset, proposals })).toEqual([
      'space:team:person:ann',
      'space:team:reviewers',
      'space:team:user:ann',
      'space:team:user:bob',
      'space:team:user:cy',
      'space:team:user:dee',
    ]);
    expect(classOfAsset({ ...anAsset({ status: 'revoked' }), proposals })).toEqual(['space:team:admins']);
  });

  it('refuses a stored grant that is no reader', () => {
    for (const grant of ['org:acme', 'subject:ann', 'caller:bot', 'user:bob', 'space:team:people', '']) {
      expect(() => classOfAsset(anAsset({ visibility: 'restricted', grants: [grant] }))).toThrow(/no reader/);
    }
  });
});

describe('the class of a proposal', () => {
  const people = ['space:team:user:bob', 'space:team:user:cy'];
  it.each<[ProposalState, string[]]>([
    ['draft', people],
    ['in_review', ['space:team:person:ann', 'space:team:reviewers', ...people]],
    ['approved', ['space:team:person:ann', 'space:team:reviewers', ...people]],
    ['published', ['space:team:viewer']],
    ['withdrawn', ['space:team:user:bob']],
  ])('that is %s', (state, expected) => {
    expect(classOfProposal({ state, authorId: 'bob', coAuthorIds: ['cy'], asset: anAsset() })).toEqual(
      expected,
    );
  });

  it.each<ProposalState>(['draft', 'in_review', 'approved', 'published', 'withdrawn'])(
    'that is %s follows a revoked asset, and stays at home in a personal space',
    (state) => {
      const proposal = { state, authorId: 'bob', coAuthorIds: ['cy'] };
      expect(classOfProposal({ ...proposal, asset: anAsset({ status: 'revoked' }) })).toEqual([
        'space:team:admins',
      ]);
      expect(classOfProposal({ ...proposal, asset: anAsset({ ...PERSONAL }) })).toEqual(['user:ann']);
    },
  );

  it('of another open proposal opens nothing', () => {
    const asset = anAsset({ proposals: [{ state: 'in_review', authorId: 'eve', coAuthorIds: [] }] });
    expect(classOfProposal({ state: 'published', authorId: 'bob', coAuthorIds: [], asset })).toEqual([
      'space:team:viewer',
    ]);
  });
});

describe('the class of a memory', () => {
  it('holds its subject and its agent, nothing else', () => {
    expect(classOfMemory({ subjectId: 's', agentId: 'bot' })).toEqual(['agent:bot', 'subject:s']);
    expect(classOfMemory({ subjectId: 's', agentId: null })).toEqual(['subject:s']);
  });
});

describe('the class of what the hub is run by', () => {
  const agent = { id: 'bot', ownerId: 'ann' };

  it('of a team', () => {
    expect(classOfSpace(TEAM)).toEqual(['org:acme:org_admin', 'space:team:viewer']);
    expect(classOfMembership(TEAM)).toEqual(['org:acme:org_admin', 'space:team:people']);
    expect(classOfReviewPolicy(TEAM)).toEqual(['org:acme:org_admin', 'space:team:people']);
    expect(classOfInvitation(TEAM)).toEqual(['org:acme:org_admin', 'space:team:admins']);
    expect(classOfAgent({ ...TEAM, ...agent })).toEqual([
      'caller:bot',
      'space:team:admins',
      'space:team:person:ann',
    ]);
    expect(classOfMount({ ...TEAM, ...agent })).toEqual(classOfAgent({ ...TEAM, ...agent }));
    expect(classOfAuditEntry({ orgId: 'acme', place: TEAM })).toEqual([
      'org:acme:auditor',
      'org:acme:org_admin',
      'space:team:admins',
    ]);
  });

  it('of a personal space never names the organisation’s admins, but for the fact that something happened', () => {
    expect(classOfSpace(PERSONAL)).toEqual(['user:ann']);
    expect(classOfMembership(PERSONAL)).toEqual(['person:ann']);
    expect(classOfInvitation(PERSONAL)).toEqual(['person:ann']);
    expect(classOfAgent({ ...PERSONAL, ...agent })).toEqual(['caller:bot', 'person:ann']);
    expect(classOfAuditEntry({ orgId: 'acme', place: PERSONAL })).toEqual([
      'org:acme:auditor',
      'org:acme:org_admin',
      'person:ann',
    ]);
  });

  it('of keys, tasks and the organisation’s own audit entries', () => {
    expect(classOfApiKey({ orgId: 'acme', ownerId: 'ann' })).toEqual(['org:acme:org_admin', 'person:ann']);
    expect(classOfTask({ userId: 'ann', agentId: null })).toEqual(['person:ann']);
    expect(classOfTask({ userId: null, agentId: 'bot' })).toEqual(['caller:bot']);
    expect(classOfTask({ userId: null, agentId: null })).toEqual([]);
    expect(classOfAuditEntry({ orgId: 'acme', place: null })).toEqual([
      'org:acme:auditor',
      'org:acme:org_admin',
    ]);
  });
});
