import { factKey } from '../arbitration/fact-key';
import { featuresOf } from '../arbitration/terms';
import { titleIn, topicTitle } from '../extraction/topics';
import { dominantLanguage } from '../text/language';
import { compareText, inOrder, type SceneCard } from './scene-card';

/** More scenes than this per subject are no overview: the coldest similar ones merge. */
export const MAX_SCENES = 15;

export interface LiveScene {
  readonly id: string;
  readonly title: string;
  readonly cards: readonly SceneCard[];
  /** Search hits, already decayed when the order should follow recent use. */
  readonly heat: number;
  /** A person edited it: it takes new cards but is never merged away. */
  readonly locked: boolean;
}

/** A scene after the assignment. */
export interface ScenePlan {
  /** Null for a scene that is to be created. */
  readonly sceneId: string | null;
  readonly title: string;
  /** Cards that join now. */
  readonly joined: readonly string[];
  /** Scenes that end in this one; their cards and their heat go with them. */
  readonly mergedFrom: readonly string[];
  /** All cards after the assignment, in order. */
  readonly cardIds: readonly string[];
}

/** Likeness of a card to the closest card of a scene from which they share a situation. */
const SAME_SITUATION = 0.45;
/** Half-life of heat for ranking: 30 days. */
const HEAT_HALF_LIFE_MS = 30 * 86_400_000;

/** Heat for ranking: halves every 30 days without a hit. */
export function decayedHeat(heat: number, lastHitAt: Date | null, now: Date): number {
  if (!lastHitAt) return heat;
  return heat * 0.5 ** (Math.max(0, now.getTime() - lastHitAt.getTime()) / HEAT_HALF_LIFE_MS);
}

/**
 * Puts cards into scenes: by the person they tell of, by title or topic, by a shared name, by their words; else a
 * new scene. Facts told in one turn or in five reach the same scene, in whatever order the cards are given.
 * Returns only scenes that change.
 */
export function assignScenes(cards: readonly SceneCard[], scenes: readonly LiveScene[]): ScenePlan[] {
  const drafts = [...scenes].sort((a, b) => compareText(a.id, b.id)).map(toDraft);
  const known = new Set(drafts.flatMap((draft) => draft.cards.map(({ id }) => id)));
  for (const card of inOrder(cards)) {
    if (known.has(card.id)) continue;
    known.add(card.id);
    const home = homeOf(card, drafts) ?? newDraft(card, drafts);
    home.cards.push(card);
    home.joined.push(card.id);
  }
  mergeColdest(drafts);
  return drafts.filter(({ joined, mergedFrom }) => joined.length > 0 || mergedFrom.length > 0).map(toPlan);
}

interface Draft {
  readonly id: string | null;
  readonly title: string;
  readonly cards: SceneCard[];
  readonly joined: string[];
  readonly mergedFrom: string[];
  heat: number;
  readonly locked: boolean;
}

function toDraft(scene: LiveScene): Draft {
  return {
    id: scene.id,
    title: scene.title,
    cards: [...scene.cards],
    joined: [],
    mergedFrom: [],
    heat: scene.heat,
    locked: scene.locked,
  };
}

function newDraft(card: SceneCard, drafts: Draft[]): Draft {
  const draft: Draft = {
    id: null,
    title: card.scene,
    cards: [],
    joined: [],
    mergedFrom: [],
    heat: 0,
    locked: false,
  };
  drafts.push(draft);
  return draft;
}

function toPlan(draft: Draft): ScenePlan {
  return {
    sceneId: draft.id,
    title: draft.locked ? draft.title : ownTitle(draft),
    joined: draft.joined,
    mergedFrom: draft.mergedFrom,
    cardIds: inOrder(draft.cards).map(({ id }) => id),
  };
}

/** A topic's title is in the language of most of its cards; every other title stays as it is. */
function ownTitle({ title, cards }: Draft): string {
  return titleIn(title, dominantLanguage(cards.map(({ language }) => language))) ?? title;
}

