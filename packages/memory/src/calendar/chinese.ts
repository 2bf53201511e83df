import { chineseNumber } from './chinese-numbers';
import type { DateRule, Groups } from './english';
import { dayRange, monthRange, weekRange, yearRange, type DateContext, type DayRange } from './mention';
import { nearestMonth, nearestYear } from './nearest';
import { addDays, addMonths, isRealDay, type CalendarDay } from './zone';

const N = '[\\d零〇一二两三四五六七八九十]';
const WEEKDAY = '(?<weekday>[一二三四五六日天1-7])';
const DAY = `(?<day>${N}{1,3})[号日]`;
const MONTH = `(?<month>${N}{1,2})月(?:份)?`;
const DAYS: Readonly<Record<string, number>> = {
  大前天: -3,
  前天: -2,
  昨天: -1,
  昨日: -1,
  昨晚: -1,
  今天: 0,
  今日: 0,
  今早: 0,
  今晚: 0,
  今晨: 0,
  明天: 1,
  明日: 1,
  明早: 1,
  明晚: 1,
  后天: 2,
  大后天: 3,
};
const YEARS: Readonly<Record<string, number>> = { 前年: -2, 去年: -1, 今年: 0, 明年: 1, 后年: 2 };

const rule = (source: string, read: DateRule['read'], absolute = false): DateRule => ({
  pattern: new RegExp(source, 'g'),
  read,
  absolute,
});

/** Tried in this order; a longer reading comes before the shorter one that it contains. */
export const CHINESE_DATES: readonly DateRule[] = [
  rule(
    '(?<![\\d.-])(?<year>(?:19|20)\\d\\d)[-/.](?<month>\\d{1,2})[-/.](?<day>\\d{1,2})(?![\\d.-])',
    fullDay,
    true,
  ),
  rule(`(?<year>(?:19|20)\\d\\d|[一二][九零〇]${N}{2})年${MONTH}${DAY}`, fullDay, true),
  rule(
    `(?<year>(?:19|20)\\d\\d|[一二][九零〇]${N}{2})年${MONTH}`,
    ({ year, month }) => realMonth(year, month),
    true,
  ),
  rule(`(?<named>前年|去年|今年|明年|后年)的?${MONTH}${DAY}`, ({ named, month, day }, c) =>
    realDay({ year: yearOf(named, c), month: num(month), day: num(day) }),
  ),
  rule(`(?<named>前年|去年|今年|明年|后年)的?${MONTH}`, ({ named, month }, c) =>
    realMonth(String(yearOf(named, c)), month),
  ),
  rule(
    '(?:大前天|大后天|前天|昨天|昨日|昨晚|今天|今日|今早|今晚|今晨|明天|明日|明早|明晚|后天)',
    (groups, c) => dayRange(addDays(c.local, DAYS[groups[0] ?? ''] ?? 0)),
  ),
  rule(`(?<which>上上|上|这|本|下下|下)个?(?:周|星期|礼拜)${WEEKDAY}`, weekdayOfWeek),
  rule('(?<which>上上|上|这|本|下下|下)个?(?:周末)', weekendOfWeek),
  rule('(?<!每个?)周末', weekend),
  rule('(?<which>上上|上|这|本|下下|下)个?(?:周|星期|礼拜)', ({ which }, { local }) =>
    weekRange(addDays(local, 1 - local.weekday + weeks(which) * 7)),
  ),
  rule(`(?<which>上上|上|这|本|下下|下)个?月的?${DAY}`, dayOfMonth),
  rule('(?<which>上上|上|这个?|本|下下|下)个?月(?!\\d|份的?工)', monthOf),
  rule(`(?<count>${N}{1,3})个?(?<unit>天|周|星期|礼拜|月|年)(?<side>以?前|之前|以?后|之后)`, counted),
  rule(`(?<![每\\d年])${MONTH}${DAY}`, ({ month, day }, c) =>
    realDay(nearestYear({ month: num(month), day: num(day) }, c)),
  ),
  rule(`(?<!每)(?:周|星期|礼拜)${WEEKDAY}`, bareWeekday),
  rule('(?:前年|去年|今年|明年|后年)(?!\\d|才|已|刚|[一二三四五六七八九十]+岁)', (groups, c) =>
    yearRange(yearOf(groups[0], c)),
  ),
  rule(`(?<![\\d个])(?<year>(?:19|20)\\d\\d)年(?!级)`, ({ year }) => yearRange(Number(year)), true),
  rule(
    `(?<![每\\d年个])(?<month>1[0-2]|[1-9]|十[一二]?|[一二三四五六七八九])月(?:份|初|底|中旬|上旬|下旬)`,
    ({ month }, c) => nearestMonth(num(month), c),
  ),
];

