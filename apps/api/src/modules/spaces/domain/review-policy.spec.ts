import { changePolicy, firstPolicy, policyInCompany } from './review-policy';

const alone = firstPolicy('s', 'skill', 'alone');

describe('the review policy of a space', () => {
  it('asks for one other person, unless somebody founds it alone or for themselves', () => {
    expect(firstPolicy('s', 'skill', 'four_eyes')).toMatchObject({
      approvals: 1,
      selfApproval: false,
      selfApprovalUntilSecondReviewer: false,
    });
    expect(alone).toMatchObject({ selfApproval: false, selfApprovalUntilSecondReviewer: true });
    expect(firstPolicy('s', 'skill', 'personal').selfApproval).toBe(true);
  });

  it('ends reviewing alone when a second reviewer is there, as a new version', () => {
    expect(policyInCompany(alone, 1)).toBeNull();
    expect(policyInCompany(alone, 2)).toMatchObject({
      selfApprovalUntilSecondReviewer: false,
      selfApproval: false,
      version: 2,
    });
  });

  it('does not come back when the second reviewer leaves', () => {
    const ended = policyInCompany(alone, 2);
    expect(ended === null ? 'nothing ended' : policyInCompany(ended, 1)).toBeNull();
    expect(ended?.selfApprovalUntilSecondReviewer).toBe(false);
  });

  it('counts a version up with every change, so that earlier decisions lapse', () => {
    expect(changePolicy(alone, { approvals: 2, selfApproval: true })).toMatchObject({
      approvals: 2,
      selfApproval: true,
      selfApprovalUntilSecondReviewer: false,
      version: 2,
    });
  });

  it.each([0, -1, 1.5, 11, Number.NaN])('refuses %p approvals and names the field', (approvals) => {
    expect(() => changePolicy(alone, { approvals, selfApproval: false })).toThrow(/approvals must be/);
  });
});
