import type { TurnSpan } from '../cards/card';
import type { FactDraft } from './build-card';
import type { Statement } from './statement';

/** A pasted document is not a conversation: the strongest statements of a turn are enough. */
const MAX_CARDS_PER_TURN = 20;
const MAX_PIECE_CHARACTERS = 420;

/** A question and where it was asked. */
export interface Asked {
  readonly words: string;
  readonly source: TurnSpan;
}

/** A sentence that cannot stand alone joins the one before it. */
export function draftsOf(
  statements: readonly Statement[],
  { turnId, asked }: { turnId: string; asked: Asked | null },
): FactDraft[] {
  const drafts: FactDraft[] = [];
  for (const statement of statements) {
    const source = { turnId, start: statement.start, end: statement.end };
    const last = drafts.at(-1);
    const joins =
      last &&
      statement.continues &&
      last.language === statement.language &&
      !last.cues.has('rule') &&
      lengthOf(last) + statement.text.length <= MAX_PIECE_CHARACTERS;
    if (joins) drafts[drafts.length - 1] = joined(last, statement, source);
    else drafts.push(draftOf(statement, source, statement.answers ? asked : null));
  }
  return drafts;
}

function draftOf(
  { text, language, cues, strength, bare }: Statement,
  source: TurnSpan,
  asked: Asked | null,
): FactDraft {
  const draft = { pieces: [text], language, cues, strength, ...(bare === true ? { bare } : {}) };
  return asked
    ? { ...draft, sources: [asked.source, source], asked: asked.words }
    : { ...draft, sources: [source] };
}

function joined(draft: FactDraft, statement: Statement, source: FactDraft['sources'][number]): FactDraft {
  return {
    ...draft,
    pieces: [...draft.pieces, statement.text],
    sources: [...draft.sources, source],
    strength: Math.max(draft.strength, statement.strength),
  };
}

const lengthOf = (draft: FactDraft): number => draft.pieces.reduce((sum, piece) => sum + piece.length, 0);

export function strongest(drafts: readonly FactDraft[]): { kept: readonly FactDraft[]; cut: boolean } {
  if (drafts.length <= MAX_CARDS_PER_TURN) return { kept: drafts, cut: false };
  const limit = [...drafts].sort((a, b) => b.strength - a.strength).slice(0, MAX_CARDS_PER_TURN);
  const chosen = new Set(limit);
  return { kept: drafts.filter((draft) => chosen.has(draft)), cut: true };
}
