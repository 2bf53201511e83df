import type { Proposal } from '../../assets';
import { stateOf, worthStoring } from './findings';
import { impactSentences } from './impact';
import {
  lastWordOf,
  reviewOf,
  wouldBeApproved,
  type Check,
  type Decision,
  type Finding,
  type ReviewFacts,
} from './review';
import { checkSummary } from './words';

const at = new Date('2026-11-30T09:00:00Z');
const proposal: Proposal = {
  id: 'p', assetId: 'a', spaceId: 's', aclId: 'c', acl: [], number: 1, title: 't', message: 'm', state: 'in_review', visibility: 'team', tags: [],
  authorKind: 'user', authorId: 'bo', authorUserId: 'bo', lastEditorId: 'bo', coAuthorIds: [], baseRevisionId: null, revisionId: 'r', digest: 'd2',
  createdAt: at, submittedAt: at, updatedAt: at,
}; // prettier-ignore
const word = (userId: string, kind: Decision['kind'], change: Partial<Decision> = {}): Decision => ({
  id: '',
  proposalId: 'p',
  kind,
  userId,
  note: null,
  digest: 'd2',
  policyVersion: 3,
  createdAt: at,
  ...change,
});
const check = (state: Check['state'], findings: Finding[] = []): Check => ({
  name: 'schema',
  state,
  error: null,
  startedAt: at,
  finishedAt: at,
  findings,
});
const warning = (acknowledgedAt: Date | null): Finding => ({
  id: '',
  checkId: '',
  rule: 'r',
  severity: 'warn',
  path: null,
  line: null,
  message: '',
  excerpt: null,
  acknowledgedBy: null,
  acknowledgedAt,
});
const facts = (change: Partial<ReviewFacts>): ReviewFacts => ({
  proposal,
  policy: { approvals: 1, version: 3, selfApprovalNow: false },
  decisions: [],
  checks: [],
  ...change,
});

describe('reviewOf', () => {
  it('counts words about this digest and this policy, and not those of the people behind it', () => {
    const given = (decisions: Decision[]) => reviewOf(facts({ decisions })).approvals.given;
    expect(given([word('chen', 'approve')])).toBe(1);
    expect(given([word('chen', 'approve', { digest: 'd1' })])).toBe(0);
    expect(given([word('chen', 'approve', { policyVersion: 2 })])).toBe(0);
    expect(given([word('bo', 'approve')])).toBe(0);
    expect(given([word('chen', 'approve'), word('chen', 'request_changes')])).toBe(0);
    expect(
      reviewOf(
        facts({
          decisions: [word('bo', 'approve')],
          policy: { approvals: 1, version: 3, selfApprovalNow: true },
        }),
      ).approvals.met,
    ).toBe(true);
  });

  it.each([
    ['pending', []],
    ['pending', [check('passed'), check('running')]],
    ['pending', [check('errored')]],
    ['blocked', [check('passed'), check('failed')]],
    ['blocked', [check('warning', [warning(null), warning(at)])]],
    ['passed', [check('passed'), check('warning', [warning(at)])]],
  ])('stands %s with these checks', (stand, checks) => {
    expect(reviewOf(facts({ checks })).progress.checks).toBe(stand);
  });

  it('knows a person’s last word and what it would change', () => {
    const decisions = [
      word('chen', 'request_changes'),
      word('chen', 'approve'),
      word('dee', 'approve', { digest: 'd1' }),
    ];
    expect(lastWordOf('chen', facts({ decisions }))?.kind).toBe('approve');
    expect(lastWordOf('dee', facts({ decisions }))).toBeNull();
    const two = facts({
      decisions: [word('chen', 'approve')],
      policy: { approvals: 2, version: 3, selfApprovalNow: false },
    });
    expect([wouldBeApproved('chen', two), wouldBeApproved('dee', two), wouldBeApproved('bo', two)]).toEqual([
      false,
      true,
      false,
    ]);
  });
});

describe('findings', () => {
  const found = (severity: Finding['severity'], message = 'm') => ({
    rule: 'r',
    severity,
    path: null,
    line: null,
    message,
    excerpt: null,
  });

  it('decides by the worst of them', () => {
    expect([
      stateOf([]),
      stateOf([found('info')]),
      stateOf([found('warn'), found('info')]),
      stateOf([found('warn'), found('error')]),
    ]).toEqual(['passed', 'passed', 'warning', 'failed']);
  });

  it('keeps the worst and says how many are left out, as serious as they are', () => {
    const kept = worthStoring([...Array.from({ length: 300 }, () => found('warn')), found('error', 'a\0b')]);
    expect(kept).toHaveLength(200);
    expect(kept[0]).toMatchObject({ severity: 'error', message: 'ab' });
    expect(kept.at(-1)).toMatchObject({ severity: 'warn', message: '102 more findings are not listed.' });
  });

  it('sums up a check in one sentence', () => {
    expect(checkSummary('en', check('warning', [warning(null), warning(at)]))).toBe(
      '1 warning must be acknowledged.',
    );
    expect(checkSummary('zh-CN', check('warning', [warning(at)]))).toBe('1 个警告，均已确认。');
  });
});

describe('impactSentences', () => {
  it('tells agents and readers what changes', () => {
    expect(
      impactSentences('en', {
        isNew: false,
        following: 2,
        pinned: 1,
        gained: ['Everyone in the organisation.'],
        lost: [],
      }),
    ).toEqual([
      '2 agents that mount it receive the new revision with the next call.',
      '1 agent stays with the revision that was chosen for it.',
      'Can read it from then on: Everyone in the organisation.',
    ]);
  });
});
