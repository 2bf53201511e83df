import { assertCan, can, defineAbility, viewerCan } from '../ability';
import {
  classOfAgent,
  classOfApiKey,
  classOfAuditEntry,
  classOfInvitation,
  classOfMembership,
  classOfMount,
  classOfSpace,
  classOfTask,
} from '../classes/control';
import { classOfMemory } from '../classes/memory';
import { ACTIONS, type FactsOf, type SubjectName } from '../facts';
import { CAST, CAST_NAMES, TEAM, aPerson, anAgent, type CastName } from '../people.fixture';
import type { Principal } from '../principal';

const HOME = { spaceId: 'home', spaceKind: 'personal', spaceOwnerId: 'ann', orgId: 'acme' } as const;

/** The cast members who may do each action; who is not named may not. */
function expectRights<S extends SubjectName>(
  subject: S,
  record: FactsOf[S],
  expected: Partial<Record<(typeof ACTIONS)[S][number], readonly CastName[]>>,
): void {
  const actual = Object.fromEntries(
    ACTIONS[subject].map((action) => [
      action,
      CAST_NAMES.filter(
        (who) => (viewerCan(defineAbility(CAST[who]), subject, record) as Record<string, boolean>)[action],
      ),
    ]),
  );
  const complete = Object.fromEntries(ACTIONS[subject].map((action) => [action, []]));
  expect(actual).toEqual({ ...complete, ...expected });
}

const may = (principal: Principal) => defineAbility(principal);

describe('the organisation and its users', () => {
  const everyone: CastName[] = CAST_NAMES.filter((who) => who !== 'anonymous');

  it('are known to its people and run by its admins', () => {
    expectRights(
      'Organisation',
      { orgId: 'acme' },
      {
        read: everyone,
        edit: ['orgAdmin'],
        createSpace: ['orgAdmin'],
        invite: ['orgAdmin'],
        manageUsers: ['orgAdmin'],
        manageQuotas: ['orgAdmin'],
        readAudit: ['orgAdmin', 'auditor'],
      },
    );
    expectRights(
      'User',
      { userId: 'viewer', orgId: 'acme' },
      {
        read: everyone,
        edit: ['viewer'],
        suspend: ['orgAdmin'],
        changeOrgRole: ['orgAdmin'],
        delete: ['orgAdmin'],
      },
    );
  });

  it('of somewhere else are unknown', () => {
    expectRights('Organisation', { orgId: 'other' }, {});
    expectRights('User', { userId: 'viewer', orgId: 'other' }, {});
  });

  it('do not let an admin put themself out', () => {
    const me = { userId: 'orgAdmin', orgId: 'acme' };
    expect(can(may(CAST.orgAdmin), 'suspend', 'User', me)).toBe(false);
    expect(can(may(CAST.orgAdmin), 'edit', 'User', me)).toBe(true);
  });
});

describe('a team space', () => {
  const inTeam: CastName[] = ['viewer', 'member', 'reviewer', 'admin', 'owner', 'author'];

  it('is worked in by its people and run by its admins and the organisation’s', () => {
    const members: CastName[] = ['member', 'reviewer', 'admin', 'owner', 'author'];
    expectRights(
      'Space',
      { ...TEAM, acl: classOfSpace(TEAM) },
      {
        read: ['orgAdmin', ...inTeam, 'agent'],
        createAsset: members,
        createAgent: members,
        review: ['reviewer', 'admin'],
        publish: ['admin'],
        edit: ['orgAdmin', 'admin'],
        delete: ['orgAdmin'],
        manageMembers: ['orgAdmin', 'admin'],
        managePolicies: ['orgAdmin', 'admin'],
        readAudit: ['orgAdmin', 'admin'],
      },
    );
  });

  it('has members whom admins add and change, and who may leave', () => {
    const record = {
      ...TEAM,
      acl: classOfMembership(TEAM),
      userId: 'member',
      role: 'member',
      isLastAdmin: false,
    } as const;
    expectRights('Membership', record, {
      read: ['orgAdmin', ...inTeam],
      create: ['orgAdmin', 'admin'],
      changeRole: ['orgAdmin', 'admin'],
      remove: ['orgAdmin', 'admin'],
      leave: ['member'],
    });
  });

  it('keeps its last admin, and says that this is why', () => {
    const last = {
      ...TEAM,
      acl: classOfMembership(TEAM),
      userId: 'admin',
      role: 'admin',
      isLastAdmin: true,
    } as const;
    for (const who of ['admin', 'orgAdmin'] as const) {
      for (const action of ['changeRole', 'remove'] as const) {
        expect(() => assertCan(may(CAST[who]), action, 'Membership', last)).toThrow(
          expect.objectContaining({ code: 'LAST_ADMIN' }),
        );
      }
    }
    expect(() => assertCan(may(CAST.admin), 'leave', 'Membership', last)).toThrow(
      expect.objectContaining({ code: 'LAST_ADMIN' }),
    );
    expect(can(may(CAST.admin), 'leave', 'Membership', { ...last, isLastAdmin: false })).toBe(true);
  });

  it('is entered by invitation of its admins', () => {
    const admins: CastName[] = ['orgAdmin', 'admin'];
    expectRights(
      'Invitation',
      { ...TEAM, acl: classOfInvitation(TEAM) },
      { read: admins, create: admins, revoke: admins },
    );
  });
});

