import { DomainError } from '@memory-hub/contracts';
import fc from 'fast-check';
import { applyCardPatch, type CardPatch, type PatchableCard } from './card-patch';

const NOW = new Date('2024-05-01T00:00:00Z');
const CARD: PatchableCard & { readonly sources: readonly string[] } = {
  content: 'I use npm.',
  kind: 'preference',
  priority: 70,
  category: 'preferences',
  tags: ['software'],
  agentId: 'agent-1',
  metadata: { origin: 'chat', nested: { a: 1 } },
  sources: ['t1'],
};

describe('applyCardPatch', () => {
  it('changes what is named and leaves everything else identical', () => {
    const { card, history } = applyCardPatch(
      CARD,
      { content: 'I use pnpm.' },
      { now: NOW, reason: 'corrected' },
    );
    expect(card).toEqual({ ...CARD, content: 'I use pnpm.' });
    expect(card.tags).toBe(CARD.tags);
    expect(card.metadata).toBe(CARD.metadata);
    expect(history).toEqual([
      { field: 'content', before: 'I use npm.', after: 'I use pnpm.', at: NOW, reason: 'corrected' },
    ]);
  });

  it('sets and removes single keys of the metadata', () => {
    const { card } = applyCardPatch(CARD, { metadata: { origin: null, seen: 2 } }, { now: NOW });
    expect(card.metadata).toEqual({ nested: { a: 1 }, seen: 2 });
  });

  it('writes no history for a patch that changes nothing', () => {
    const same = { content: CARD.content, tags: ['software'], metadata: { nested: { a: 1 } } };
    expect(applyCardPatch(CARD, same, { now: NOW })).toEqual({ card: CARD, history: [] });
  });

  it('never mutates its input, and can be undone from the history', () => {
    const patches: fc.Arbitrary<CardPatch> = fc.record(
      {
        content: fc.constantFrom('I use npm.', 'I use yarn.'),
        priority: fc.integer({ min: -1, max: 100 }),
        category: fc.string(),
        tags: fc.array(fc.string(), { maxLength: 3 }),
        agentId: fc.option(fc.string()),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(patches, (patch) => {
        const before = JSON.stringify(CARD);
        const { card, history } = applyCardPatch(CARD, patch, { now: NOW });
        expect(JSON.stringify(CARD)).toBe(before);
        const undo = Object.fromEntries(history.map((row) => [row.field, row.before]));
        expect({ ...card, ...undo }).toEqual(CARD);
      }),
    );
  });

  it.each([
    [{ content: ' \n' }, 'content'],
    [{ content: 'x'.repeat(4_001) }, 'content'],
    [{ priority: 101 }, 'priority'],
    [{ priority: 1.5 }, 'priority'],
    [{ tags: Array.from({ length: 33 }, String) }, 'tags'],
  ])('names the field at fault in %j', (patch, field) => {
    expect(() => applyCardPatch(CARD, patch, { now: NOW })).toThrow(DomainError);
    expect(() => applyCardPatch(CARD, patch, { now: NOW })).toThrow(
      expect.objectContaining({ path: [field] }),
    );
  });
});
