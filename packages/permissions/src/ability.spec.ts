import { assertCan, can, defineAbility, viewerCan } from './ability';
import { ACTIONS, type ActionOf, type AssetFacts, type FactsOf, type SubjectName } from './facts';
import { CAST, TEAM, aPerson } from './people.fixture';
import { grantedTo } from './policies';
import { combine } from './policies/policy';

const ASSET: AssetFacts = {
  ...TEAM,
  id: 'asset',
  ownerId: 'owner',
  status: 'published',
  visibility: 'team',
  acl: ['space:team:viewer'],
};
const ability = defineAbility(CAST.admin);

describe('asking what is allowed', () => {
  it('refuses an action or a subject that does not exist', () => {
    for (const action of ['manage', 'destroy', '', 'toString', '__proto__']) {
      expect(() => can(ability, action as ActionOf<'Asset'>, 'Asset', ASSET)).toThrow(
        expect.objectContaining({ code: 'INTERNAL' }),
      );
    }
    for (const subject of ['all', 'Everything', 'constructor', '__proto__']) {
      expect(() => can(ability, 'read', subject as 'Asset', ASSET)).toThrow(
        expect.objectContaining({ code: 'INTERNAL' }),
      );
    }
  });

  it('goes by the subject that is named, whatever the record says it is', () => {
    const disguised = {
      ...ASSET,
      __subject: 'Organisation',
      __typename: 'Organisation',
      kind: 'Organisation',
    };
    expect(can(defineAbility(CAST.viewer), 'publish', 'Asset', disguised)).toBe(false);
    expect(can(ability, 'publish', 'Asset', disguised)).toBe(true);
  });

  it('takes a missing fact as not met', () => {
    for (const fact of Object.keys(ASSET).filter((key) =>
      ['acl', 'spaceId', 'spaceKind', 'status'].includes(key),
    )) {
      const partial = { ...ASSET, [fact]: undefined };
      expect(can(ability, 'publish', 'Asset', partial)).toBe(false);
    }
  });

  it('leaves a frozen record as it is', () => {
    const frozen = Object.freeze({ ...ASSET, acl: Object.freeze([...ASSET.acl]) });
    expect(can(ability, 'publish', 'Asset', frozen)).toBe(true);
    expect(Object.keys(frozen)).toEqual(Object.keys(ASSET));
  });

  it('answers for every action at once, as one by one', () => {
    const answers = viewerCan(ability, 'Asset', ASSET);
    expect(Object.keys(answers)).toEqual([...ACTIONS.Asset]);
    for (const action of ACTIONS.Asset) expect(answers[action]).toBe(can(ability, action, 'Asset', ASSET));
  });
});

describe('a refusal', () => {
  it('of what one may not see is the same as for what does not exist', () => {
    const stranger = defineAbility(CAST.outsider);
    expect(() => assertCan(stranger, 'publish', 'Asset', ASSET)).toThrow(
      expect.objectContaining({ code: 'NOT_FOUND' }),
    );
    expect(() => assertCan(stranger, 'read', 'Asset', ASSET)).toThrow(
      expect.objectContaining({ code: 'NOT_FOUND' }),
    );
    expect(() => assertCan(defineAbility(CAST.anonymous), 'read', 'Asset', ASSET)).toThrow(
      expect.objectContaining({ code: 'NOT_FOUND' }),
    );
  });

  it('of what one may see says that it is forbidden', () => {
    expect(() => assertCan(defineAbility(CAST.viewer), 'publish', 'Asset', ASSET)).toThrow(
      expect.objectContaining({ code: 'FORBIDDEN' }),
    );
  });

  it('to make something says whether the space is known', () => {
    const draft: AssetFacts = { ...ASSET, ownerId: 'viewer', status: 'none' };
    expect(() => assertCan(defineAbility(CAST.viewer), 'create', 'Asset', draft)).toThrow(
      expect.objectContaining({ code: 'FORBIDDEN' }),
    );
    for (const who of ['outsider', 'orgAdmin', 'anonymous'] as const) {
      expect(() => assertCan(defineAbility(CAST[who]), 'create', 'Asset', draft)).toThrow(
        expect.objectContaining({ code: 'NOT_FOUND', params: { subject: 'space' } }),
      );
    }
    const home: AssetFacts = { ...draft, spaceId: 'home', spaceKind: 'personal', spaceOwnerId: 'ann' };
    expect(() => assertCan(defineAbility(aPerson('eve')), 'create', 'Asset', home)).toThrow(
      expect.objectContaining({ code: 'NOT_FOUND' }),
    );
  });

  it('is no error when the thing is allowed', () => {
    expect(() => assertCan(ability, 'publish', 'Asset', ASSET)).not.toThrow();
  });
});