function homeOf(card: SceneCard, drafts: readonly Draft[]): Draft | undefined {
  return (
    drafts.find((draft) => isAboutSamePerson(card, draft)) ??
    drafts.find((draft) => factKey(draft.title) === factKey(card.scene)) ??
    drafts.find((draft) => isSameTopic(card, draft)) ??
    (isTopic(card) ? undefined : drafts.find((draft) => sharesName(card, draft))) ??
    closest(card, drafts)
  );
}

/** Once "Anna is my sister" is known, all that is told of Anna belongs there. */
function isAboutSamePerson(card: SceneCard, { cards }: Draft): boolean {
  const subject = card.attribute?.subject ?? 'self';
  if (/^(?:self|the)$/.test(subject) || subject === card.speaker?.toLowerCase()) return false;
  return cards.some(
    (other) =>
      other.category === 'contacts' &&
      (other.attribute?.subject === subject || other.entities.some((name) => name.toLowerCase() === subject)),
  );
}

/** The same topic in the other language. */
function isSameTopic(card: SceneCard, { title }: Draft): boolean {
  const [key = ''] = card.tags;
  return isTopic(card) && (topicTitle(key, 'en') === title || topicTitle(key, 'zh') === title);
}

function isTopic(card: SceneCard): boolean {
  const [key = ''] = card.tags;
  return topicTitle(key, card.language) === card.scene;
}

function sharesName(card: SceneCard, { title, cards }: Draft): boolean {
  const names = new Set([card.scene, ...card.entities].map((name) => name.toLowerCase()));
  return names.has(title.toLowerCase()) || cards.some((other) => other.scene === card.scene);
}

function closest(card: SceneCard, drafts: readonly Draft[]): Draft | undefined {
  if (isTopic(card)) return undefined;
  const features = featuresOf(card.content);
  let best: { draft: Draft; likeness: number } | undefined;
  for (const draft of drafts) {
    const likeness = Math.max(0, ...draft.cards.map((other) => overlap(features, featuresOf(other.content))));
    if (likeness >= SAME_SITUATION && likeness > (best?.likeness ?? 0)) best = { draft, likeness };
  }
  return best?.draft;
}

/** While there are too many scenes, the coldest one goes into the one most like it. */
function mergeColdest(drafts: Draft[]): void {
  while (drafts.length > MAX_SCENES) {
    const [coldest] = drafts.filter(({ locked }) => !locked).sort(byCold);
    if (!coldest) return;
    const target = mostLike(
      coldest,
      drafts.filter((draft) => draft !== coldest),
    );
    drafts.splice(drafts.indexOf(coldest), 1);
    target.cards.push(...coldest.cards);
    target.joined.push(...coldest.joined);
    target.mergedFrom.push(...coldest.mergedFrom, ...(coldest.id === null ? [] : [coldest.id]));
    target.heat += coldest.heat;
  }
}

function byCold(a: Draft, b: Draft): number {
  return (
    a.heat - b.heat ||
    a.cards.length - b.cards.length ||
    compareText(a.title, b.title) ||
    compareText(a.id ?? '', b.id ?? '')
  );
}

function mostLike(draft: Draft, others: readonly Draft[]): Draft {
  const features = featuresOf(textOf(draft));
  const ranked = others
    .map((other) => ({ other, likeness: overlap(features, featuresOf(textOf(other))) }))
    .sort((a, b) => b.likeness - a.likeness || byCold(a.other, b.other));
  return ranked[0]?.other ?? draft;
}

const textOf = (draft: Draft): string =>
  [draft.title, ...inOrder(draft.cards).map(({ content }) => content)].join('\n').slice(0, 4_000);

/** Share of the smaller side's weight that both have. */
function overlap(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let shared = 0;
  for (const [feature, weight] of a) if (b.has(feature)) shared += weight;
  const sum = (features: ReadonlyMap<string, number>): number =>
    [...features.values()].reduce((total, weight) => total + weight, 0);
  const smaller = Math.min(sum(a), sum(b));
  return smaller === 0 ? 0 : shared / smaller;
}
