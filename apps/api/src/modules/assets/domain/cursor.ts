import { invalidInput } from '@memory-hub/contracts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const HINT = 'Use endCursor of the page before.';

/** The sort key of a list that is ordered by uuid. */
export function uuidAfter(after: string): string {
  if (!UUID.test(after)) throw invalidInput(['after'], 'This cursor is not one of this list.', HINT);
  return after;
}

/** The sort key of a list that is ordered by number. */
export function numberAfter(after: string): number {
  if (!/^\d{1,9}$/.test(after)) throw invalidInput(['after'], 'This cursor is not one of this list.', HINT);
  return Number(after);
}
