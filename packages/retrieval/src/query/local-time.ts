import { invalidInput } from '@memory-hub/contracts';

/** A moment on the wall clock of some zone. Months count from 1. */
export interface LocalTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour?: number;
  readonly minute?: number;
  readonly second?: number;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  let formatter: Intl.DateTimeFormat;
  try {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw invalidInput(['zone'], 'This time zone is not known.', 'Use an IANA name such as "Asia/Shanghai".');
  }
  formatters.set(zone, formatter);
  return formatter;
}

/** What the wall clock of the zone shows at an instant. */
export function localTimeAt(instant: Date, zone: string): Required<LocalTime> {
  const parts = new Map(
    formatterOf(zone)
      .formatToParts(instant)
      .map((part) => [part.type, Number(part.value)]),
  );
  const read = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  return {
    year: read('year'),
    month: read('month'),
    day: read('day'),
    hour: read('hour'),
    minute: read('minute'),
    second: read('second'),
  };
}

function asIfUtc(time: LocalTime): number {
  const date = new Date(0);
  date.setUTCFullYear(time.year, time.month - 1, time.day);
  date.setUTCHours(time.hour ?? 0, time.minute ?? 0, time.second ?? 0, 0);
  return date.getTime();
}

function offsetAt(instant: number, zone: string): number {
  return asIfUtc(localTimeAt(new Date(instant), zone)) - Math.floor(instant / 1000) * 1000;
}

/**
 * The instant of a wall-clock time. A time that the clocks jump over is the moment of the jump or just after it; of a
 * time that comes twice, the first.
 */
export function instantOf(time: LocalTime, zone: string): Date {
  const wall = asIfUtc(time);
  const before = wall - offsetAt(wall - 86_400_000, zone);
  const after = wall - offsetAt(wall + 86_400_000, zone);
  const fits = [before, after].filter((instant) => instant + offsetAt(instant, zone) === wall);
  return new Date(fits.length > 0 ? Math.min(...fits) : Math.max(before, after));
}

/** Whether the date exists in the calendar. */
export function isCalendarDate({ year, month, day }: LocalTime): boolean {
  const date = new Date(asIfUtc({ year, month, day }));
  return year >= 1 && year <= 9999 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