const PARTS = '凌晨|早上|早晨|清晨|上午|中午|下午|傍晚|晚上|夜里|晚|早';
const CLOCK = new RegExp(
  `^(?:的|，|\\s)?(${PARTS})?\\s*(?:(\\d{1,2})[:：](\\d\\d)|(${N}{1,3})(?:点钟?|时)(?:(半)|(${N}{1,3})分?|整)?)`,
);

/** Minutes after midnight and length of a time of day that directly follows a date, "今晚" counting as evening. */
export function chineseClock(rest: string, words = ''): { minutes: number; length: number } | null {
  const match = CLOCK.exec(rest);
  if (!match) return null;
  const hour = chineseNumber(match[2] ?? match[4] ?? '');
  const minute = match[5] ? 30 : (chineseNumber(match[3] ?? match[6] ?? '0') ?? 0);
  if (hour === null || hour > 24 || minute > 59) return null;
  const part = match[1] ?? (/晚$/.test(words) ? '晚' : '');
  const late = /下午|傍晚|晚|夜里/.test(part) && hour < 12 ? 12 : part === '中午' && hour < 3 ? 12 : 0;
  return { minutes: ((hour + late) % 24) * 60 + minute, length: match[0].length };
}

function fullDay({ year, month, day }: Groups): DayRange | null {
  return realDay({ year: num(year), month: num(month), day: num(day) });
}

function weekdayOfWeek({ which, weekday }: Groups, { local }: DateContext): DayRange {
  return dayRange(addDays(local, weekdayNumber(weekday) - local.weekday + weeks(which) * 7));
}

function weekendOfWeek({ which }: Groups, { local }: DateContext): DayRange {
  return weekRange(addDays(local, 6 - local.weekday + weeks(which) * 7), 2);
}

function weekend(_: Groups, { local, tense }: DateContext): DayRange | null {
  if (tense === 0) return null;
  return weekRange(addDays(local, 6 - local.weekday + (tense < 0 && local.weekday < 6 ? -7 : 0)), 2);
}

function bareWeekday({ weekday }: Groups, { local, tense }: DateContext): DayRange | null {
  if (tense === 0) return null;
  const ahead = (weekdayNumber(weekday) - local.weekday + 7) % 7;
  return dayRange(addDays(local, tense < 0 && ahead > 0 ? ahead - 7 : ahead));
}

function dayOfMonth({ which, day }: Groups, { local }: DateContext): DayRange | null {
  return realDay({ ...addMonths({ ...local, day: 1 }, weeks(which)), day: num(day) });
}

function monthOf({ which }: Groups, { local }: DateContext): DayRange {
  const month = addMonths({ ...local, day: 1 }, weeks(which));
  return monthRange(month.year, month.month);
}

function counted({ count, unit, side }: Groups, { local }: DateContext): DayRange | null {
  const number = chineseNumber(count ?? '');
  if (number === null || number > 999) return null;
  const signed = side?.includes('前') ? -number : number;
  if (unit === '年') return yearRange(local.year + signed);
  if (unit === '天') return dayRange(addDays(local, signed));
  if (unit !== '月') return weekRange(addDays(local, 1 - local.weekday + signed * 7));
  const month = addMonths({ ...local, day: 1 }, signed);
  return monthRange(month.year, month.month);
}

const num = (text = ''): number => chineseNumber(text) ?? 0;
const realDay = (day: CalendarDay | null): DayRange | null => (day && isRealDay(day) ? dayRange(day) : null);
const yearOf = (word = '', { local }: DateContext): number => local.year + (YEARS[word] ?? 0);
const weekdayNumber = (char = ''): number => (/[日天7]/.test(char) ? 7 : num(char));

function realMonth(year = '', month = ''): DayRange | null {
  const number = num(month);
  return number >= 1 && number <= 12 ? monthRange(num(year), number) : null;
}

function weeks(which = ''): number {
  if (which.startsWith('上')) return -which.length;
  return which.startsWith('下') ? which.length : 0;
}
