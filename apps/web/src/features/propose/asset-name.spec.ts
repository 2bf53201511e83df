import { nameFrom } from './asset-name';

const TODAY = new Date('2026-11-30T09:00:00Z');

describe('the name of an asset', () => {
  it('is its title in small letters and hyphens', () => {
    expect(nameFrom('  Webhook retries: the Réglement  ', TODAY)).toBe('webhook-retries-the-reglement');
  });

  it('is dated when the title has no letters for it', () => {
    expect(nameFrom('支付回调约定', TODAY)).toBe('memory-2026-11-30');
  });

  it('never ends in a hyphen, however long the title is', () => {
    expect(nameFrom(`${'a'.repeat(63)} b`, TODAY)).toBe('a'.repeat(63));
  });
});
