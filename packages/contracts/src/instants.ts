const SHAPE =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)$/;

export const INSTANT_RULE =
  'must be ISO-8601 with an offset, a day of the calendar, in the years 0001 to 9999.';
export const INSTANT_HINT = 'For example 2026-11-30T09:00:00+08:00.';

/**
 * Reads an instant: ISO-8601 with an offset, precise to the millisecond. Null for what names no instant (no offset, a
 * day or hour that no calendar has) and for what lies, in UTC, outside of the years 0001 to 9999, which not every
 * reader of the stored time can read again.
 */
export function readInstant(text: string): Date | null {
  const [, year, month, day, hour, minute, second = '0', offset] = SHAPE.exec(text) ?? [];
  if (year === undefined || offset === undefined) return null;
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  if (m < 1 || m > 12 || d < 1 || d > daysOf(y, m)) return null;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const colon = offset === 'Z' || offset.includes(':');
  const at = new Date(colon ? text : `${text.slice(0, -2)}:${text.slice(-2)}`);
  return isStorableInstant(at) ? at : null;
}

/** Whether it is an instant at all, in the years 0001 to 9999 of UTC. */
export function isStorableInstant(at: Date): boolean {
  const year = at.getUTCFullYear();
  return !Number.isNaN(at.getTime()) && year >= 1 && year <= 9_999;
}

function daysOf(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
