import fc from 'fast-check';
import { newId } from '@memory-hub/contracts';
import { looksLikeKey, SECRET_BYTES, writeKey } from './key-text';

const secret = fc
  .uint8Array({ minLength: SECRET_BYTES, maxLength: SECRET_BYTES })
  .map((bytes) => Buffer.from(bytes));

describe('the text of a key', () => {
  it('is recognised, whatever the secret is', () => {
    fc.assert(fc.property(secret, (bytes) => looksLikeKey(writeKey(newId(), bytes).text)));
  });

  it('differs for different secrets', () => {
    const id = newId();
    fc.assert(
      fc.property(secret, secret, (a, b) => a.equals(b) === (writeKey(id, a).text === writeKey(id, b).text)),
    );
  });

  it('is refused without a lookup when one character is wrong', () => {
    const text = writeKey(newId(), Buffer.alloc(SECRET_BYTES, 7)).text;
    for (let at = 0; at < text.length; at += 1) {
      const wrong = `${text.slice(0, at)}${text[at] === '0' ? '1' : '0'}${text.slice(at + 1)}`;
      expect(looksLikeKey(wrong)).toBe(false);
    }
  });

  it('shows a prefix that tells nothing of the secret', () => {
    const { prefix, text } = writeKey('01900000-0000-7000-8000-000000000000', Buffer.alloc(SECRET_BYTES, 1));
    expect(prefix).toBe('mh_agent_019000000000');
    expect(text.startsWith(prefix)).toBe(true);
  });
});
