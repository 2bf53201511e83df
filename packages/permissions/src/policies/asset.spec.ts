import { ASSET_STATUSES, type AssetStatus, type Visibility } from '@memory-hub/contracts';
import { can, defineAbility } from '../ability';
import { classOfAsset } from '../classes/asset';
import { ACTIONS, type ActionOf, type AssetFacts } from '../facts';
import { CAST, CAST_NAMES, TEAM, aPerson, anAgent, type CastName } from '../people.fixture';

function anAsset(status: AssetStatus, more: Partial<AssetFacts> & { grants?: string[] } = {}): AssetFacts {
  const { grants = [], ...changes } = more;
  const asset = {
    ...TEAM,
    id: 'asset',
    ownerId: 'owner',
    visibility: 'team' as Visibility,
    status,
    ...changes,
  };
  return { ...asset, acl: more.acl ?? classOfAsset({ ...asset, grants }) };
}

type Allowed = Partial<Record<CastName, readonly AssetStatus[]>>;
const LIVE: readonly AssetStatus[] = ['published', 'deprecated'];
const OWNERS_STEPS = (from: readonly AssetStatus[]): Allowed => ({
  owner: from,
  admin: from.filter((one) => one !== 'none'),
});

/** Who may do what to a team's asset in which status. The admin's own draft is another asset. */
const EXPECTED: Record<Exclude<ActionOf<'Asset'>, 'create'>, Allowed> = {
  read: {
    viewer: LIVE,
    member: LIVE,
    reviewer: LIVE,
    author: LIVE,
    agent: LIVE,
    admin: ['published', 'deprecated', 'archived', 'revoked'],
    owner: ['none', 'published', 'deprecated', 'archived'],
  },
  propose: {
    member: LIVE,
    reviewer: LIVE,
    author: LIVE,
    admin: LIVE,
    agent: LIVE,
    owner: ['none', 'published', 'deprecated'],
  },
  mount: {
    viewer: ['published'],
    member: ['published'],
    reviewer: ['published'],
    author: ['published'],
    admin: ['published'],
    owner: ['none', 'published'],
  },
  edit: OWNERS_STEPS(['none', 'published', 'deprecated', 'archived']),
  changeVisibility: OWNERS_STEPS(['none', 'published', 'deprecated', 'archived']),
  grant: OWNERS_STEPS(['none', 'published', 'deprecated', 'archived']),
  publish: OWNERS_STEPS(['none', 'published', 'deprecated']),
  rollBack: OWNERS_STEPS(['published', 'deprecated']),
  deprecate: OWNERS_STEPS(['published']),
  archive: OWNERS_STEPS(['deprecated']),
  restore: OWNERS_STEPS(['archived']),
  revoke: { admin: ['published', 'deprecated', 'archived'] },
};

const cases = Object.entries(EXPECTED).flatMap(([action, allowed]) =>
  CAST_NAMES.flatMap((who) =>
    ASSET_STATUSES.map((status) => ({
      action: action as ActionOf<'Asset'>,
      who,
      status,
      expected: allowed[who]?.includes(status) ?? false,
    })),
  ),
);

describe('what each role may do to an asset of a team', () => {
  it('is written down for every action', () => {
    expect([...Object.keys(EXPECTED), 'create'].sort()).toEqual([...ACTIONS.Asset].sort());
  });

  it.each(cases)('$who, $action, $status: $expected', ({ action, who, status, expected }) => {
    expect(can(defineAbility(CAST[who]), action, 'Asset', anAsset(status))).toBe(expected);
  });
});

