import type { DateContext, DayRange } from './mention';
import { dayRange, monthRange, weekRange, yearRange } from './mention';
import { nearestMonth, nearestYear } from './nearest';
import { addDays, addMonths, compareDays, isRealDay, type CalendarDay } from './zone';

export type Groups = Readonly<Record<string, string | undefined>>;

/** A pattern of a date expression and its reading; null when the match is no date after all. */
export interface DateRule {
  readonly pattern: RegExp;
  readonly read: (groups: Groups, context: DateContext) => DayRange | null;
  /** The words already name day, month and year. */
  readonly absolute?: boolean;
}

const MONTH_NAMES = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAY_NAMES = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const NUMBERS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
const MONTH =
  '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?:\\.(?=\\s\\d))?';
const WEEKDAY = '(?<weekday>mon|tues?|wednes|thurs?|fri|satur|sun)day';
const COUNT =
  '(?<count>\\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:a )?couple(?: of)?)';
const UNIT = '(?<unit>day|night|week|weekend|month|year)s?';
const DAY = '(?<day>\\d{1,2})(?:st|nd|rd|th)?';
const YEAR = '(?<year>(?:19|20)\\d\\d)';
const SEASONS: Readonly<Record<string, number>> = { spring: 3, summer: 6, autumn: 9, fall: 9, winter: 12 };

const rule = (source: string, read: DateRule['read'], absolute = false): DateRule => ({
  pattern: new RegExp(`\\b(?:${source})(?![A-Za-z0-9])`, 'gi'),
  read,
  absolute,
});

/** Tried in this order; a longer reading comes before the shorter one that it contains. */
export const ENGLISH_DATES: readonly DateRule[] = [
  rule(`${YEAR}[-/](?<month>\\d{1,2})[-/](?<day>\\d{1,2})`, numericDay, true),
  rule(`${DAY} (?:of )?${MONTH},? ${YEAR}`, namedDay, true),
  rule(`${MONTH} ${DAY},? ${YEAR}`, namedDay, true),
  rule(`${DAY} (?:of )?${MONTH}`, namedDay),
  rule(`${MONTH} (?:the )?${DAY}`, namedDay),
  rule(`${MONTH},? (?:of )?${YEAR}`, ({ month, year }) => monthRange(Number(year), monthNumber(month)), true),
  rule('(?:the )?day before yesterday', (_, c) => dayRange(addDays(c.local, -2))),
  rule('(?:the )?day after tomorrow', (_, c) => dayRange(addDays(c.local, 2))),
  rule('yesterday', (_, c) => dayRange(addDays(c.local, -1))),
  rule('last night', (_, c) => dayRange(addDays(c.local, -1))),
  rule('tomorrow', (_, c) => dayRange(addDays(c.local, 1))),
  rule('(?:tonight|this (?:morning|afternoon|evening)|earlier today|today)', (_, c) => dayRange(c.local)),
  rule(`(?:the )?${DAY} of (?<which>last|this|next) month`, dayOfMonth),
  rule(`(?<which>last|this|next) month(?:,)? (?:on )?the ${DAY}`, dayOfMonth),
  rule(`${COUNT} ${UNIT} (?<side>ago|back|earlier)`, countedBack),
  rule(`in (?:the next )?${COUNT} ${UNIT}(?: time)?`, countedOn),
  rule(`${COUNT} ${UNIT} (?:later|from now)`, countedOn),
  rule(`(?<which>last|this past|past|this coming|this|next|coming) ${WEEKDAY}`, namedWeekday),
  rule(
    `${WEEKDAY} (?<which>last|next) week|(?<which2>last|next) week(?: on)? ${WEEKDAY.replace('<weekday>', '<weekday2>')}`,
    weekdayOfWeek,
  ),
  rule(
    `(?<!\\b(?:every|each|every other|every second|most|any) )(?:on |by |until |till |this )?${WEEKDAY}(?: (?:morning|afternoon|evening|night))?`,
    bareWeekday,
  ),
  rule(
    '(?<which>last|this past|past|this coming|this|next|coming) (?<unit>weekend|week|month|year)',
    namedPeriod,
  ),
  rule('(?<which>last|this past|this|next) (?<season>spring|summer|autumn|fall|winter)', namedSeason),
  rule(`(?:(?:the )?(?<season>spring|summer|autumn|fall|winter)(?: of)? )${YEAR}`, yearSeason),
  rule(`(?<which>last|this past|this|next) ${MONTH}`, whichMonth),
  rule(
    `(?:in|since|during|until|by|from|early|mid|late|for) (?:early |mid-?|late )?${MONTH}(?! \\d)`,
    ({ month }, c) => nearestMonth(monthNumber(month), c),
  ),
  rule(
    `(?:in|since|by|until|from|during|of|back in|year) ${YEAR}(?!s| (?:rows|lines|times|people|users|px|ms|items|files))`,
    ({ year }) => yearRange(Number(year)),
    true,
  ),
];

