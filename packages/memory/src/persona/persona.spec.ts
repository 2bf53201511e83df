import { LIMITS } from '@memory-hub/contracts';
import fc from 'fast-check';
import { assignScenes } from '../scenes/assign-scenes';
import { sceneCards } from '../scenes/scenes.fixture';
import type { SceneCard } from '../scenes/scene-card';
import { renderPersona, type PersonaScene } from './render-persona';

function scenesOf(cards: readonly SceneCard[]): PersonaScene[] {
  return assignScenes(cards, []).map(({ title, cardIds }, at) => ({ id: `scene-${at}`, title, cardIds }));
}

const CARDS = sceneCards([
  'My name is Priya Raman.',
  'I hate long emails.',
  'Never push directly to main.',
  'Please reply in English from now on.',
  'I am planning to move to Lisbon in October.',
  'My sister Anna lives in Porto.',
  'I am working on the billing migration this month.',
]);

describe('renderPersona', () => {
  it('has who, how, rules and focus, each line citing its scenes and cards', () => {
    const { lines, markdown, language } = renderPersona(CARDS, scenesOf(CARDS));
    expect(language).toBe('en');
    const sections = new Map(lines.map(({ section, text }) => [text.replace(/ \[\[.*$/, ''), section]));
    expect(Object.fromEntries(sections)).toMatchObject({
      'My name is Priya Raman.': 'who',
      'I hate long emails.': 'how',
      'Never push directly to main.': 'rules',
      'My sister Anna lives in Porto.': 'who',
    });
    expect([...sections.values()]).toContain('focus');
    const known = new Set(scenesOf(CARDS).map(({ id }) => id));
    expect(
      lines.every(
        ({ sceneIds, cardIds }) =>
          sceneIds.length > 0 && sceneIds.every((id) => known.has(id)) && cardIds.length > 0,
      ),
    ).toBe(true);
    expect(markdown.match(/^## .*$/gm)).toEqual([
      '## Who',
      '## How to work with them',
      '## Standing rules',
      '## Current focus',
    ]);
  });

  it('takes the headings of the language that most cards have', () => {
    const cards = sceneCards(['我叫李雷。', '我不吃香菜。', '提交前必须跑单元测试。']);
    expect(renderPersona(cards, scenesOf(cards)).markdown).toMatch(
      /## 是谁[\s\S]*## 如何合作[\s\S]*## 长期规则/,
    );
  });

  it('never mixes people: only what the subject said counts', () => {
    const cards = [
      ...sceneCards(['I hate long emails.'], 'Priya'),
      ...sceneCards(['I love long emails.'], 'Kai'),
    ].map((card, at) => ({ ...card, id: `c${at}` }));
    const { markdown } = renderPersona(cards, scenesOf(cards), { subject: 'Priya' });
    expect(markdown).toContain('- I hate long emails. [[');
    expect(markdown).not.toMatch(/love|Kai/);
  });

  it('has the same bytes for the same cards in any order', () => {
    const scenes = scenesOf(CARDS);
    const expected = renderPersona(CARDS, scenes).markdown;
    fc.assert(
      fc.property(
        fc.shuffledSubarray(CARDS, { minLength: CARDS.length }),
        fc.shuffledSubarray(scenes, { minLength: scenes.length }),
        (cards, order) => {
          expect(renderPersona(cards, order).markdown).toBe(expected);
        },
      ),
    );
  });

  it('stays within its limit and keeps room for rules, however many cards there are', () => {
    const many = sceneCards(
      Array.from({ length: 90 }, (_, at) =>
        at % 3 === 0
          ? `Never deploy service number ${at} by hand.`
          : `I love place number ${at} by the old harbour.`,
      ),
    );
    const { markdown, lines } = renderPersona(many, scenesOf(many));
    expect(markdown.length).toBeLessThanOrEqual(LIMITS.personaCharacters);
    expect(markdown.length).toBeGreaterThan(LIMITS.personaCharacters * 0.8);
    expect(new Set(lines.map(({ section }) => section))).toEqual(new Set(['how', 'rules']));
  });

  it('is empty without cards, and leaves out cards that no scene holds', () => {
    expect(renderPersona([], [])).toEqual({ lines: [], markdown: '', language: 'en' });
    expect(renderPersona(CARDS, []).lines).toEqual([]);
  });
});
