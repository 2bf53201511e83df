import { readAssetName } from './asset-name';
import { numberAfter, uuidAfter } from './cursor';
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

  it('keeps each tag once', () => {
    expect(readTags([' a ', 'a', '', '报告', 'e\u0301', 'é'])).toEqual(['a', '报告', 'é']);
    expect(() => readTags(Array.from({ length: 33 }, String))).toThrow(
      expect.objectContaining({ code: 'LIMIT_EXCEEDED', path: ['tags'] }),
    );
    expect(() => readTags(['ok', 'x'.repeat(65)])).toThrow(expect.objectContaining({ path: ['tags', 1] }));
  });
});

describe('cursors', () => {
  it('refuses keys of other lists', () => {
    expect(uuidAfter('0190f3c0-0000-7000-8000-000000000000')).toBe('0190f3c0-0000-7000-8000-000000000000');
    expect(numberAfter('12')).toBe(12);
    for (const read of [() => uuidAfter('12'), () => numberAfter('-1'), () => numberAfter('1e3')])
      expect(read).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED', path: ['after'] }));
  });
});