describe('making an asset', () => {
  it.each(CAST_NAMES)('%s in the team', (who) => {
    const principal = CAST[who];
    const userId =
      principal.kind === 'user' ? principal.userId : principal.kind === 'agent' ? principal.ownerId : '';
    const maker = ['member', 'reviewer', 'admin', 'owner', 'author', 'agent'].includes(who);
    const asset = anAsset('none', { ownerId: userId === '' ? 'nobody' : userId });
    expect(can(defineAbility(principal), 'create', 'Asset', asset)).toBe(maker);
  });

  it('is not possible in the name of somebody else, or as published', () => {
    const member = defineAbility(CAST.member);
    expect(can(member, 'create', 'Asset', anAsset('none', { ownerId: 'owner' }))).toBe(false);
    expect(can(member, 'create', 'Asset', anAsset('published', { ownerId: 'member' }))).toBe(false);
  });

  it('is possible in the own personal space only', () => {
    const ann = defineAbility(aPerson('ann'));
    const home = { spaceId: 'home', spaceKind: 'personal', ownerId: 'ann' } as const;
    expect(can(ann, 'create', 'Asset', anAsset('none', { ...home, spaceOwnerId: 'ann' }))).toBe(true);
    expect(can(ann, 'create', 'Asset', anAsset('none', { ...home, spaceOwnerId: 'bob' }))).toBe(false);
    expect(can(ann, 'create', 'Asset', anAsset('none', { ...home, spaceOwnerId: null }))).toBe(false);
  });

  it('is not possible for a key without the scope', () => {
    const agent = anAgent(aPerson('ann', 'admin'), { scopes: ['asset:read', 'memory:read', 'memory:write'] });
    expect(can(defineAbility(agent), 'create', 'Asset', anAsset('none', { ownerId: 'ann' }))).toBe(false);
  });
});

describe('a personal space', () => {
  const asset = anAsset('published', {
    spaceId: 'home',
    spaceKind: 'personal',
    spaceOwnerId: 'ann',
    ownerId: 'ann',
    visibility: 'organisation',
  });

  it('gives its owner every right over its assets', () => {
    const ann = defineAbility(aPerson('ann'));
    for (const action of [
      'read',
      'propose',
      'mount',
      'publish',
      'rollBack',
      'deprecate',
      'revoke',
      'grant',
    ] as const) {
      expect(can(ann, action, 'Asset', asset)).toBe(true);
    }
  });

  it('gives nobody else any, even with a stray membership, the highest office, or a wrong class on the row', () => {
    const intruder = aPerson('eve', 'admin', {
      orgRoles: ['org_admin', 'auditor'],
      memberships: [{ spaceId: 'home', role: 'admin' }],
    });
    for (const action of ACTIONS.Asset) {
      expect(can(defineAbility(intruder), action, 'Asset', asset)).toBe(false);
    }
    const leaky = defineAbility(intruder);
    for (const action of ACTIONS.Asset.filter((one) => one !== 'read' && one !== 'mount')) {
      expect(can(leaky, action, 'Asset', { ...asset, acl: ['org:acme'] })).toBe(false);
    }
  });
});

describe('belonging to the space', () => {
  it('is needed by the owner too: who left the team has lost the asset', () => {
    const former = defineAbility(aPerson('owner', undefined, { orgRoles: ['org_admin'] }));
    for (const visibility of ['private', 'restricted', 'team'] as const) {
      for (const status of ASSET_STATUSES) {
        expect(can(former, 'read', 'Asset', anAsset(status, { visibility }))).toBe(false);
      }
    }
  });

  it('counts at every target: publishing depends on the role in the asset’s space alone', () => {
    const elsewhere = aPerson('ann', undefined, { memberships: [{ spaceId: 'other', role: 'admin' }] });
    const here = aPerson('ann', undefined, {
      memberships: [
        { spaceId: 'other', role: 'viewer' },
        { spaceId: 'team', role: 'admin' },
      ],
    });
    const asset = anAsset('published', { visibility: 'organisation' });
    expect(can(defineAbility(elsewhere), 'read', 'Asset', asset)).toBe(true);
    expect(can(defineAbility(elsewhere), 'publish', 'Asset', asset)).toBe(false);
    expect(can(defineAbility(here), 'publish', 'Asset', asset)).toBe(true);
  });

  it('lets a viewer who owns an asset read it, not change it', () => {
    const demoted = defineAbility(aPerson('owner', 'viewer'));
    expect(can(demoted, 'read', 'Asset', anAsset('none'))).toBe(true);
    expect(can(demoted, 'publish', 'Asset', anAsset('published'))).toBe(false);
  });
});
