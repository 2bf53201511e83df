import { DomainError } from '@memory-hub/contracts';
import { localeOfHeader, readAccount, readEmail, readName } from './account-input';

const good = {
  name: 'Ada',
  email: 'ada@example.org',
  password: 'long enough!',
  locale: 'en',
  timeZone: 'Europe/London',
};

function faultOf(change: Partial<typeof good>): DomainError {
  try {
    readAccount({ ...good, ...change });
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('what a person enters about themselves', () => {
  it.each([
    ['name', { name: ' \u200b ' }],
    ['name', { name: 'x'.repeat(121) }],
    ['name', { name: 'Ada\u202egnp' }],
    ['email', { email: 'ada' }],
    ['email', { email: 'a b@example.org' }],
    ['password', { password: 'too short' }],
    ['password', { password: 'x'.repeat(201) }],
    ['locale', { locale: 'fr' }],
    ['timeZone', { timeZone: 'Mars/Olympus' }],
  ])('is refused with the field named: %s', (field, change) => {
    expect(faultOf(change)).toMatchObject({ code: 'VALIDATION_FAILED', path: [field] });
  });

  it('is kept in one form', () => {
    expect(readAccount({ ...good, name: '  王\t小明 ', email: ' Ada@Example.ORG ' })).toMatchObject({
      name: '王 小明',
      email: 'ada@example.org',
    });
    expect(readEmail('ADA@EXAMPLE.ORG')).toBe(readEmail('ada@example.org'));
  });

  it('leaves the input as it was', () => {
    const input = Object.freeze({ ...good, name: ' Ada ' });
    expect(readAccount(input).name).toBe('Ada');
    expect(input.name).toBe(' Ada ');
  });

  it('counts a character outside the basic plane once in a password', () => {
    expect(faultOf({ password: '😀'.repeat(11) }).path).toEqual(['password']);
    expect(readAccount({ ...good, password: '😀'.repeat(12) }).password).toHaveLength(24);
  });
});

describe('a name', () => {
  it('names the field it stands in', () => {
    expect(() => readName('', 'teamName')).toThrow(/teamName/);
  });
});

describe('the language of a stranger', () => {
  it.each([
    ['zh-CN,zh;q=0.9,en;q=0.8', 'zh-CN'],
    ['zh', 'zh-CN'],
    ['de-DE', 'en'],
    [undefined, 'en'],
  ])('of %s is %s', (header, locale) => {
    expect(localeOfHeader(header)).toBe(locale);
  });
});