describe('a personal space', () => {
  it('is its owner’s, and takes no members', () => {
    const intruder = may(aPerson('eve', 'admin', { orgRoles: ['org_admin'] }));
    const ann = may(aPerson('ann'));
    const space = { ...HOME, acl: classOfSpace(HOME) };
    expect(ACTIONS.Space.filter((action) => can(intruder, action, 'Space', space))).toEqual([]);
    expect(ACTIONS.Space.filter((action) => !can(ann, action, 'Space', space))).toEqual([
      'delete',
      'manageMembers',
    ]);
    const membership = {
      ...HOME,
      acl: classOfMembership(HOME),
      userId: 'ann',
      role: 'admin',
      isLastAdmin: true,
    } as const;
    expect(ACTIONS.Membership.filter((action) => can(ann, action, 'Membership', membership))).toEqual([
      'read',
    ]);
  });
});

describe('an agent', () => {
  const record = {
    ...TEAM,
    id: 'bot',
    ownerId: 'member',
    acl: classOfAgent({ ...TEAM, id: 'bot', ownerId: 'member' }),
  };

  it('is its owner’s, and the space’s admins may change it; its keys and memory are the owner’s alone', () => {
    expectRights('Agent', record, {
      read: ['member', 'admin'],
      create: ['member'],
      edit: ['member', 'admin'],
      delete: ['member', 'admin'],
      mount: ['member', 'admin'],
      createKey: ['member'],
      revokeKey: ['member'],
      readMemory: ['member'],
    });
  });

  it('reads its own row and no other agent’s', () => {
    const bot = may(anAgent(aPerson('member', 'admin'), { agentId: 'bot', scopes: ['memory:read'] }));
    const other = may(anAgent(aPerson('member', 'admin'), { agentId: 'bot2' }));
    expect(can(bot, 'read', 'Agent', record)).toBe(true);
    expect(can(other, 'read', 'Agent', record)).toBe(false);
    expect(ACTIONS.Agent.filter((action) => can(bot, action, 'Agent', record))).toEqual(['read']);
  });
});

describe('a mount', () => {
  const agent = { ...TEAM, id: 'bot', ownerId: 'member' };
  const record = {
    ...TEAM,
    acl: classOfMount(agent),
    agentId: 'bot',
    agentOwnerId: 'member',
    assetId: 'asset',
    assetAcl: ['space:team:viewer'],
    assetStatus: 'published',
    assetOwnerId: 'owner',
    ownerMayRead: true,
  } as const;

  it('is made by those who may change the agent, of what they and its owner may read', () => {
    const both: CastName[] = ['member', 'admin'];
    expectRights('Mount', record, { read: both, create: both, edit: both, delete: both });
    expectRights('Mount', { ...record, ownerMayRead: false }, { read: both, edit: both, delete: both });
    expectRights(
      'Mount',
      { ...record, assetAcl: ['space:other:viewer'] },
      { read: both, edit: both, delete: both },
    );
  });

  it.each(['none', 'deprecated', 'archived', 'revoked'] as const)(
    'cannot be made of an asset that is %s',
    (assetStatus) => {
      const made = CAST_NAMES.filter((who) =>
        can(may(CAST[who]), 'create', 'Mount', { ...record, assetStatus }),
      );
      expect(made).toEqual([]);
    },
  );

  it('may be made of one’s own draft on one’s own agent', () => {
    const draft = {
      ...record,
      assetStatus: 'none',
      assetOwnerId: 'member',
      assetAcl: ['space:team:user:member'],
    } as const;
    expect(CAST_NAMES.filter((who) => can(may(CAST[who]), 'create', 'Mount', draft))).toEqual(['member']);
  });
});

