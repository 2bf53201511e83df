import fc from 'fast-check';
import { AssetKinds } from '../../assets';
import type { Card } from '../domain/card';
import { ChatMemoryStrategy } from './chat-memory.strategy';
import { parseSnapshot, writeSnapshot } from './snapshot';

const DAY = new Date('2026-10-05T09:00:00Z');
const card = (content: string, at = 0): Card => ({
  id: `01a22e9c-702c-7581-a912-${String(at).padStart(12, '0')}`, spaceId: 'space', aclId: 'class', acl: [], agentId: 'agent',
  agentOwnerId: 'owner', subjectId: 'subject', content, kind: 'preference', priority: 1, category: 'notes - and # more', tags: [], metadata: {},
  entities: [], attribute: null, confidence: 1, speaker: null, lang: 'en', trust: 'own_user', flags: [], origin: 'added', state: 'live',
  sceneId: null, sceneTitle: '# Work', saidAt: DAY, eventTime: DAY, eventUntil: null, eventPrecision: null, currentAt: DAY,
  validFrom: null, validTo: null, recordedAt: DAY, updatedAt: DAY, rev: 1, supersededBy: null, retiredBecause: null, unarbitrated: false,
  conversationId: null, rangeStart: null, ordinal: null, extractorVersion: null,
}); // prettier-ignore

const files = (contents: readonly string[], more: { title?: string; description?: string } = {}) =>
  writeSnapshot({
    name: 'notes', title: 'Notes', description: 'What we know.', scenes: new Map(), provenance: new Map(), speakers: null,
    cards: contents.map(card), ...more,
  }); // prettier-ignore

const index = (description: string) => [
  { path: 'MEMORY.md', bytes: Buffer.from(`---\nname: "a"\ntitle: "b"\ndescription: ${description}\n---\n`) },
];

describe('a snapshot', () => {
  it('gives back every card, whatever it begins with', () => {
    const contents = [
      '- buy milk',
      '## not a heading',
      '# one',
      '\\- escaped',
      '\\\\',
      '---',
      '1. first',
      '> said',
      '\\#',
      'plain',
    ];
    const written = files(contents);
    expect(parseSnapshot(written).entries.map(({ content }) => content)).toEqual(contents);
    expect(parseSnapshot(written).entries.map(({ scene }) => scene)).toEqual(contents.map(() => '# Work'));
    const inline = new ChatMemoryStrategy(new AssetKinds()).expose(written, 'inline');
    for (const content of contents) expect(inline).toContain(`\n- ${content}`);
    fc.assert(
      fc.property(
        fc.array(
          fc
            .array(fc.constantFrom('-', '#', '\\', ' ', '\n', 'a', '研', '😀', '\u2028', '`', '_'), {
              minLength: 1,
            })
            .map((parts) => `${parts.join('')}x`),
          { minLength: 1, maxLength: 5 },
        ),
        (texts) => {
          const oneLine = texts.map((text) => text.replace(/\s+/g, ' ').trim());
          expect(parseSnapshot(files(texts)).entries.map(({ content }) => content)).toEqual(oneLine);
        },
      ),
    );
  });

  it('masks secrets in its title and its description, whoever reads them', () => {
    const secret = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD';
    const { title, description } = parseSnapshot(
      files(['x'], { title: `Key ${secret}`, description: `Use ${secret} here.` }),
    );
    expect(`${title} ${description}`).not.toContain(secret);
  });

  it.each([
    ['"a\\u0000b"', 'VALIDATION_FAILED'],
    ['"a\\u202eb"', 'VALIDATION_FAILED'],
    ['"a\\ud83d"', 'VALIDATION_FAILED'],
    ['\u001b[31mred', 'VALIDATION_FAILED'],
    ['a'.repeat(1_025), 'LIMIT_EXCEEDED'],
  ])('refuses the description %j by its name', (description, code) => {
    expect(() => parseSnapshot(index(description))).toThrow(
      expect.objectContaining({ code, path: ['description'] }),
    );
  });

  it('holds a line separator in its description', () => {
    expect(parseSnapshot(files(['x'], { description: 'a\u2028b\nc' })).description).toBe('a b\nc');
  });
});
