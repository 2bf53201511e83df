import { derivePassword, scramVerifier } from './role-password';

describe('the password of a role', () => {
  it('follows from secret, database and role, and from nothing else', () => {
    const password = derivePassword('secret', 'memhub', 'memhub_app');
    expect(derivePassword('secret', 'memhub', 'memhub_app')).toBe(password);
    expect(password).toMatch(/^[\w-]{43}$/);
    expect(derivePassword('other', 'memhub', 'memhub_app')).not.toBe(password);
    expect(derivePassword('secret', 'other', 'memhub_app')).not.toBe(password);
    expect(derivePassword('secret', 'memhub', 'memhub_system')).not.toBe(password);
  });

  it('is stored as RFC 7677 computes it', () => {
    // its example: user "user", password "pencil"
    expect(scramVerifier('pencil', Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64'))).toBe(
      'SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=',
    );
  });
});