const CLOCK =
  /^,?\s*(?:at|around|from|@)?\s*(?:(\d{1,2})(?::(\d\d))?\s*([ap])(?:m|\.m\.)|(\d{1,2}):(\d\d))(?![\w:])/i;

/** Minutes after midnight and length of a time of day that directly follows a date. */
export function englishClock(rest: string): { minutes: number; length: number } | null {
  const match = CLOCK.exec(rest);
  if (!match) return null;
  const half = match[3]?.toLowerCase();
  const hour = Number(match[1] ?? match[4]);
  const minute = Number(match[2] ?? match[5] ?? 0);
  if (minute > 59 || hour > (half ? 12 : 23)) return null;
  const shift = half === 'p' && hour < 12 ? 12 : half === 'a' && hour === 12 ? -12 : 0;
  return { minutes: (hour + shift) * 60 + minute, length: match[0].length };
}

function numericDay({ year, month, day }: Groups): DayRange | null {
  const found = { year: Number(year), month: Number(month), day: Number(day) };
  return isRealDay(found) ? dayRange(found) : null;
}

function namedDay(groups: Groups, context: DateContext): DayRange | null {
  const month = monthNumber(groups.month);
  const day = Number(groups.day);
  if (groups.year) return realDay({ year: Number(groups.year), month, day });
  // "We may 2 or 3 times": in small letters these two are mostly verbs.
  if (/^(?:may|march|mar)$/.test(groups.month ?? '')) return null;
  return realDay(nearestYear({ month, day }, context));
}

function dayOfMonth({ which, day }: Groups, { local }: DateContext): DayRange | null {
  const month = addMonths({ ...local, day: 1 }, shift(which));
  return realDay({ ...month, day: Number(day) });
}

function countedBack({ count, unit }: Groups, context: DateContext): DayRange {
  return counted(-amount(count), unit, context);
}

function countedOn({ count, unit }: Groups, context: DateContext): DayRange | null {
  // "finished in two weeks" tells how long, not when.
  return context.tense < 0 ? null : counted(amount(count), unit, context);
}

function counted(count: number, unit: string | undefined, { local }: DateContext): DayRange {
  if (unit?.startsWith('year')) return yearRange(local.year + count);
  if (unit?.startsWith('month')) {
    const month = addMonths({ ...local, day: 1 }, count);
    return monthRange(month.year, month.month);
  }
  if (unit?.startsWith('weekend')) return weekRange(addDays(local, 6 - local.weekday + count * 7), 2);
  if (unit?.startsWith('week')) return weekRange(addDays(local, 1 - local.weekday + count * 7));
  return dayRange(addDays(local, count));
}