describe('the policies', () => {
  it('give nobody in particular nothing', () => {
    expect(grantedTo(CAST.anonymous)).toEqual([]);
  });

  it('never allow without a condition', () => {
    for (const principal of Object.values(CAST)) {
      const open = grantedTo(principal).filter((rule) => Object.keys(rule.conditions).length === 0);
      expect(open).toEqual([]);
    }
  });

  it('test only facts that the record has', () => {
    const MEMORY = ['acl', 'subjectId', 'agentId', 'agentOwnerId'] as const;
    const facts: { [S in SubjectName]: readonly (keyof FactsOf[S])[] } = {
      Organisation: ['orgId'],
      User: ['orgId', 'userId'],
      Space: ['acl', 'orgId', 'spaceId', 'spaceKind', 'spaceOwnerId'],
      Invitation: ['acl', 'orgId', 'spaceId', 'spaceKind', 'spaceOwnerId'],
      Membership: ['acl', 'orgId', 'spaceId', 'spaceKind', 'spaceOwnerId', 'userId', 'role', 'isLastAdmin'],
      Asset: ['acl', 'id', 'spaceId', 'spaceKind', 'spaceOwnerId', 'ownerId', 'status', 'visibility'],
      Agent: ['acl', 'id', 'spaceId', 'spaceKind', 'spaceOwnerId', 'ownerId'],
      ApiKey: ['acl', 'orgId', 'ownerId', 'agentOwnerId'],
      Task: ['acl'],
      Proposal: [
        ...([
          'acl',
          'id',
          'spaceId',
          'spaceKind',
          'spaceOwnerId',
          'assetId',
          'assetOwnerId',
          'state',
        ] as const),
        ...([
          'authorId',
          'authorAgentId',
          'coAuthorIds',
          'lastEditorId',
          'selfApprovalAllowed',
          'widens',
        ] as const),
      ],
      Mount: [
        ...(['acl', 'spaceId', 'spaceKind', 'spaceOwnerId', 'agentId', 'agentOwnerId', 'assetId'] as const),
        ...(['assetAcl', 'assetStatus', 'assetOwnerId', 'ownerMayRead'] as const),
      ],
      Conversation: MEMORY,
      Turn: MEMORY,
      Card: MEMORY,
      Scene: MEMORY,
      Persona: MEMORY,
      AuditEntry: ['acl', 'orgId'],
    };
    const rules = Object.values(CAST).flatMap((principal) => grantedTo(principal));
    const strange = rules.flatMap(({ subject, conditions }) => {
      const known: readonly string[] = facts[subject];
      return Object.keys(conditions).filter((fact) => !known.includes(fact));
    });
    expect(strange).toEqual([]);
  });

  it('cannot test one fact twice, where the second test would replace the first', () => {
    expect(() => combine([{ ownerId: 'ann' }, [{ ownerId: 'bob' }]])).toThrow(/twice/);
    expect(combine([[{ ownerId: 'ann' }, { agentId: 'bot' }], { orgId: 'acme' }])).toEqual([
      { ownerId: 'ann', orgId: 'acme' },
      { agentId: 'bot', orgId: 'acme' },
    ]);
    expect(combine([{ orgId: 'acme' }, []])).toEqual([]);
  });
});
