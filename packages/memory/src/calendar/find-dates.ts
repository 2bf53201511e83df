import type { CardLanguage } from '../cards/card';
import { chineseClock, CHINESE_DATES } from './chinese';
import { chineseTenseAt } from './chinese-tense';
import { englishClock, ENGLISH_DATES, type DateRule } from './english';
import { englishTenseAt } from './english-tense';
import { labelOf, toEventTime, type DateContext, type DateMention, type DayRange } from './mention';
import { localTime } from './zone';

export interface DateReading {
  readonly saidAt: Date;
  readonly zone: string;
  readonly language: CardLanguage;
}

/**
 * Date expressions of a sentence with the interval they mean for a speaker in that zone. Months without a year
 * and weekdays without "last" or "next" follow the tense of the clause that holds them; without a tense a date further
 * than two months away is not read. A bare number is never a year.
 */
export function findDates(sentence: string, { saidAt, zone, language }: DateReading): DateMention[] {
  const tenseAt = language === 'zh' ? chineseTenseAt(sentence) : englishTenseAt(sentence);
  const local = localTime(saidAt, zone);
  const contextAt = (start: number, end: number): DateContext => ({
    local,
    zone,
    tense: tenseAt(start, end),
  });
  const found: DateMention[] = [];
  for (const rule of language === 'zh' ? CHINESE_DATES : ENGLISH_DATES) {
    for (const mention of mentionsOf(rule, { sentence, contextAt, zone, language })) {
      if (!found.some((other) => mention.start < other.end && other.start < mention.end)) found.push(mention);
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

/** The sentence with the meant date behind each relative expression, and nothing else changed. */
export function withDates(
  sentence: string,
  mentions: readonly DateMention[],
  language: CardLanguage,
): string {
  const [open, close] = language === 'zh' ? ['（', '）'] : [' (', ')'];
  let text = sentence;
  for (const mention of [...mentions].reverse()) {
    if (mention.label === null) continue;
    text = `${text.slice(0, mention.end)}${open}${mention.label}${close}${text.slice(mention.end)}`;
  }
  return text;
}

interface Scan {
  readonly sentence: string;
  readonly contextAt: (start: number, end: number) => DateContext;
  readonly zone: string;
  readonly language: CardLanguage;
}

function mentionsOf(rule: DateRule, scan: Scan): DateMention[] {
  const mentions: DateMention[] = [];
  for (const match of scan.sentence.matchAll(rule.pattern)) {
    const context = scan.contextAt(match.index, match.index + match[0].length);
    const range = rule.read({ ...match.groups, 0: match[0] }, context);
    if (!range) continue;
    mentions.push(toMention(match, range, { rule, ...scan }));
  }
  return mentions;
}

function toMention(match: RegExpExecArray, range: DayRange, scan: Scan & { rule: DateRule }): DateMention {
  const end = match.index + match[0].length;
  const clock = range.precision === 'day' ? clockAfter(scan, match[0], end) : null;
  const timed = clock ? { ...range, minutes: clock.minutes } : range;
  return {
    start: match.index,
    end: end + (clock?.length ?? 0),
    time: toEventTime(timed, scan.zone),
    label: scan.rule.absolute ? null : labelOf(timed, scan.language),
  };
}

function clockAfter(scan: Scan, words: string, end: number): { minutes: number; length: number } | null {
  const rest = scan.sentence.slice(end, end + 24);
  if (scan.language === 'en') return englishClock(rest);
  return chineseClock(rest, words);
}
