import { ASSET_STATUSES, PROPOSAL_STATES, type AssetStatus, type ProposalState } from '@memory-hub/contracts';
import { approvalsMet, countApprovals, selfApprovalAllowed, type Decision } from './approvals';
import { ASSET_ACTIONS, assetTransition, type AssetAction } from './asset';
import { PROPOSAL_ACTIONS, transition, type ProposalAction } from './proposal';

const READY = { approvalsMet: true, checks: 'passed' } as const;

describe('the life of a proposal', () => {
  const expected: Record<ProposalState, Partial<Record<ProposalAction, ProposalState>>> = {
    draft: { submit: 'in_review', revise: 'draft', withdraw: 'withdrawn' },
    in_review: { revise: 'in_review', approve: 'approved', requestChanges: 'draft', withdraw: 'draft' },
    approved: {
      revise: 'in_review',
      approve: 'approved',
      requestChanges: 'draft',
      withdraw: 'draft',
      publish: 'published',
    },
    published: {},
    withdrawn: { reopen: 'draft' },
  };
  const cases = PROPOSAL_STATES.flatMap((state) => PROPOSAL_ACTIONS.map((action) => ({ state, action })));

  it.each(cases)('$state, $action', ({ state, action }) => {
    const next = expected[state][action];
    if (next === undefined) {
      expect(() => transition(state, action, READY)).toThrow(
        expect.objectContaining({ code: 'INVALID_TRANSITION' }),
      );
    } else {
      expect(transition(state, action, READY)).toBe(next);
    }
  });

  it('stays in review until the policy is met, and falls back when it no longer is', () => {
    const notYet = { approvalsMet: false, checks: 'passed' } as const;
    expect(transition('in_review', 'approve', notYet)).toBe('in_review');
    expect(transition('approved', 'approve', notYet)).toBe('in_review');
  });

  it.each([
    [{ approvalsMet: false, checks: 'passed' }, 'NOT_APPROVED'],
    [{ approvalsMet: true, checks: 'pending' }, 'CHECKS_PENDING'],
    [{ approvalsMet: true, checks: 'blocked' }, 'CHECKS_FAILED'],
  ] as const)('is not published with %j', (progress, code) => {
    expect(() => transition('approved', 'publish', progress)).toThrow(expect.objectContaining({ code }));
  });
});

describe('the life of an asset', () => {
  const expected: Record<AssetStatus, Partial<Record<AssetAction, AssetStatus>>> = {
    none: { publish: 'published' },
    published: { publish: 'published', rollBack: 'published', deprecate: 'deprecated', revoke: 'revoked' },
    deprecated: { publish: 'published', rollBack: 'published', archive: 'archived', revoke: 'revoked' },
    archived: { restore: 'none', revoke: 'revoked' },
    revoked: {},
  };
  const cases = ASSET_STATUSES.flatMap((status) => ASSET_ACTIONS.map((action) => ({ status, action })));

  it.each(cases)('$status, $action', ({ status, action }) => {
    const next = expected[status][action];
    if (next === undefined) {
      expect(() => assetTransition(status, action)).toThrow(
        expect.objectContaining({ code: 'INVALID_TRANSITION' }),
      );
    } else {
      expect(assetTransition(status, action)).toBe(next);
    }
  });
});

describe('approvals', () => {
  const policy = { version: 3, approvals: 1, selfApproval: false, stewards: [] };
  const revision = { digest: 'd2', authorIds: ['ann', 'cy'] };
  const says = (reviewerId: string, more: Partial<Decision> = {}): Decision => ({
    reviewerId,
    kind: 'approve',
    digest: 'd2',
    policyVersion: 3,
    ...more,
  });

  it('count for the revision and the policy version they saw', () => {
    expect(approvalsMet(policy, [says('bob')], revision)).toBe(true);
    expect(approvalsMet(policy, [says('bob', { digest: 'd1' })], revision)).toBe(false);
    expect(approvalsMet(policy, [says('bob', { policyVersion: 2 })], revision)).toBe(false);
    expect(approvalsMet(policy, [], revision)).toBe(false);
  });

  it('of the people behind the words count only when the policy lets them decide', () => {
    const own = [says('ann'), says('cy')];
    expect(approvalsMet(policy, own, revision)).toBe(false);
    expect(approvalsMet({ ...policy, selfApproval: true }, own, revision)).toBe(true);
  });

  it('are one a reviewer, however often they say it', () => {
    const two = { ...policy, approvals: 2 };
    expect(countApprovals(two, [says('bob'), says('bob')], revision)).toMatchObject({
      given: 1,
      needed: 2,
      met: false,
    });
    expect(approvalsMet(two, [says('bob'), says('dee')], revision)).toBe(true);
  });

  it('take the last word of each reviewer, and an open objection blocks', () => {
    const no = says('bob', { kind: 'requestChanges' });
    expect(countApprovals(policy, [says('dee'), says('bob'), no], revision)).toMatchObject({
      given: 1,
      objectorIds: ['bob'],
      met: false,
    });
    expect(approvalsMet(policy, [no, says('bob')], revision)).toBe(true);
  });

  it('need one steward of each matching rule', () => {
    const stewarded = { ...policy, stewards: [['dee', 'eve'], ['fay']] };
    expect(countApprovals(stewarded, [says('dee')], revision)).toMatchObject({
      missingStewards: [['fay']],
      met: false,
    });
    expect(approvalsMet(stewarded, [says('eve'), says('fay')], revision)).toBe(true);
    expect(approvalsMet({ ...policy, stewards: [[]] }, [says('bob')], revision)).toBe(false);
  });

  it.each([0, -1, Number.NaN])('are never fewer than one, even if the policy says %s', (approvals) => {
    expect(approvalsMet({ ...policy, approvals }, [], revision)).toBe(false);
  });
});

describe('self-approval', () => {
  it.each([
    [false, false, 1, false],
    [true, false, 5, true],
    [false, true, 1, true],
    [false, true, 2, false],
  ])('policy %s, until company %s, %s reviewers: %s', (selfApproval, until, reviewers, expected) => {
    expect(selfApprovalAllowed({ selfApproval, selfApprovalUntilSecondReviewer: until }, reviewers)).toBe(
      expected,
    );
  });
});
