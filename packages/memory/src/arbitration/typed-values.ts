/** Kinds of values that a later statement can put in the place of an earlier one. */
export const VALUE_KINDS = ['day', 'weekday', 'clock', 'number', 'name'] as const;
export type ValueKind = (typeof VALUE_KINDS)[number];

export interface TypedValue {
  readonly kind: ValueKind;
  /** One spelling for all ways of writing it. */
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const WEEKDAYS = 'mon tue wed thu fri sat sun'.split(' ');
const NUMBER_WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const MONTH =
  '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
/** What `withDates` wrote behind a relative date. */
const LABEL =
  /[ ]?[(（](?:week of )?(?:(?<day>\d{1,2}) (?<name>\p{L}+) (?<year>\d{4})|(?<zhYear>\d{4})年(?<zhMonth>\d{1,2})月(?<zhDay>\d{1,2})日)[^)）]{0,40}[)）]/gu;

type Read = (groups: Readonly<Record<string, string | undefined>>, words: string) => string;
type Rule = readonly [ValueKind, RegExp, Read];

const day = (month: number, date: string | undefined): string => `${month}-${Number(date ?? 0)}`;
const monthNumber = (name = ''): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;

const RULES: readonly Rule[] = [
  [
    'day',
    /(?<![\d.-])(?:19|20)\d\d[-/.](?<m>\d{1,2})[-/.](?<d>\d{1,2})(?![\d.-])/g,
    ({ m, d }) => day(Number(m), d),
  ],
  [
    'day',
    new RegExp(`\\b(?<d>\\d{1,2})(?:st|nd|rd|th)? (?:of )?${MONTH}\\b(?:,? \\d{4}\\b)?`, 'gi'),
    ({ month, d }) => day(monthNumber(month), d),
  ],
  [
    'day',
    new RegExp(`\\b${MONTH} (?:the )?(?<d>\\d{1,2})(?:st|nd|rd|th)?\\b(?:,? \\d{4}\\b)?`, 'gi'),
    ({ month, d }) => day(monthNumber(month), d),
  ],
  ['day', /(?:\d{4}年)?(?<m>\d{1,2})月(?<d>\d{1,2})[号日]?/g, ({ m, d }) => day(Number(m), d)],
  ['day', /(?:\d{4}年)?(?<m>\d{1,2})月(?:份|初|底|中旬)?/g, ({ m }) => day(Number(m), '0')],
  [
    'day',
    new RegExp(`\\b(?:in|early|mid|late|until|by|to|for) ${MONTH}\\b(?:,? \\d{4}\\b)?`, 'gi'),
    ({ month }) => day(monthNumber(month), '0'),
  ],
  [
    'weekday',
    /\b(?:(?:every|each|on|next|this|last) )?(?<w>mon|tues?|wednes|thurs?|fri|satur|sun)days?\b/gi,
    ({ w }) => String(WEEKDAYS.indexOf((w ?? '').slice(0, 3).toLowerCase()) + 1),
  ],
  [
    'weekday',
    /(?:每个?|[上下这本]个?)?(?:周|星期|礼拜)(?<w>[一二三四五六日天])/g,
    ({ w }) => String(w === '天' ? 7 : '一二三四五六日'.indexOf(w ?? '') + 1),
  ],
  [
    'clock',
    /\b(?<h>\d{1,2})(?:[:.](?<min>\d\d))? ?(?<half>[ap])\.?m\b\.?|\b(?<h24>\d{1,2}):(?<min24>\d\d)\b/gi,
    ({ h, min, half, h24, min24 }) => {
      const late = half?.toLowerCase() === 'p' && Number(h) < 12 ? 12 : 0;
      return `${Number(h24 ?? h) + late}:${min24 ?? min ?? '00'}`;
    },
  ],
  [
    'clock',
    /(?:早上|上午|中午|下午|傍晚|晚上|早|晚)?(?:\d{1,2}|[一二两三四五六七八九十]{1,3})点(?:半|钟|整|\d{1,2}分?|[一二三四五十]{1,3}分?)?/g,
    (_, words) => words,
  ],
  [
    'number',
    /(?<![\w.-])[$€£¥]?\d[\d,]*(?:\.\d+)*(?:k|m|%|万|千|百|亿)?(?:(?<=\d)(?:元|块钱?|度|公斤|公里|小时|分钟|楼|层))?(?![\w-])|(?<=\p{Script=Han})\d+(?:\.\d+)*(?:万|千|百|亿|k|%)?(?:元|块钱?|度|公斤|公里|小时|分钟|楼|层)?|[二两三四五六七八九十百千万亿]{1,8}(?=[个人次天年楼层号元块米公斤名位间台辆分页字%])|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b/giu,
    (_, words) => {
      const word = NUMBER_WORDS.indexOf(words.toLowerCase());
      return word > 0
        ? String(word)
        : words.toLowerCase().replace(/[,$€£¥]|[元块钱度公斤里小时分钟楼层]+$/g, '');
    },
  ],
  [
    'name',
    /(?<=[\p{Ll}\p{N},:;][ ])\p{Lu}[\p{L}\p{N}'’&.-]*(?: \p{Lu}[\p{L}\p{N}&.-]*)*|(?<=\p{Script=Han}[ ]?)[A-Za-z][\w.+#-]*(?: [A-Z][\w.+#-]*)*/gu,
    (_, words) => words.toLowerCase().replace(/['’]s$|[.]$/g, ''),
  ],
];

/** Dates, weekdays, times, numbers and names of a sentence, in order and without overlaps. */
export function typedValues(text: string): TypedValue[] {
  const found = labelled(text);
  for (const [kind, pattern, read] of RULES) {
    for (const match of text.matchAll(pattern)) {
      const span = { start: match.index, end: match.index + match[0].length };
      if (found.some((other) => span.start < other.end && other.start < span.end)) continue;
      if (kind === 'name' && /^(?:I|I'm|I've|I'd|I'll|OK)$/.test(match[0])) continue;
      found.push({ kind, key: read(match.groups ?? {}, match[0]), ...span });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

/** The written-out date is the value, with the weekday and the time that its words name. */
function labelled(text: string): TypedValue[] {
  return [...text.matchAll(LABEL)].flatMap((match) => {
    const { day: date, name, zhMonth, zhDay } = match.groups ?? {};
    const key = name === undefined ? day(Number(zhMonth), zhDay) : day(monthNumber(name), date);
    const words = DATE_WORDS.exec(text.slice(0, match.index))?.[0] ?? '';
    const span = { start: match.index - words.length, end: match.index + match[0].length };
    const named = RULES.filter(([kind]) => kind === 'weekday' || kind === 'clock').flatMap(
      ([kind, pattern, read]) =>
        [...words.matchAll(pattern)].map((found) => ({
          kind,
          key: read(found.groups ?? {}, found[0]),
          ...span,
        })),
    );
    return [{ kind: 'day' as const, key, ...span }, ...named];
  });
}

const DATE_WORDS = new RegExp(
  `(?:\\b(?:on |by |until |next |last |this |the )*(?:\\d{1,2}(?:st|nd|rd|th)? (?:of )?${MONTH}|${MONTH.replace('<month>', '<m2>')}(?: (?:the )?\\d{1,2}(?:st|nd|rd|th)?)?|(?:mon|tues?|wednes|thurs?|fri|satur|sun)day|tomorrow|today|tonight|yesterday|week|month|weekend)(?:,? (?:at |around )?[\\d:]{1,5} ?(?:[ap]m)?)?|(?:[上下这本]个?)?(?:周|星期|礼拜)[一二三四五六日天]?[^，。、；\\s]{0,8}|(?:\\d{4}年)?\\d{1,2}月(?:\\d{1,2}[号日])?[^，。、；\\s]{0,6}|[昨今明后前]天[^，。、；\\s]{0,6}|下个?月\\d{0,2}[号日]?)$`,
  'i',
);
