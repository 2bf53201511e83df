import { CARD_KINDS, invalidInput, LIMITS, type CardKind } from '@memory-hub/contracts';

/** The fields of a card that a person or an agent may change. */
export interface PatchableCard {
  readonly content: string;
  readonly kind: CardKind;
  readonly priority: number;
  readonly category: string;
  readonly tags: readonly string[];
  readonly agentId: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Only what is present changes. `metadata` replaces the keys it names; null removes one. */
export type CardPatch = Partial<PatchableCard>;

/** One entry of the card's history: what a field was before. */
export interface CardHistoryRow {
  readonly field: keyof PatchableCard;
  readonly before: unknown;
  readonly after: unknown;
  readonly at: Date;
  readonly reason: string;
}

export interface PatchedCard<Card extends PatchableCard> {
  readonly card: Card;
  /** Empty when the patch changes nothing. */
  readonly history: readonly CardHistoryRow[];
}

const FIELDS = ['content', 'kind', 'priority', 'category', 'tags', 'agentId', 'metadata'] as const;

/**
 * Applies a patch. Untouched fields are the same values as before, also those this function does not know.
 * Throws VALIDATION_FAILED with the field at fault.
 */
export function applyCardPatch<Card extends PatchableCard>(
  card: Card,
  patch: CardPatch,
  { now, reason = 'updated' }: { readonly now: Date; readonly reason?: string },
): PatchedCard<Card> {
  assertPatch(patch);
  const wanted =
    patch.metadata === undefined
      ? patch
      : { ...patch, metadata: withMetadata(card.metadata, patch.metadata) };
  const history: CardHistoryRow[] = [];
  const changes: Partial<PatchableCard> = {};
  for (const field of FIELDS) {
    const after = wanted[field];
    if (after === undefined || same(card[field], after)) continue;
    history.push({ field, before: card[field], after, at: now, reason });
    Object.assign(changes, { [field]: after });
  }
  return { card: history.length === 0 ? card : { ...card, ...changes }, history };
}

function withMetadata(
  before: PatchableCard['metadata'],
  patch: PatchableCard['metadata'],
): PatchableCard['metadata'] {
  const merged = { ...before, ...patch };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}

function assertPatch(patch: CardPatch): void {
  if (patch.content !== undefined && !/[\p{L}\p{N}]/u.test(patch.content)) {
    throw invalidInput(['content'], 'The content has no words.', 'Leave the field out to keep the content.');
  }
  if (patch.content !== undefined && patch.content.length > LIMITS.memoryCharacters) {
    throw invalidInput(
      ['content'],
      `The content is longer than ${LIMITS.memoryCharacters} characters.`,
      'One memory is one fact: split it.',
    );
  }
  if (patch.kind !== undefined && !CARD_KINDS.includes(patch.kind)) {
    throw invalidInput(['kind'], 'This kind does not exist.', `Use one of ${CARD_KINDS.join(', ')}.`);
  }
  if (
    patch.priority !== undefined &&
    !(Number.isInteger(patch.priority) && patch.priority >= -1 && patch.priority <= 100)
  ) {
    throw invalidInput(['priority'], 'The priority is a whole number from −1 to 100.');
  }
  if (patch.tags !== undefined && patch.tags.length > LIMITS.tags) {
    throw invalidInput(['tags'], `There are more than ${LIMITS.tags} tags.`);
  }
}

/** Equal as JSON; the order of object keys does not matter. */
function same(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value instanceof Date) return JSON.stringify(value);
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'undefined';
}
