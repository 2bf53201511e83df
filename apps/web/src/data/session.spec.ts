import { returnPath } from './session';

describe('the way back after a sign-in', () => {
  it('is a path of this site, with its query', () => {
    expect(returnPath('/review/proposal_1?view=ALL')).toBe('/review/proposal_1?view=ALL');
  });

  it.each([
    null,
    '',
    'review',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/a\nb',
    'javascript:1',
  ])('is the start page for %j', (wanted) => {
    expect(returnPath(wanted)).toBe('/search');
  });

  it('never leads to the entrance again', () => {
    for (const entrance of ['/sign-in?next=/x', '/setup', '/join?token=x', '/reset?token=x'])
      expect(returnPath(entrance)).toBe('/search');
  });
});
