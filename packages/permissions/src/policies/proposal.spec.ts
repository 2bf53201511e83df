import { PROPOSAL_STATES, type ProposalState, type SpaceRole } from '@memory-hub/contracts';
import { assertCan, can, defineAbility } from '../ability';
import { classOfProposal } from '../classes/asset';
import { ACTIONS, type ActionOf, type ProposalFacts } from '../facts';
import { CAST, CAST_NAMES, TEAM, aPerson, anAgent, type CastName } from '../people.fixture';

function aProposal(state: ProposalState, more: Partial<ProposalFacts> = {}): ProposalFacts {
  const facts = {
    ...TEAM,
    id: 'proposal',
    assetId: 'asset',
    assetOwnerId: 'owner',
    state,
    authorId: 'author',
    authorAgentId: null,
    coAuthorIds: [],
    lastEditorId: 'author',
    selfApprovalAllowed: false,
    widens: false,
    ...more,
  };
  const asset = {
    ...facts,
    ownerId: facts.assetOwnerId,
    status: 'published' as const,
    visibility: 'team' as const,
    grants: [],
  };
  return { ...facts, acl: more.acl ?? classOfProposal({ ...facts, asset }) };
}

type Allowed = Partial<Record<CastName, readonly ProposalState[]>>;
const OPEN: readonly ProposalState[] = ['in_review', 'approved'];
const REVIEWERS = (states: readonly ProposalState[]): Allowed => ({ reviewer: states, admin: states });

const EXPECTED: Record<Exclude<ActionOf<'Proposal'>, 'create'>, Allowed> = {
  read: {
    viewer: ['published'],
    member: ['published'],
    reviewer: ['in_review', 'approved', 'published'],
    admin: ['in_review', 'approved', 'published'],
    owner: ['in_review', 'approved', 'published'],
    author: PROPOSAL_STATES,
    agent: ['published'],
  },
  edit: { author: ['draft', 'in_review', 'approved'] },
  submit: { author: ['draft'] },
  withdraw: { author: ['draft', 'in_review', 'approved'] },
  reopen: { author: ['withdrawn'] },
  comment: { author: ['draft', 'in_review', 'approved'], owner: OPEN, ...REVIEWERS(OPEN) },
  approve: REVIEWERS(OPEN),
  requestChanges: REVIEWERS(OPEN),
  acknowledge: REVIEWERS(OPEN),
  publish: { owner: ['approved'], admin: ['approved'] },
  approveAndPublish: { admin: OPEN },
};

const cases = Object.entries(EXPECTED).flatMap(([action, allowed]) =>
  CAST_NAMES.flatMap((who) =>
    PROPOSAL_STATES.map((state) => ({
      action: action as ActionOf<'Proposal'>,
      who,
      state,
      expected: allowed[who]?.includes(state) ?? false,
    })),
  ),
);

describe('what each role may do to a proposal of a team', () => {
  it('is written down for every action', () => {
    expect([...Object.keys(EXPECTED), 'create'].sort()).toEqual([...ACTIONS.Proposal].sort());
  });

  it.each(cases)('$who, $action, $state: $expected', ({ action, who, state, expected }) => {
    expect(can(defineAbility(CAST[who]), action, 'Proposal', aProposal(state))).toBe(expected);
  });
});

describe('four eyes', () => {
  const roles: SpaceRole[] = ['viewer', 'member', 'reviewer', 'admin'];
  const hands: [string, Partial<ProposalFacts>][] = [
    ['author', { authorId: 'me' }],
    ['last editor', { coAuthorIds: ['me'], lastEditorId: 'me' }],
    ['last editor alone', { lastEditorId: 'me' }],
    ['co-author', { coAuthorIds: ['me'] }],
    ['owner of the agent that wrote it', { authorId: 'me', authorAgentId: 'me-agent' }],
  ];
  const all = roles.flatMap((role) => hands.map(([hand, facts]) => ({ role, hand, facts })));

  it.each(all)('$role who is the $hand decides only when the policy says so', ({ role, facts }) => {
    const me = defineAbility(aPerson('me', role, { orgRoles: ['org_admin'] }));
    const reviews = role === 'reviewer' || role === 'admin';
    for (const action of ['approve', 'requestChanges', 'acknowledge'] as const) {
      expect(can(me, action, 'Proposal', aProposal('in_review', facts))).toBe(false);
      const allowed = aProposal('in_review', { ...facts, selfApprovalAllowed: true });
      expect(can(me, action, 'Proposal', allowed)).toBe(reviews);
    }
  });

  it('names itself as the reason, where it is the only one', () => {
    const me = defineAbility(aPerson('me', 'reviewer'));
    const mine = aProposal('in_review', { authorId: 'me' });
    expect(() => assertCan(me, 'approve', 'Proposal', mine)).toThrow(
      expect.objectContaining({ code: 'SELF_APPROVAL' }),
    );
    const member = defineAbility(aPerson('me', 'member'));
    expect(() => assertCan(member, 'approve', 'Proposal', mine)).toThrow(
      expect.objectContaining({ code: 'FORBIDDEN' }),
    );
  });
});

