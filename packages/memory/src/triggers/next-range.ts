export const BATCH_TURNS = 10;
export const BACKGROUND_TURNS = 5;

/** Positions of turns, 1-based, both ends included. */
export interface ExtractionRange {
  readonly first: number;
  readonly last: number;
  /** Where the background starts; equals `first` when there is none. The background ends before `first`. */
  readonly backgroundFirst: number;
}

/** The next batch after the cursor: at most 10 new turns with at most 5 already claimed ones before them. */
export function nextRange(state: {
  readonly cursor: number;
  readonly turns: number;
}): ExtractionRange | null {
  if (state.turns <= state.cursor) return null;
  const first = state.cursor + 1;
  return {
    first,
    last: Math.min(state.cursor + BATCH_TURNS, state.turns),
    backgroundFirst: Math.max(1, first - BACKGROUND_TURNS),
  };
}
