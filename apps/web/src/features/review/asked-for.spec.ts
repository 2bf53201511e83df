import { askedFor } from './asked-for';

const early = { kind: 'REQUEST_CHANGES', at: '2026-11-30T09:00:00Z' } as const;
const late = { kind: 'REQUEST_CHANGES', at: '2026-11-30T11:00:00.5Z' } as const;
const approval = { kind: 'APPROVE', at: '2026-11-30T10:00:00Z' } as const;

describe('the changes that a reviewer asked for', () => {
  it('are the last word on a draft', () => {
    expect(askedFor({ state: 'DRAFT', decisions: [late, early, approval] })).toBe(late);
  });

  it('are none when the last word was an approval, or nobody said one', () => {
    expect(askedFor({ state: 'DRAFT', decisions: [early, approval] })).toBeNull();
    expect(askedFor({ state: 'DRAFT', decisions: [] })).toBeNull();
  });

  it('are answered once the proposal is in review again', () => {
    expect(askedFor({ state: 'IN_REVIEW', decisions: [late] })).toBeNull();
  });
});
