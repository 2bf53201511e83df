import { readAssetName } from './asset-name';
import { assertFiles, readSentFiles } from './files';
import { readTags, readText } from './texts';

const file = (path: string) => ({ path, bytes: new Uint8Array() });

describe('names', () => {
  it.each(['pdf-tools', '客户偏好', '项目-约定', 'a', 'über', 'team_notes'])('takes %s', (name) => {
    expect(readAssetName(name)).toBe(name);
  });

  it.each([
    ['PDF Tools', 'For example: pdf-tools'],
    ['客户 偏好', 'For example: 客户-偏好'],
    ['', 'Use letters or digits of any script.'],
    ['!!!', 'Use letters or digits of any script.'],
    ['a'.repeat(65), `For example: ${'a'.repeat(64)}`],
  ])('refuses %j with a name that would do', (name, hint) => {
    expect(() => readAssetName(name)).toThrow(
      expect.objectContaining({ code: 'VALIDATION_FAILED', path: ['name'], hint }),
    );
  });
});

describe('files', () => {
  it('reads text as UTF-8 and base64 as bytes', () => {
    const [text, bytes, empty] = readSentFiles([
      { path: 'a', text: '语' },
      { path: 'b', base64: '/+8=' },
      { path: 'c', text: '' },
    ]);
    expect([text, bytes, empty].map((one) => Buffer.from(one?.bytes ?? []).toString('hex'))).toEqual([
      'e8afad',
      'ffef',
      '',
    ]);
  });

  it.each([
    [{ path: 'a' }, ['files', 0]],
    [{ path: 'a', text: '', base64: '' }, ['files', 0]],
    [{ path: 'a', text: '\ud800' }, ['files', 0, 'text']],
    [{ path: 'a', base64: 'YQ' }, ['files', 0, 'base64']],
    [{ path: 'a', base64: 'YQ==\n' }, ['files', 0, 'base64']],
    [{ path: 'a', base64: '_-8=' }, ['files', 0, 'base64']],
  ])('refuses %j at its place', (sent, path) => {
    expect(() => readSentFiles([sent])).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED', path }));
  });

  it.each([
    '',
    '/a',
    'a/',
    'a//b',
    './a',
    '../a',
    'a/../b',
    'a\\b',
    'C:/a',
    'a\0b',
    'a\nb',
    'a\ud83db',
    'gpj.\u202eexe',
    ' a',
    'a/ b',
    'x'.repeat(401),
  ])('refuses the path %j', (path) => {
    expect(() => assertFiles([file(path)])).toThrow(
      expect.objectContaining({ code: 'VALIDATION_FAILED', path: ['files', 0, 'path'] }),
    );
  });

  it('refuses none, too many, too large, and one path twice in other letters', () => {
    expect(() => assertFiles([])).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }));
    expect(() => assertFiles(Array.from({ length: 201 }, (_, index) => file(`f${index}`)))).toThrow(
      expect.objectContaining({ code: 'LIMIT_EXCEEDED' }),
    );
    expect(() => assertFiles([{ path: 'a', bytes: new Uint8Array(10 * 1024 * 1024 + 1) }])).toThrow(
      expect.objectContaining({ code: 'LIMIT_EXCEEDED' }),
    );
    expect(() => assertFiles([file('É.md'), file('e\u0301.md')])).toThrow(
      expect.objectContaining({ path: ['files', 1, 'path'] }),
    );
  });
});

describe('texts', () => {
  it('trims, and names the field of what it refuses', () => {
    expect(readText('  a b ', { path: ['reason'], max: 3 })).toBe('a b');
    expect(() => readText(' \n', { path: ['reason'], max: 3, ask: 'Say why.' })).toThrow(
      expect.objectContaining({ code: 'VALIDATION_FAILED', path: ['reason'] }),
    );
    expect(() => readText('abcd', { path: ['reason'], max: 3 })).toThrow(
      expect.objectContaining({ code: 'LIMIT_EXCEEDED', path: ['reason'] }),
    );
    expect(() => readText('a\0b', { path: ['reason'], max: 3 })).toThrow(
      expect.objectContaining({ code: 'VALIDATION_FAILED' }),
    );
  });

  it('masks secrets, which people paste anywhere', () => {
    const secret = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD';
    const read = readText(`For ${secret}, please`, { path: ['message'], max: 200 });
    expect(read).not.toContain(secret);
    expect(read).toMatch(/^For .+, please$/);
  });

  it.each([
    ['\u001b[2Jgone', 'U+001B'],
    ['ring\u0007', 'U+0007'],
    ['\u202eexe.gpj', 'U+202E'],
    ['half \ud83d', 'U+D83D'],
  ])('refuses %j and says which character it is', (text, name) => {
    const message = `title holds the character ${name}, which is not shown.`;
    expect(() => readText(text, { path: ['title'], max: 20 })).toThrow(
      expect.objectContaining({ code: 'VALIDATION_FAILED', message, path: ['title'] }),
    );
    expect(() => readTags(['fine', text])).toThrow(expect.objectContaining({ path: ['tags', 1] }));
  });

  it('puts a name on one line', () => {
    expect(readText(' a \n b\t👩‍💻', { path: ['title'], max: 20, oneLine: true })).toBe('a b 👩‍💻');
    expect(readText('a\r\nb', { path: ['note'], max: 20 })).toBe('a\r\nb');
  });

  it('keeps each tag once', () => {
    expect(readTags([' a ', 'a', '', '报告', 'e\u0301', 'é'])).toEqual(['a', '报告', 'é']);
    expect(() => readTags(Array.from({ length: 33 }, String))).toThrow(
      expect.objectContaining({ code: 'LIMIT_EXCEEDED', path: ['tags'] }),
    );
    expect(() => readTags(['ok', 'x'.repeat(65)])).toThrow(expect.objectContaining({ path: ['tags', 1] }));
  });
});
