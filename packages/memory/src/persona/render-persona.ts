import { LIMITS } from '@memory-hub/contracts';
import { textLikeness } from '../arbitration/likeness';
import { mayBeOutdated } from '../arbitration/revises';
import type { CardLanguage } from '../cards/card';
import { isInstructionLike } from '../injection/instruction-like';
import { maskSecrets } from '../privacy/mask-secrets';
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
const MAX_COMPARED = 120;
/** Cards of a section that are looked at, best first. */
const MAX_LOOKED_AT = 240;

/**
 * Renders the persona of one subject from its live cards by rules. Cards without a scene are left out: each line
 * cites where it comes from, and so is what recall would keep out: orders to the model, unless a person let them pass.
 * With `subject`, only what this person said or the cards without a speaker count. What a later card may have made
 * outdated stands behind that card, and never without it.
 */
export function renderPersona(
  cards: readonly SceneCard[],
  scenes: readonly PersonaScene[],
  { subject = null }: { readonly subject?: string | null } = {},
): RenderedPersona {
  const cited = citations(scenes);
  const own = cards.filter(
    (card) =>
      cited.has(card.id) &&
      isOf(card, subject) &&
      (card.cleared === true || !isInstructionLike(card.content)),
  );
  const language = dominantLanguage(own.map((card) => card.language));
  const wanted = PERSONA_SECTIONS.flatMap((section) => {
    const told = own
      .filter((card) => sectionOf(card, subject) === section)
      .sort(section === 'focus' ? byRecency : byImportance);
    return distinct(newestFirst(told.slice(0, MAX_LOOKED_AT)), (card) =>
      lineOf(card, { scenes: cited.get(card.id) ?? [], subject, section }),
    );
  });
  const lines = withoutOutdated(fit(wanted, language), own);
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

/** A later card comes before one that it may have made outdated; only the first of a section are worth comparing. */
function newestFirst(cards: readonly SceneCard[]): SceneCard[] {
  const ordered: SceneCard[] = [];
  for (const card of cards.slice(0, MAX_COMPARED)) {
    const at = ordered.findIndex((other) => isLater(card, other) && mayBeOutdated(other, card));
    ordered.splice(at < 0 ? ordered.length : at, 0, card);
  }
  return [...ordered, ...cards.slice(MAX_COMPARED)];
}

/** Drops a line whose newer rival found no room: alone it would pass for current. */
function withoutOutdated(lines: readonly PersonaLine[], cards: readonly SceneCard[]): PersonaLine[] {
  const byId = new Map(cards.map((card) => [card.id, card]));
  const shown = new Set(lines.flatMap(({ cardIds }) => cardIds));
  return lines.filter(({ cardIds }) =>
    cardIds.every((id) => {
      const card = byId.get(id);
      if (!card) return true;
      const rivals = cards.filter((other) => isLater(other, card) && mayBeOutdated(card, other));
      return rivals.length === 0 || rivals.some((rival) => shown.has(rival.id));
    }),
  );
}

function isLater(a: SceneCard, b: SceneCard): boolean {
  return (
    a.currentAt.getTime() > b.currentAt.getTime() ||
    (a.currentAt.getTime() === b.currentAt.getTime() && a.occurredAt.getTime() > b.occurredAt.getTime())
  );
}

/** Numbers and addresses at which one reaches somebody or something else: looked up when needed, not who the user is. */
const REACH =
  /^(?:(?:.* )?(?:phone|phone number|number|email|email address|address|mailing address|contact|extension|电话|邮箱|号码|地址|微信号?)(?: .*)?)$/;
const REACHABLE_AT =
  /[\w.+-]+@[\w-]+\.\w|(?<![\w-])(?:\+?\d[\s()/.-]{0,2}){7,15}(?![\w-])|电话|手机号|邮箱|\b(?:phone|telephone|mobile) number\b/i;
const OWN_REACH =
  /^(?:.{0,30}[:：]\s*)?(?:my|our)\b(?! \w+'s)|^(?:.{0,30}[:：]\s*)?我(?:们)?的?(?:新)?(?:电话|手机|邮箱|号码|微信|地址)/i;

function isReachOfOthers(card: SceneCard, subject: string | null): boolean {
  const own = card.attribute?.subject;
  const reach =
    (card.attribute !== null && REACH.test(card.attribute.attribute)) || REACHABLE_AT.test(card.content);
  if (!reach || card.kind === 'rule') return false;
  if (own !== undefined) return own !== 'self' && own !== (subject ?? card.speaker)?.toLowerCase();
  return !OWN_REACH.test(card.content);
}

function sectionOf(card: SceneCard, subject: string | null): PersonaSection | null {
  if (isReachOfOthers(card, subject)) return null;
  if (card.attribute?.attribute === 'address') return 'how';
  if (card.kind === 'rule') return 'rules';
  if (card.category === 'preferences' || card.category === 'conventions') return 'how';
  return card.kind === 'event' ? 'focus' : 'who';
}

function lineOf(
  card: SceneCard,
  {
    scenes,
    subject,
    section,
  }: { scenes: readonly PersonaScene[]; subject: string | null; section: PersonaSection },
): PersonaLine {
  const cite = ` [[${scenes.map(({ title }) => cutText(plainLine(title), 40).text).join(', ')}]]`;
  const own =
    subject === null
      ? card.content
      : card.content.replace(new RegExp(`^${escaped(subject)}[:：]\\s*`, 'i'), '');
  const { text } = cutText(plainLine(maskSecrets(own).text), Math.max(40, LINE_CHARACTERS - cite.length));
  return {
    section,
    text: text + cite,
    sceneIds: scenes.map(({ id }) => id),
    cardIds: [card.id],
  };
}

/** The focus is what is newest; elsewhere what matters most comes first. */
function byRecency(a: SceneCard, b: SceneCard): number {
  return b.currentAt.getTime() - a.currentAt.getTime() || byImportance(a, b);
}

/** Nearly equal lines are one. Lines are written only until there are enough: of many cards few find room. */
function distinct(cards: readonly SceneCard[], write: (card: SceneCard) => PersonaLine): PersonaLine[] {
  const kept: PersonaLine[] = [];
  for (const card of cards) {
    const line = write(card);
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
