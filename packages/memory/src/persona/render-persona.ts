import { LIMITS } from '@memory-hub/contracts';
import { textLikeness } from '../arbitration/likeness';
import type { CardLanguage } from '../cards/card';
import { dominantLanguage } from '../text/language';
import { cutText } from '../text/graphemes';
import { byImportance, compareText, type SceneCard } from '../scenes/scene-card';
import { plainLine } from '../scenes/render-scene';

export const PERSONA_SECTIONS = ['who', 'how', 'rules', 'focus'] as const;
export type PersonaSection = (typeof PERSONA_SECTIONS)[number];

/** One line of the persona; it leads to its scenes, and through them to cards and turns. */
export interface PersonaLine {
  readonly section: PersonaSection;
  readonly text: string;
  readonly sceneIds: readonly string[];
  readonly cardIds: readonly string[];
}

export interface PersonaScene {
  readonly id: string;
  readonly title: string;
  readonly cardIds: readonly string[];
}

/** L3: at most 2,000 characters. */
export interface RenderedPersona {
  readonly lines: readonly PersonaLine[];
  readonly markdown: string;
  readonly language: CardLanguage;
}

const HEADINGS: Readonly<Record<CardLanguage, Readonly<Record<PersonaSection, string>>>> = {
  en: { who: 'Who', how: 'How to work with them', rules: 'Standing rules', focus: 'Current focus' },
  zh: { who: '是谁', how: '如何合作', rules: '长期规则', focus: '当前重点' },
};
/** Characters that each section is sure of; what is left over goes to whoever has more to say. */
const SHARE: Readonly<Record<PersonaSection, number>> = { who: 500, how: 450, rules: 600, focus: 350 };
const LINE_CHARACTERS = 160;
const SAME_LINE = 0.9;
/** More lines of a section cannot fit; the rest need not be compared. */
const MAX_WANTED = 60;

/**
 * Renders the persona of one subject from its live cards by rules. Cards without a scene are left out: each line
 * cites where it comes from. With `subject`, only what this person said or the cards without a speaker count.
 */
export function renderPersona(
  cards: readonly SceneCard[],
  scenes: readonly PersonaScene[],
  { subject = null }: { readonly subject?: string | null } = {},
): RenderedPersona {
  const cited = citations(scenes);
  const own = cards.filter((card) => cited.has(card.id) && isOf(card, subject));
  const language = dominantLanguage(own.map((card) => card.language));
  const wanted = PERSONA_SECTIONS.flatMap((section) => {
    const told = own
      .filter((card) => sectionOf(card) === section)
      .sort(section === 'focus' ? byRecency : byImportance);
    return distinct(told.map((card) => lineOf(card, { scenes: cited.get(card.id) ?? [], subject })));
  });
  const lines = fit(wanted, language);
  return { lines, markdown: markdownOf(lines, language), language };
}

function isOf(card: SceneCard, subject: string | null): boolean {
  return subject === null || card.speaker === null || card.speaker.toLowerCase() === subject.toLowerCase();
}

function citations(scenes: readonly PersonaScene[]): Map<string, PersonaScene[]> {
  const cited = new Map<string, PersonaScene[]>();
  for (const scene of [...scenes].sort((a, b) => compareText(a.title, b.title) || compareText(a.id, b.id))) {
    for (const id of scene.cardIds) cited.set(id, [...(cited.get(id) ?? []), scene]);
  }
  return cited;
}

function sectionOf(card: SceneCard): PersonaSection {
  if (card.attribute?.attribute === 'address') return 'how';
  if (card.kind === 'rule') return 'rules';
  if (card.category === 'preferences' || card.category === 'conventions') return 'how';
  return card.kind === 'event' ? 'focus' : 'who';
}

function lineOf(
  card: SceneCard,
  { scenes, subject }: { scenes: readonly PersonaScene[]; subject: string | null },
): PersonaLine {
  const cite = ` [[${scenes.map(({ title }) => cutText(plainLine(title), 40).text).join(', ')}]]`;
  const own =
    subject === null
      ? card.content
      : card.content.replace(new RegExp(`^${escaped(subject)}[:：]\\s*`, 'i'), '');
  const { text } = cutText(plainLine(own), Math.max(40, LINE_CHARACTERS - cite.length));
  return {
    section: sectionOf(card),
    text: text + cite,
    sceneIds: scenes.map(({ id }) => id),
    cardIds: [card.id],
  };
}

/** The focus is what is newest; elsewhere what matters most comes first. */
function byRecency(a: SceneCard, b: SceneCard): number {
  return b.currentAt.getTime() - a.currentAt.getTime() || byImportance(a, b);
}

/** Nearly equal lines are one. */
function distinct(lines: readonly PersonaLine[]): PersonaLine[] {
  const kept: PersonaLine[] = [];
  for (const line of lines) {
    if (!kept.some((other) => textLikeness(other.text, line.text) > SAME_LINE)) kept.push(line);
    if (kept.length >= MAX_WANTED) break;
  }
  return kept;
}

function fit(wanted: readonly PersonaLine[], language: CardLanguage): PersonaLine[] {
  const spent: Record<PersonaSection, number> = { who: 0, how: 0, rules: 0, focus: 0 };
  const taken = new Set<PersonaLine>();
  let left = LIMITS.personaCharacters;
  const take = (line: PersonaLine, limit: number): void => {
    const heading = spent[line.section] === 0 ? HEADINGS[language][line.section].length + 5 : 0;
    const cost = line.text.length + 3 + heading;
    if (taken.has(line) || cost > left || spent[line.section] + cost > limit) return;
    taken.add(line);
    spent[line.section] += cost;
    left -= cost;
  };
  for (const line of wanted) take(line, SHARE[line.section]);
  for (const line of wanted) take(line, LIMITS.personaCharacters);
  return wanted.filter((line) => taken.has(line));
}

function markdownOf(lines: readonly PersonaLine[], language: CardLanguage): string {
  const parts = PERSONA_SECTIONS.flatMap((section) => {
    const own = lines.filter((line) => line.section === section);
    return own.length === 0
      ? []
      : [`## ${HEADINGS[language][section]}\n${own.map(({ text }) => `- ${text}`).join('\n')}\n`];
  });
  return parts.join('\n');
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
