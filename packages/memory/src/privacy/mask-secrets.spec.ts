import fc from 'fast-check';
import { findSecrets, maskSecrets, storedOffset } from './mask-secrets';

const KEY = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8';

describe('maskSecrets', () => {
  it.each([
    ['cloud_key', `use sk-${KEY} please`, `sk-${KEY}`],
    ['cloud_key', `sk-proj-${KEY}`, `sk-proj-${KEY}`],
    ['cloud_key', `AIza${KEY}`, `AIza${KEY}`],
    ['cloud_key', 'AKIAIOSFODNN7EXAMPLE', 'AKIAIOSFODNN7EXAMPLE'],
    ['cloud_key', `密钥AIza${KEY}，别外传`, `AIza${KEY}`],
    ['access_token', `ghp_${KEY}`, `ghp_${KEY}`],
    ['access_token', `github_pat_11AAAAAAA0${KEY}_${KEY}`, `github_pat_11AAAAAAA0${KEY}_${KEY}`],
    ['access_token', 'xoxb-123456789012-abcdefGHIJ', 'xoxb-123456789012-abcdefGHIJ'],
    ['hub_key', `key mh_${KEY}.`, `mh_${KEY}`],
    [
      'jwt',
      'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P',
      'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P',
    ],
    ['url_password', 'postgres://app:hunter2@db.local/hub', 'hunter2'],
    ['url_password', 'https://me:p@ss:word@example.org', 'p@ss:word'],
    ['authorization_header', 'curl -H "Authorization: Bearer abcDEF123456.xyz"', 'abcDEF123456.xyz'],
    ['authorization_header', 'Authorization: Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz'],
    ['assigned_secret', 'export OPENAI_API_KEY=abcdefgh12345678', 'abcdefgh12345678'],
    ['assigned_secret', 'export DB_DSN_BLOB=Zk3jf93kQp0vnW21xY', 'Zk3jf93kQp0vnW21xY'],
    ['assigned_secret', '{"apiKey": "0123456789abcdef"}', '0123456789abcdef'],
    ['assigned_secret', "client_secret: 'Qx9-zz-77-plum'", 'Qx9-zz-77-plum'],
    ['password', 'password: hunter2', 'hunter2'],
    ['password', 'DB_PASSWORD=letmein', 'letmein'],
    ['password', 'my new home wifi password is Blue42!sky', 'Blue42!sky'],
    ['password', '服务器密码是Abc@12345，记一下', 'Abc@12345'],
    ['password', '密码：admin888', 'admin888'],
  ])('replaces a %s in %j', (kind, text, secret) => {
    const masked = maskSecrets(text);
    expect(masked.text).not.toContain(secret);
    expect(masked.text).toContain(`[masked: ${kind}]`);
    expect(masked.found.map(({ start, end }) => text.slice(start, end))).toEqual([secret]);
  });

  it('replaces a private key as one block, also when its end was cut off', () => {
    const body = `-----BEGIN RSA PRIVATE KEY-----\nMIIEow${KEY}\n${KEY}==\n`;
    const text = `before\n${body}-----END RSA PRIVATE KEY-----\nafter`;
    expect(maskSecrets(text).text).toBe('before\n[masked: private_key]\nafter');
    expect(maskSecrets(`${body}\nThis is my key.`).text).not.toContain(KEY);
  });

  it.each([
    'There is no API key in the build, the secret: work hard.',
    'apiKey: import.meta.env.VITE_API_KEY,',
    'token: process.env.TOKEN',
    'password: string;',
    'const token = getToken();',
    'token_count=123456789 and max_tokens: 40960000',
    'The password is required for the admin page.',
    'Password reset was sent; token: the smallest unit of text',
    'The bearer of good news arrived at 12345 Main Street.',
    'See https://example.org/path?x=1 and user@example.org',
    'scikit: sk-learn-based-pipelines-are-nice',
    'commit 9fceb02d0ae598e95dc970b74767f19372d61af8',
    '密码忘了怎么办？token 是文本的最小单位',
    'compass: northwestern, tokenizer=sentencepiece',
    'export NODE_ENV=production; export PATH=/usr/local/bin:/usr/bin',
    'password: ${DB_PASSWORD} or password=<your password>',
  ])('leaves %j alone', (text) => {
    expect(maskSecrets(text)).toEqual({ text, found: [] });
  });

  it('replaces base64 media by a marker', () => {
    const media = 'iVBORw0KGgo'.repeat(40);
    expect(maskSecrets(`see data:image/png;base64,${media} here`).text).toBe('see [media] here');
    expect(maskSecrets(`raw ${media}== end`).text).toBe('raw [media] end');
  });

  it('replaces runs of base64 from 256 characters on, wherever they begin, and no shorter ones', () => {
    const lengths = fc.array(fc.integer({ min: 190, max: 520 }), { minLength: 1, maxLength: 12 });
    const glue = fc.constantFrom(' ', '\n', '. ', '，', '"');
    fc.assert(
      fc.property(lengths, glue, (list, between) => {
        const runs = list.map((length) => 'aB1'.repeat(200).slice(0, length));
        const expected = runs.map((run) => (run.length >= 256 ? '[media]' : run)).join(between);
        expect(maskSecrets(runs.join(between)).text).toBe(expected);
      }),
    );
  });

  it('maps places of the masked text back to the stored one', () => {
    const text = `A ghp_${KEY} B sk-${KEY} C`;
    const masked = maskSecrets(text);
    for (const letter of 'ABC')
      expect(text.charAt(storedOffset(masked, masked.text.indexOf(letter)))).toBe(letter);
  });

  it('never leaves a secret, masks once for all, and keeps the rest', () => {
    const secrets = fc.constantFrom(
      `sk-${KEY}`,
      `ghp_${KEY}`,
      'AKIAIOSFODNN7EXAMPLE',
      'password: hunter2',
      `data:image/png;base64,${KEY}`,
    );
    const parts = fc.array(fc.oneof(fc.string({ unit: 'binary' }), secrets), { maxLength: 8 });
    fc.assert(
      fc.property(parts, (list) => {
        const text = list.join(' \n ');
        const masked = maskSecrets(text);
        expect(maskSecrets(masked.text).text).toBe(masked.text);
        const rebuilt = masked.found.reduceRight(
          (kept, secret) =>
            kept.slice(0, secret.maskedStart) +
            text.slice(secret.start, secret.end) +
            kept.slice(secret.maskedEnd),
          masked.text,
        );
        expect(rebuilt).toBe(text);
        expect(masked.text).not.toMatch(/hunter2|AKIAIOSFODNN7EXAMPLE|a1B2c3D4e5F6/);
      }),
    );
  });

  it('takes time in proportion to the length on hostile input', () => {
    const hostile = [
      'eyJ-',
      'sk-',
      'password ',
      'a:',
      '://a:',
      'Bearer ',
      ';base64,',
      '-----BEGIN PRIVATE KEY-----',
      'a_',
    ];
    for (const piece of hostile) {
      const text = piece.repeat(Math.floor(1_000_000 / piece.length));
      expect(findSecrets(text).every(({ start, end }) => start < end && end <= text.length)).toBe(true);
    }
  });
});
