import { isInstructionLike } from '../injection/instruction-like';
import { dominantLanguage } from '../text/language';
import { cutText } from '../text/graphemes';
import { byImportance, compareText, type SceneCard } from './scene-card';
import type { CardLanguage } from '../cards/card';

export interface SceneLine {
  /** The line as it stands in the Markdown, without the bullet. */
  readonly text: string;
  readonly cardIds: readonly string[];
}

/** L2: the stored text of a scene. Heat is no part of it. */
export interface RenderedScene {
  readonly title: string;
  readonly summary: string;
  /** First and last time at which one of its cards was recorded. */
  readonly created: Date;
  readonly updated: Date;
  /** In the order of the numbers that cite them. */
  readonly cardIds: readonly string[];
  readonly lines: readonly SceneLine[];
  /** Front matter and Markdown. The same bytes for the same cards in any order. */
  readonly markdown: string;
}

const SUMMARY_CHARACTERS = 160;
const SUMMARY_CARDS = 2;
const SECTIONS = ['rule', 'preference', 'event'] as const;
const HEADINGS = {
  en: { rule: 'Rules', preference: 'What holds', event: 'What happened and what is planned' },
  zh: { rule: '规则', preference: '情况与偏好', event: '经过与计划' },
} as const;

/** Renders a scene from its live cards by rules. A scene without cards has no text: null. */
export function renderScene(title: string, cards: readonly SceneCard[]): RenderedScene | null {
  if (cards.length === 0) return null;
  const sorted = [...cards].sort(byImportance);
  const language = dominantLanguage(cards.map((card) => card.language));
  const ordered = SECTIONS.flatMap((kind) => sectionCards(kind, sorted));
  const cardIds = ordered.map(({ id }) => id);
  const lines = ordered.map((card, at) => ({
    text: `${plainLine(card.content)} [${at + 1}]`,
    cardIds: [card.id],
  }));
  const summary = summaryOf(sorted.filter(mayBeInjected), language);
  const times = cards.map(({ recordedAt }) => recordedAt.getTime());
  const created = new Date(times.reduce((a, b) => Math.min(a, b)));
  const updated = new Date(times.reduce((a, b) => Math.max(a, b)));
  const front = frontMatter({ title, created, updated, summary, cardIds });
  return {
    title,
    summary,
    created,
    updated,
    cardIds,
    lines,
    markdown: `${front}\n${body(title, ordered, { lines, language })}`,
  };
}

/** The scene with its heat in the front matter, for reading and export. */
export function withHeat(markdown: string, heat: number): string {
  return markdown.replace(
    /^(---\n[\s\S]*?\n)(cards:)/,
    (_, before: string, cards: string) => `${before}heat: ${heat}\n${cards}`,
  );
}

/** A card's words as one line of Markdown that cannot open a heading, a list or a link. */
export function plainLine(content: string): string {
  return content
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^([#>*+-]|\d+\.)(?=\s)/, '\\$1');
}

function sectionCards(kind: SceneCard['kind'], sorted: readonly SceneCard[]): SceneCard[] {
  const own = sorted.filter((card) => card.kind === kind);
  return kind === 'event'
    ? own.sort((a, b) => a.currentAt.getTime() - b.currentAt.getTime() || compareText(a.id, b.id))
    : own;
}

/** The summary stands in the prompt, so what is kept out of recall is kept out of it. */
function mayBeInjected({ content, cleared }: SceneCard): boolean {
  return cleared === true || !isInstructionLike(content);
}

function summaryOf(sorted: readonly SceneCard[], language: CardLanguage): string {
  const chosen = sorted
    .slice(0, SUMMARY_CARDS)
    .map(({ content }) => plainLine(content).replace(/[。.]+$/, ''));
  return cutText(chosen.join(language === 'zh' ? '；' : '; '), SUMMARY_CHARACTERS).text;
}

interface FrontMatter {
  readonly title: string;
  readonly created: Date;
  readonly updated: Date;
  readonly summary: string;
  readonly cardIds: readonly string[];
}

/** JSON strings are YAML strings, so no title can break out of the front matter. */
function frontMatter({ title, created, updated, summary, cardIds }: FrontMatter): string {
  return [
    '---',
    `title: ${JSON.stringify(title)}`,
    `created: ${created.toISOString()}`,
    `updated: ${updated.toISOString()}`,
    `summary: ${JSON.stringify(summary)}`,
    `cards: ${JSON.stringify(cardIds)}`,
    '---',
    '',
  ].join('\n');
}

function body(
  title: string,
  ordered: readonly SceneCard[],
  { lines, language }: { lines: readonly SceneLine[]; language: CardLanguage },
): string {
  const parts = [`# ${plainLine(title)}`, ''];
  for (const kind of SECTIONS) {
    const own = lines.filter((_, at) => ordered[at]?.kind === kind);
    if (own.length > 0)
      parts.push(`## ${HEADINGS[language][kind]}`, '', ...own.map(({ text }) => `- ${text}`), '');
  }
  return parts.join('\n');
}
