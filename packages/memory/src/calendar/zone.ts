import { invalidInput } from '@memory-hub/contracts';

/** A calendar day without a zone. `month` is 1–12. */
export interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export interface LocalTime extends CalendarDay {
  readonly hour: number;
  readonly minute: number;
  /** 1 Monday … 7 Sunday. */
  readonly weekday: number;
}

const DAY_MS = 86_400_000;
/** Formatters are slow to make; their answers depend on nothing but the zone. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Throws VALIDATION_FAILED on `zone` unless it is an IANA zone that this runtime knows. */
export function assertZone(zone: string): void {
  if (isZone(zone)) return;
  throw invalidInput(
    ['zone'],
    `“${zone.slice(0, 60)}” is not a time zone.`,
    'Use an IANA name such as Asia/Shanghai.',
  );
}

export function isZone(zone: string): boolean {
  try {
    formatterOf(zone);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** What the clock on the wall shows in the zone at that instant. */
export function localTime(at: Date, zone: string): LocalTime {
  const parts = new Map(
    formatterOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const read = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const day = { year: read('year'), month: read('month'), day: read('day') };
  return { ...day, hour: read('hour'), minute: read('minute'), weekday: weekdayOf(day) };
}

/**
 * The instant at which the zone's clocks show this time. In the hour that is skipped in spring the answer is
 * the moment after the jump; of an hour that occurs twice it is the first.
 */
export function instantOf(day: CalendarDay, zone: string, minutes = 0): Date {
  const wall = utc(day) + minutes * 60_000;
  const offsets = [wall - DAY_MS, wall + DAY_MS].map((at) => offsetAt(new Date(at), zone));
  const [before = 0, after = 0] = offsets;
  const first = new Date(wall - before);
  if (offsetAt(first, zone) === before) return first;
  const second = new Date(wall - after);
  return offsetAt(second, zone) === after ? second : first;
}

export function addDays(day: CalendarDay, days: number): CalendarDay {
  const moved = new Date(utc(day) + days * DAY_MS);
  return { year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: moved.getUTCDate() };
}

/** Moves by months and keeps the day of the month, at most the last day of the target month. */
export function addMonths(day: CalendarDay, months: number): CalendarDay {
  const index = day.year * 12 + (day.month - 1) + months;
  const year = Math.floor(index / 12);
  const month = index - year * 12 + 1;
  return { year, month, day: Math.min(day.day, daysInMonth(year, month)) };
}

export function daysInMonth(year: number, month: number): number {
  return new Date(utc({ year, month: month + 1, day: 0 })).getUTCDate();
}

export function isRealDay({ year, month, day }: CalendarDay): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** 1 Monday … 7 Sunday. */
export function weekdayOf(day: CalendarDay): number {
  return new Date(utc(day)).getUTCDay() || 7;
}

export function compareDays(a: CalendarDay, b: CalendarDay): number {
  return utc(a) - utc(b);
}

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formatters.set(zone, made);
  return made;
}

function offsetAt(at: Date, zone: string): number {
  const parts = new Map(
    formatterOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const read = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const wall =
    utc({ year: read('year'), month: read('month'), day: read('day') }) +
    ((read('hour') * 60 + read('minute')) * 60 + read('second')) * 1000;
  return wall - Math.floor(at.getTime() / 1000) * 1000;
}

function utc({ year, month, day }: CalendarDay): number {
  const at = new Date(0);
  at.setUTCFullYear(year, month - 1, day);
  return at.getTime();
}
