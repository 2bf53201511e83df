import type { SearchKind } from '@memory-hub/graphql-client';
import type { IconName } from '../../ui/icon';

export const KIND_ICON = {
  SKILL: 'skill',
  CHAT_MEMORY: 'memory',
  CARD: 'memory',
  SCENE: 'scene',
  PERSONA: 'persona',
  TURN: 'turn',
} as const satisfies Record<SearchKind, IconName>;

interface TextHit {
  kind: SearchKind;
  title: string;
  snippet: { text: string };
}

/** Cards and scenes can become an asset; turns are the words themselves and stay where they are. */
export function isChoosable({ kind }: { kind: SearchKind }): boolean {
  return kind === 'CARD' || kind === 'SCENE';
}

/** A card or a turn is its text and has no title of its own: it is shown once, with the marks of the snippet. */
export function isOneText({ kind, title, snippet: { text: snippet } }: TextHit): boolean {
  if (kind === 'TURN') return true;
  const plain = (value: string) => value.replace(/[…\s]+/g, ' ').trim();
  return plain(title) === plain(snippet) || (title.length > 20 && plain(snippet).startsWith(plain(title)));
}

interface ReasonedHit {
  kind: SearchKind;
  snippet: { highlights: readonly unknown[] };
  why: { keyword: unknown; meaning: unknown };
}

/** A turn that matches nothing itself: it stands beside one that does. */
export function isBeside({ kind, snippet: { highlights }, why: { keyword, meaning } }: ReasonedHit): boolean {
  return kind === 'TURN' && keyword === null && meaning === null && highlights.length === 0;
}