describe('a key', () => {
  it('is made by the agent’s owner, and revoked by them or the organisation', () => {
    const acl = classOfApiKey({ orgId: 'acme', ownerId: 'member' });
    expectRights(
      'ApiKey',
      { acl, orgId: 'acme', ownerId: 'member', agentOwnerId: 'member' },
      {
        read: ['orgAdmin', 'member'],
        create: ['member'],
        edit: ['member'],
        roll: ['member'],
        revoke: ['orgAdmin', 'member'],
      },
    );
  });

  it('is not made for somebody else’s agent', () => {
    const acl = classOfApiKey({ orgId: 'acme', ownerId: 'admin' });
    expect(
      can(may(CAST.admin), 'create', 'ApiKey', {
        acl,
        orgId: 'acme',
        ownerId: 'admin',
        agentOwnerId: 'member',
      }),
    ).toBe(false);
  });
});

describe('a memory', () => {
  const ann = aPerson('ann', 'admin', { orgRoles: ['org_admin', 'auditor'] });
  const bot = anAgent(aPerson('bob', 'member'), { agentId: 'bot' });
  const about = { subjectId: 'ann-subject', agentId: 'bot', agentOwnerId: 'bob' };
  const record = { ...about, acl: classOfMemory(about) };
  const SUBJECTS = ['Conversation', 'Turn', 'Card', 'Scene', 'Persona'] as const;

  it.each(SUBJECTS)('(%s) is read by its subject and its agent, by nobody else', (subject) => {
    expect(can(may(ann), 'read', subject, record)).toBe(true);
    expect(can(may(bot), 'read', subject, record)).toBe(true);
    expect(can(may(bot.owner), 'read', subject, record)).toBe(false);
    expect(can(may(anAgent(ann)), 'read', subject, record)).toBe(false);
    for (const who of CAST_NAMES) {
      expect(ACTIONS[subject].filter((action) => can(may(CAST[who]), action, subject, record))).toEqual([]);
    }
  });

  it.each([
    ['Conversation', ['edit', 'delete', 'extract'], ['create', 'edit', 'extract']],
    ['Turn', ['delete', 'reveal'], ['create']],
    ['Card', ['edit', 'delete', 'share'], ['create', 'edit', 'delete']],
    ['Scene', ['edit', 'delete', 'share'], []],
    ['Persona', ['edit', 'delete', 'share'], []],
  ] as const)('(%s) is changed by its subject and its agent', (subject, person, agent) => {
    const granted = (principal: Principal) =>
      ACTIONS[subject].filter((action) => action !== 'read' && can(may(principal), action, subject, record));
    expect(granted(ann)).toEqual(person);
    expect(granted(bot)).toEqual(agent);
  });

  it('needs the scopes of the key', () => {
    const only = (scopes: (typeof bot)['scopes']) =>
      ACTIONS.Card.filter((action) => can(may({ ...bot, scopes }), action, 'Card', record));
    expect(only(['memory:read'])).toEqual(['read']);
    expect(only(['memory:write'])).toEqual([]);
    expect(only(['asset:read', 'asset:propose'])).toEqual([]);
  });

  it('is kept by a person about themself, for their own agents or none', () => {
    const mine = {
      subjectId: 'ann-subject',
      agentId: null,
      agentOwnerId: null,
      acl: ['subject:ann-subject'],
    };
    expect(can(may(ann), 'create', 'Card', mine)).toBe(true);
    expect(can(may(ann), 'create', 'Card', { ...mine, agentId: 'mine', agentOwnerId: 'ann' })).toBe(true);
    expect(can(may(ann), 'create', 'Card', { ...mine, agentId: 'bot', agentOwnerId: 'bob' })).toBe(false);
    expect(can(may(ann), 'create', 'Card', { ...mine, subjectId: 'bob-subject' })).toBe(false);
  });

  it('of another agent is not written by an agent', () => {
    expect(can(may(bot), 'create', 'Turn', { ...record, agentId: 'bot2' })).toBe(false);
  });
});

describe('tasks and the audit log', () => {
  it('a task is its caller’s', () => {
    const task = { acl: classOfTask({ userId: 'member', agentId: null }) };
    expectRights('Task', task, { read: ['member'], cancel: ['member'], retry: ['member'] });
    const agents = { acl: classOfTask({ userId: null, agentId: 'admin-agent' }) };
    expectRights('Task', agents, { read: ['agent'] });
  });

  it('the log is read by the space’s admins, the organisation’s admins and auditors', () => {
    const readers: CastName[] = ['orgAdmin', 'auditor', 'admin'];
    expectRights(
      'AuditEntry',
      { orgId: 'acme', acl: classOfAuditEntry({ orgId: 'acme', place: TEAM }) },
      {
        read: readers,
        export: readers,
        verify: ['orgAdmin', 'auditor'],
      },
    );
  });
});
