import { addDays, instantOf, localTime, type CalendarDay } from '../calendar/zone';
import type { DatePrecision } from '../cards/card';

const HALF_DAY_MS = 43_200_000;

/**
 * The day to print for an instant: the reader's calendar day. The start of a whole day, week, month or year is the
 * day that was meant, although it was midnight somewhere else; months and years are printed as such.
 */
export function shownDay(
  { date, precision = null }: { date: Date; precision?: DatePrecision | null },
  zone: string,
): string {
  if (precision === null || precision === 'minute') return iso(localTime(date, zone));
  const day = iso(wholeDay(date, zone));
  if (precision === 'year') return day.slice(0, 4);
  return precision === 'month' || precision === 'season' ? day.slice(0, 7) : day;
}

/** Midnight here is that day; midnight elsewhere is the day that begins within half a day around it. */
function wholeDay(date: Date, zone: string): CalendarDay {
  const local = localTime(date, zone);
  if (instantOf(local, zone).getTime() === date.getTime()) return local;
  const next = addDays(local, 1);
  // Where clocks jump at midnight a day begins an hour late.
  if (instantOf(next, zone).getTime() === date.getTime()) return next;
  return localTime(new Date(date.getTime() + HALF_DAY_MS), 'UTC');
}

function iso({ year, month, day }: CalendarDay): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
