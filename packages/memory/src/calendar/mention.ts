import type { CardLanguage, DatePrecision, EventTime } from '../cards/card';
import { addDays, addMonths, instantOf, type CalendarDay, type LocalTime } from './zone';

/** A date expression found in a sentence. */
export interface DateMention {
  readonly start: number;
  readonly end: number;
  readonly time: EventTime;
  /** The date to write behind the words, null when the words already say it in full. */
  readonly label: string | null;
}

/** Days from `from` up to but without `to`, before they become instants. */
export interface DayRange {
  readonly from: CalendarDay;
  readonly to: CalendarDay;
  readonly precision: DatePrecision;
  /** Minutes after local midnight when the words name a time of day. */
  readonly minutes?: number;
}

/** What a date expression is measured from. */
export interface DateContext {
  /** Wall clock of the speaker when the sentence was said. */
  readonly local: LocalTime;
  readonly zone: string;
  /** −1 the sentence tells of the past, 1 of what is to come, 0 unknown. */
  readonly tense: -1 | 0 | 1;
}

export const dayRange = (from: CalendarDay): DayRange => ({ from, to: addDays(from, 1), precision: 'day' });
export const weekRange = (from: CalendarDay, days = 7): DayRange => ({
  from,
  to: addDays(from, days),
  precision: 'week',
});
export const monthRange = (year: number, month: number): DayRange => {
  const from = { year, month, day: 1 };
  return { from, to: addMonths(from, 1), precision: 'month' };
};
export const yearRange = (year: number, years = 1): DayRange => ({
  from: { year, month: 1, day: 1 },
  to: { year: year + years, month: 1, day: 1 },
  precision: 'year',
});

export function toEventTime(range: DayRange, zone: string): EventTime {
  if (range.minutes !== undefined) {
    const from = instantOf(range.from, zone, range.minutes);
    return { from, to: new Date(from.getTime() + 60_000), precision: 'minute' };
  }
  return { from: instantOf(range.from, zone), to: instantOf(range.to, zone), precision: range.precision };
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** The range in the words of the language: "7 May 2023", "week of 1 May 2023", 2024年4月10日 09:00. */
export function labelOf(range: DayRange, language: CardLanguage): string {
  return language === 'zh' ? chineseLabel(range) : englishLabel(range);
}

function englishLabel(range: DayRange): string {
  const day = englishDay(range.from);
  switch (range.precision) {
    case 'minute':
    case 'day':
      return range.minutes === undefined ? day : `${day} ${clock(range.minutes)}`;
    case 'week':
      return isFullWeek(range) ? `week of ${day}` : `${day} to ${englishDay(addDays(range.to, -1))}`;
    case 'month':
      return `${monthName(range.from.month)} ${range.from.year}`;
    case 'season':
      return `${monthName(range.from.month)} to ${monthName(addDays(range.to, -1).month)} ${addDays(range.to, -1).year}`;
    case 'year':
      return yearSpan(range, '–');
  }
}

function chineseLabel(range: DayRange): string {
  const day = chineseDay(range.from);
  switch (range.precision) {
    case 'minute':
    case 'day':
      return range.minutes === undefined ? day : `${day} ${clock(range.minutes)}`;
    case 'week':
      return `${day}至${chineseDay(addDays(range.to, -1))}`;
    case 'month':
      return `${range.from.year}年${range.from.month}月`;
    case 'season':
      return `${range.from.year}年${range.from.month}月至${addDays(range.to, -1).month}月`;
    case 'year':
      return `${yearSpan(range, '至')}年`;
  }
}

function yearSpan(range: DayRange, dash: string): string {
  const last = range.to.year - 1;
  return last > range.from.year ? `${range.from.year}${dash}${last}` : String(range.from.year);
}

const englishDay = ({ year, month, day }: CalendarDay): string => `${day} ${monthName(month)} ${year}`;
const chineseDay = ({ year, month, day }: CalendarDay): string => `${year}年${month}月${day}日`;
const monthName = (month: number): string => MONTHS[month - 1] ?? '';
const isFullWeek = (range: DayRange): boolean => same(addDays(range.from, 7), range.to);
const same = (a: CalendarDay, b: CalendarDay): boolean =>
  a.year === b.year && a.month === b.month && a.day === b.day;
const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