function namedWeekday(groups: Groups, { local }: DateContext): DayRange {
  const weekday = weekdayNumber(groups.weekday);
  const ahead = (weekday - local.weekday + 7) % 7;
  const which = groups.which ?? '';
  if (/last|past/i.test(which)) return dayRange(addDays(local, ahead === 0 ? -7 : ahead - 7));
  if (/next/i.test(which)) return dayRange(addDays(local, 7 - local.weekday + weekday));
  return dayRange(addDays(local, ahead));
}

function weekdayOfWeek(groups: Groups, { local }: DateContext): DayRange {
  const weekday = weekdayNumber(groups.weekday ?? groups.weekday2);
  const weeks = /next/i.test(groups.which ?? groups.which2 ?? '') ? 1 : -1;
  return dayRange(addDays(local, weekday - local.weekday + weeks * 7));
}

function bareWeekday(groups: Groups, { local, tense }: DateContext): DayRange | null {
  if (tense === 0) return null;
  const ahead = (weekdayNumber(groups.weekday) - local.weekday + 7) % 7;
  return dayRange(addDays(local, tense < 0 && ahead > 0 ? ahead - 7 : ahead));
}

function namedPeriod({ which, unit }: Groups, context: DateContext): DayRange {
  const { local, tense } = context;
  // "this weekend" told in the past on a Monday is the one that has just passed.
  const past = /past/i.test(which ?? '') || (unit === 'weekend' && /^this$/i.test(which ?? '') && tense < 0);
  if (unit?.toLowerCase() === 'weekend') {
    const saturday = addDays(local, 6 - local.weekday);
    const passed = local.weekday < 6 ? -7 : past ? 0 : -7;
    if (past || /last/i.test(which ?? '')) return weekRange(addDays(saturday, passed), 2);
    return weekRange(addDays(saturday, /next/i.test(which ?? '') ? 7 : 0), 2);
  }
  return counted(past ? -1 : shift(which), unit?.toLowerCase(), context);
}

function namedSeason({ which, season }: Groups, { local }: DateContext): DayRange {
  const first = SEASONS[season?.toLowerCase() ?? ''] ?? 6;
  const of = (year: number): DayRange => seasonRange(year, first);
  if (/last|past/i.test(which ?? '')) {
    return compareDays(of(local.year).to, local) <= 0 ? of(local.year) : of(local.year - 1);
  }
  if (/next/i.test(which ?? '')) {
    return compareDays(of(local.year).from, local) > 0 && first - local.month > 6
      ? of(local.year)
      : of(local.year + 1);
  }
  return of(local.year);
}

function yearSeason({ season, year }: Groups): DayRange {
  return seasonRange(Number(year), SEASONS[season?.toLowerCase() ?? ''] ?? 6);
}

function seasonRange(year: number, month: number): DayRange {
  const from = { year, month, day: 1 };
  return { from, to: addMonths(from, 3), precision: 'season' };
}

function whichMonth({ which, month }: Groups, { local }: DateContext): DayRange {
  const number = monthNumber(month);
  if (/last|past/i.test(which ?? ''))
    return monthRange(number < local.month ? local.year : local.year - 1, number);
  if (/next/i.test(which ?? ''))
    return monthRange(number > local.month ? local.year : local.year + 1, number);
  return monthRange(local.year, number);
}

const realDay = (day: CalendarDay | null): DayRange | null => (day && isRealDay(day) ? dayRange(day) : null);
const monthNumber = (name = ''): number => MONTH_NAMES.indexOf(name.slice(0, 3).toLowerCase()) + 1;
const weekdayNumber = (name = ''): number => WEEKDAY_NAMES.indexOf(name.slice(0, 3).toLowerCase()) + 1;
const shift = (which = ''): number => (/last|past/i.test(which) ? -1 : /next|coming/i.test(which) ? 1 : 0);

function amount(count = ''): number {
  const word = count.toLowerCase();
  if (/^\d+$/.test(word)) return Number(word);
  if (word.includes('couple')) return 2;
  return Math.max(1, NUMBERS.indexOf(word));
}
