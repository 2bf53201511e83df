import type { KeyScope } from '@memory-hub/contracts';
import { readBudget, readClientType, readOverlap, readPrompt, readScopes } from './agent-input';

describe('the input about an agent', () => {
  it.each(['claude-code', 'Codex 2.1', '自研客户端'])('takes %j as a client type', (text) => {
    expect(readClientType(` ${text} `)).toBe(text);
  });

  it.each(['', '   ', '-x', 'a\nb', 'x'.repeat(61), '<script>'])('refuses %j as a client type', (text) => {
    expect(() => readClientType(text)).toThrow(/clientType must be/);
  });

  it('keeps a prompt word for word, without what cannot be stored', () => {
    expect(readPrompt('用中文\u0000回答\ud800。', 'rolePrompt')).toBe('用中文\ufffd回答\ufffd。');
    expect(() => readPrompt('x'.repeat(20_001), 'rulesPrompt')).toThrow(
      /rulesPrompt has 20000 characters at most/,
    );
  });

  it('gives each scope once, in one order', () => {
    expect(readScopes(['asset:read', 'memory:read', 'asset:read'])).toEqual(['memory:read', 'asset:read']);
  });

  it.each<[readonly KeyScope[], RegExp]>([
    [[], /at least one scope/],
    [['memory:write'], /only together with memory:read/],
    [['asset:propose', 'memory:read'], /only together with asset:read/],
    [['root' as KeyScope], /no scope "root"/],
  ])('refuses the scopes %j', (scopes, message) => {
    expect(() => readScopes(scopes)).toThrow(message);
  });

  it.each([-1, 1.5, Number.NaN, 100_001])('refuses %d as a budget and as an overlap', (value) => {
    expect(() => readBudget(value, 'budgetTokens')).toThrow(/budgetTokens must be a whole number/);
    expect(() => readOverlap(value)).toThrow(/overlapMinutes must be a whole number/);
  });
});