describe('publishing', () => {
  it('that widens who can read is for admins', () => {
    const wider = aProposal('approved', { widens: true });
    expect(can(defineAbility(CAST.owner), 'publish', 'Proposal', wider)).toBe(false);
    expect(can(defineAbility(CAST.admin), 'publish', 'Proposal', wider)).toBe(true);
  });

  it('together with approving is for those who hold both rights', () => {
    const owner = defineAbility(aPerson('owner', 'reviewer'));
    expect(can(owner, 'approveAndPublish', 'Proposal', aProposal('in_review'))).toBe(true);
    expect(can(owner, 'approveAndPublish', 'Proposal', aProposal('in_review', { widens: true }))).toBe(false);
    const adminAuthor = defineAbility(aPerson('author', 'admin'));
    expect(can(adminAuthor, 'approveAndPublish', 'Proposal', aProposal('in_review'))).toBe(false);
    expect(can(adminAuthor, 'publish', 'Proposal', aProposal('approved'))).toBe(true);
  });
});

describe('proposing', () => {
  it.each(CAST_NAMES)('%s in the team', (who) => {
    const principal = CAST[who];
    const authorId =
      principal.kind === 'user' ? principal.userId : principal.kind === 'agent' ? principal.ownerId : '-';
    const authorAgentId = principal.kind === 'agent' ? principal.agentId : null;
    const expected = ['member', 'reviewer', 'admin', 'owner', 'author', 'agent'].includes(who);
    const proposal = aProposal('draft', { authorId, authorAgentId });
    expect(can(defineAbility(principal), 'create', 'Proposal', proposal)).toBe(expected);
    expect(can(defineAbility(principal), 'create', 'Proposal', { ...proposal, authorId: 'somebody' })).toBe(
      false,
    );
    expect(can(defineAbility(principal), 'create', 'Proposal', { ...proposal, state: 'approved' })).toBe(
      false,
    );
  });

  it('by an agent needs its scope and its owner’s right', () => {
    const facts = { authorId: 'ann', authorAgentId: 'ann-agent' };
    const readOnly = anAgent(aPerson('ann', 'admin'), { scopes: ['asset:read'] });
    const ofViewer = anAgent(aPerson('ann', 'viewer'));
    expect(can(defineAbility(readOnly), 'create', 'Proposal', aProposal('draft', facts))).toBe(false);
    expect(can(defineAbility(ofViewer), 'create', 'Proposal', aProposal('draft', facts))).toBe(false);
  });

  it('leaves unreviewed words of others out of an agent’s sight, whoever owns the agent', () => {
    for (const role of ['reviewer', 'admin'] as const) {
      const agent = anAgent(aPerson('owner', role), { mountedAssetIds: ['asset'] });
      expect(can(defineAbility(agent), 'read', 'Proposal', aProposal('in_review'))).toBe(false);
      expect(can(defineAbility(agent), 'read', 'Proposal', aProposal('published'))).toBe(true);
    }
  });

  it('lets an agent see its owner’s own draft where that is mounted', () => {
    const owner = aPerson('author', 'member');
    const draft = aProposal('draft');
    expect(
      can(defineAbility(anAgent(owner, { mountedAssetIds: ['asset'] })), 'read', 'Proposal', draft),
    ).toBe(true);
    expect(can(defineAbility(anAgent(owner)), 'read', 'Proposal', draft)).toBe(false);
  });
});
