import fc from 'fast-check';
import { callerName } from './clients';

describe('the name of a program that called', () => {
  it.each([
    ['claude-code 2.4.1', 'Claude Code 2.4.1'],
    ['claude-code/2.4.1 (external, cli)', 'Claude Code 2.4.1'],
    ['codex-mcp-client 0.98.0', 'Codex 0.98.0'],
    ['Visual Studio Code 1.99.0', 'Visual Studio Code 1.99.0'],
    ['my-bot v3', 'my-bot 3'],
    ['my-bot', 'my-bot'],
    ['curl/8.5.0', 'curl 8.5.0'],
    ['记忆助手 1.0', '记忆助手 1.0'],
  ])('is read from %j', (said, shown) => {
    expect(callerName(said)).toBe(shown);
  });

  it.each([
    null,
    '',
    '  ',
    'node',
    'node/22.1.0',
    'undici',
    'generic',
    'python-httpx/0.27.0',
    'Mozilla/5.0 (X11; Linux x86_64) Gecko',
    'Go-http-client/1.1',
  ])('is not known from %j', (said) => {
    expect(callerName(said)).toBeNull();
  });

  it('is never empty, whatever a program says', () => {
    fc.assert(fc.property(fc.string(), (said) => expect(callerName(said)).not.toBe('')));
  });
});
