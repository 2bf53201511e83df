import { instantOf, isCalendarDate, localTimeAt, type LocalTime } from './local-time';

export interface Clock {
  readonly now: Date;
  /** IANA time zone of the person who asks. */
  readonly zone: string;
}

const CALENDAR = /^(\d{4})(?:[-/.年](\d{1,2})(?:[-/.月](\d{1,2})日?|月)?|年)?$/;
const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})[T_](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/i;
const AGO = /^(\d{1,4})(h|d|w|m|y)$/i;
const DAY_WORDS: Readonly<Record<string, number>> = {
  today: 0,
  今天: 0,
  yesterday: -1,
  昨天: -1,
  前天: -2,
  tomorrow: 1,
  明天: 1,
};

/** Start of a day that lies `days` from today in the person's zone. */
function dayFromToday(days: number, { now, zone }: Clock): Date {
  const today = localTimeAt(now, zone);
  const moved = new Date(Date.UTC(today.year, today.month - 1, today.day + days));
  return instantOf(
    { year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: moved.getUTCDate() },
    zone,
  );
}

function ago(amount: number, unit: string, clock: Clock): Date {
  if (unit === 'h') return new Date(clock.now.getTime() - amount * 3_600_000);
  if (unit === 'd') return dayFromToday(-amount, clock);
  if (unit === 'w') return dayFromToday(-7 * amount, clock);
  const today = localTimeAt(clock.now, clock.zone);
  const months = today.year * 12 + (today.month - 1) - amount * (unit === 'y' ? 12 : 1);
  const year = Math.floor(months / 12);
  const month = (months % 12) + 1;
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return instantOf({ year, month, day: Math.min(today.day, lastDay) }, clock.zone);
}

function dateTime(match: RegExpExecArray, zone: string): Date | undefined {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const time: LocalTime = { year, month, day, hour, minute, second };
  if (!isCalendarDate(time) || hour > 23 || minute > 59 || second > 59) return undefined;
  const offset = match[7];
  if (offset === undefined) return instantOf(time, zone);
  const utc = instantOf(time, 'UTC').getTime();
  if (offset.toUpperCase() === 'Z') return new Date(utc);
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2));
  return new Date(utc - Math.sign(Number(`${offset.charAt(0)}1`)) * minutes * 60_000);
}

/**
 * The instant at which a written date begins: a year, month, day or time of day in the person's zone (an explicit
 * offset is honoured), `today`, `yesterday`, or `7d`, `2w`, `3m`, `1y`, `12h` ago. Undefined when it is not a date.
 */
export function startOfDateValue(value: string, clock: Clock): Date | undefined {
  const days = DAY_WORDS[value.toLowerCase()];
  if (days !== undefined) return dayFromToday(days, clock);
  const span = AGO.exec(value);
  if (span !== null) return validYear(ago(Number(span[1]), (span[2] ?? '').toLowerCase(), clock));
  const moment = DATE_TIME.exec(value);
  if (moment !== null) return dateTime(moment, clock.zone);
  const calendar = CALENDAR.exec(value);
  if (calendar === null) return undefined;
  const time = { year: Number(calendar[1]), month: Number(calendar[2] ?? 1), day: Number(calendar[3] ?? 1) };
  return isCalendarDate(time) ? instantOf(time, clock.zone) : undefined;
}

function validYear(date: Date): Date | undefined {
  return date.getUTCFullYear() >= 1 ? date : undefined;
}
