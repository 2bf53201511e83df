import type { CardLanguage } from '../cards/card';
import { chineseClock, CHINESE_DATES } from './chinese';
import { englishClock, ENGLISH_DATES, type DateRule } from './english';
import { labelOf, toEventTime, type DateContext, type DateMention, type DayRange } from './mention';
import { localTime } from './zone';

export interface DateReading {
  readonly saidAt: Date;
  readonly zone: string;
  readonly language: CardLanguage;
}

const ENGLISH_FUTURE =
  /\b(?:will|won't|going to|gonna|'ll|plan(?:s|ning)?|hop(?:e|ing) to|want to|next|tomorrow|soon|upcoming|due|deadline|shall|scheduled|let's|can't wait|looking forward|(?:is|are|am|'m|'re|'s) (?:\w+ing))\b/i;
const ENGLISH_PAST =
  /\b(?:was|were|had|did|went|got|took|made|saw|met|came|found|bought|told|said|gave|began|started|last|ago|yesterday|left|felt|won|lost|ran|wrote|spent|\w{3,}ed)\b/i;
const CHINESE_FUTURE = /将|要|会|打算|计划|准备|预计|下|明|后天|截止|之前完成|前完成|约好|安排/;
const CHINESE_PAST = /了|过|刚|曾|去年|昨|前天|上个?[周月]|以前/;

/**
 * Date expressions of a sentence with the interval they mean for a speaker in that zone. Months without a year
 * and weekdays without "last" or "next" follow the tense; a bare number is never a year.
 */
export function findDates(sentence: string, { saidAt, zone, language }: DateReading): DateMention[] {
  const context: DateContext = { local: localTime(saidAt, zone), zone, tense: tenseOf(sentence, language) };
  const found: DateMention[] = [];
  for (const rule of language === 'zh' ? CHINESE_DATES : ENGLISH_DATES) {
    for (const mention of mentionsOf(rule, { sentence, context, language })) {
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
  readonly context: DateContext;
  readonly language: CardLanguage;
}

function mentionsOf(rule: DateRule, scan: Scan): DateMention[] {
  const mentions: DateMention[] = [];
  for (const match of scan.sentence.matchAll(rule.pattern)) {
    const range = rule.read({ ...match.groups, 0: match[0] }, scan.context);
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
    time: toEventTime(timed, scan.context.zone),
    label: scan.rule.absolute ? null : labelOf(timed, scan.language),
  };
}

function clockAfter(scan: Scan, words: string, end: number): { minutes: number; length: number } | null {
  const rest = scan.sentence.slice(end, end + 24);
  if (scan.language === 'en') return englishClock(rest);
  return chineseClock(rest, words);
}

function tenseOf(sentence: string, language: CardLanguage): -1 | 0 | 1 {
  const [future, past] = language === 'zh' ? [CHINESE_FUTURE, CHINESE_PAST] : [ENGLISH_FUTURE, ENGLISH_PAST];
  const toCome = sentence.search(future);
  const gone = sentence.search(past);
  if (toCome < 0 && gone < 0) return 0;
  if (toCome < 0) return -1;
  if (gone < 0) return 1;
  return gone < toCome ? -1 : 1;
}
