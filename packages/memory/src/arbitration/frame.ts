import { CHINESE_RELATION } from '../extraction/chinese-names';
import { hanCount } from '../text/language';
import { frameStem, guardsOf } from './terms';
import { typedValues, VALUE_KINDS, type TypedValue, type ValueKind } from './typed-values';

/** What a sentence says, taken apart: about what, which values, and whether they replace others. */
export interface Frame {
  /** Stems of the words that say what it is about; for Chinese the characters in a row. */
  readonly topic: ReadonlySet<string>;
  readonly chineseTopic: string;
  readonly values: ReadonlyMap<ValueKind, readonly string[]>;
  /** Values that the sentence takes back: "not 8080", "from 3 May to …", 不是. */
  readonly replaced: readonly string[];
  /** It says in so many words that something changed. */
  readonly changed: boolean;
  /** It comes on top of what holds already. */
  readonly adds: boolean;
  readonly negated: boolean;
  readonly condition: string;
  /** Relations named: a fact about "my sister" is none about me. */
  readonly people: string;
}

const CHANGE =
  /\b(?:moved?|moves|now|instead|changed?|changes|no longer|not \w+ any ?more|actually|correction|rescheduled|postponed|delayed|pushed|shifted|brought forward|switched|swapped|replaced|updated|renamed|rather than|make that|turned into|became)\b|改[到成为在用至]|换[到成为了]|变[成更为]|推迟|提前|延期|延到|调整|挪到|移到|现在(?:是|在|改|换|用|变)|不再|已经不|更正|纠正|说错|记错|其实是|不是[^，。]{1,16}[，,]?(?:而)?是/i;
const ADDS =
  /\b(?:also|too|as well|another|additional(?:ly)?|extra|besides|in addition|second|both|either|sometimes)\b|另外|还(?:有|要|在)|也(?:在|是|有)|除了|再加|增加|多了/i;
const CUE_WORDS =
  'moved move moves now instead changed change changes longer any anymore actually correction rescheduled postponed delayed pushed shifted brought forward back up switched switch swapped replaced updated renamed rather than make no that turned into became become not from until till set new still again sorry wait oh';
const EMPTY_WORDS = new Set(
  (
    `${CUE_WORDS} a an the of to in on at by for and or as is are was were be been being am do does did has have had will would should must can could may might this it its it's there's that's we're i'm they're he's she's ` +
    "just really very so too also currently then here there with about i me my mine we our us you your they them their he she his her what which who when where date day time place hour hours o'clock clock week weeks month morning afternoon evening takes take took place happens held every each user said remember note please think going"
  ).split(' '),
);
const RELATION =
  /\b(?:mom|mum|mother|dad|father|parents?|wife|husband|partner|son|daughter|kids?|child|children|baby|brother|sister|aunt|uncle|niece|nephew|cousin|grand\w+|friend|roommate|neighbou?r|colleague|co-?worker|boss|manager|mentor|teacher|doctor|landlord|dog|cat|his|her|their)s?\b/gi;
const CHINESE_CUES =
  /改[到成为在用至]了?|换[到成为了]|变[成更]为?|推迟到?了?|提前到?了?|延期到?了?|延到|调整[到为成]?了?|[挪移]到了?|现在(?:是|在|改|换|用)?|不再(?:是|在)?|已经|更正|纠正|其实|而是|不是|定[在于]|安排在|约在|从|由/g;
const CHINESE_EMPTY =
  /我们?|咱们?|大家|他们?|她们?|它|的|了|是|在|为|有|于|(?<=[将都就也我他她们不才])会(?!议)|要|将|都|就|还|每|吧|呢|啊|呀|哦|嘛|举行|举办|召开|进行|时间|日期|地点|那个|这个|早上|上午|中午|下午|晚上|用户|[\p{P}\p{S}\s]/gu;
const RETRACTS =
  /(?:\b(?:not|instead of|rather than|no longer|isn't|replac(?:es|ed|ing))(?: (?:on|at|in|the|a|by|for|from))*|不是|而不是|不再是?|不在|取代|代替)\s*$/i;
const FROM = /(?:\bfrom(?: the)?|从|由)\s*$/i;
/** "About “…”: it's now …": the quoted words say what it is about, and their values are the old ones. */
const ABOUT = /(?:\babout|关于)\s*“([^”]{1,400})”[:：]\s*/i;

export function frameOf(content: string): Frame {
  const about = ABOUT.exec(content);
  const own = about ? content.slice(about.index + about[0].length) : content;
  const frame = plainFrame(own);
  if (!about) return frame;
  const known = plainFrame(about[1] ?? '');
  return {
    ...frame,
    topic: new Set([...known.topic, ...frame.topic]),
    chineseTopic: known.chineseTopic + frame.chineseTopic,
    replaced: [...frame.replaced, ...VALUE_KINDS.flatMap((kind) => known.values.get(kind) ?? [])],
    people: known.people || frame.people,
    condition: frame.condition || known.condition,
    changed: true,
  };
}

/** Says that something changed to a value, but not what: "It's now 21 March", 改到每周四. */
export function isBareChange(content: string): boolean {
  const frame = plainFrame(content);
  return (
    frame.changed &&
    !frame.adds &&
    frame.topic.size === 0 &&
    frame.chineseTopic === '' &&
    frame.people === '' &&
    frame.values.size > 0
  );
}

/** Whether a sentence states something of which a bare change may give the new value. */
export function mayBeChangedBy(sentence: string, change: string): boolean {
  const [known, next] = [plainFrame(sentence), plainFrame(change)];
  if (known.topic.size === 0 && known.chineseTopic.length < 2) return false;
  return [...next.values].some(([kind, keys]) => {
    const before = known.values.get(kind);
    return before?.length === 1 && keys.length === 1 && before[0] !== keys[0];
  });
}

function plainFrame(text: string): Frame {
  const all = typedValues(text);
  const replaced = all.filter((value) =>
    isReplaced(
      text,
      value,
      all.find(({ start }) => start >= value.end),
    ),
  );
  const stated = all.filter((value) => !replaced.includes(value));
  const rest = blanked(text, all);
  return {
    topic: englishTopic(rest),
    chineseTopic: hanCount(rest) > 0 ? chineseTopic(rest) : '',
    values: new Map(
      VALUE_KINDS.flatMap((kind) => {
        const keys = [...new Set(stated.filter((value) => value.kind === kind).map(({ key }) => key))];
        return keys.length > 0 ? [[kind, keys] as const] : [];
      }),
    ),
    replaced: replaced.map(({ key }) => key),
    changed: replaced.length > 0 || CHANGE.test(text),
    adds: ADDS.test(text),
    negated: guardsOf(withoutRetraction(text)).negated,
    condition: guardsOf(text).condition,
    people: peopleOf(text),
  };
}

function isReplaced(text: string, value: TypedValue, next: TypedValue | undefined): boolean {
  const before = text.slice(0, value.start);
  const words = /^(?:on|by|from|every) /i.test(text.slice(value.start, value.end));
  if (RETRACTS.test(before)) return true;
  if (!FROM.test(before) && !words) return false;
  return (
    FROM.test(before) &&
    next !== undefined &&
    next.kind === value.kind &&
    /^\s*(?:to|until|into|改|换|变|调|挪|移|推|提|到)/i.test(text.slice(value.end, next.start + 3)) &&
    CHANGE.test(text)
  );
}

function blanked(text: string, values: readonly TypedValue[]): string {
  let rest = '';
  let from = 0;
  for (const { start, end } of values) {
    rest += `${text.slice(from, start)} `;
    from = end;
  }
  return rest + text.slice(from);
}

function englishTopic(rest: string): Set<string> {
  const words =
    rest
      .normalize('NFKC')
      .toLowerCase()
      .replace(/’/g, "'")
      .match(/[a-zà-ɏ][a-zà-ɏ'-]*/g) ?? [];
  return new Set(
    words
      .map((word) => word.replace(/'s$/, ''))
      .filter((word) => word.length > 1 && !EMPTY_WORDS.has(word))
      .map(frameStem),
  );
}

function chineseTopic(rest: string): string {
  return (
    rest
      .replace(CHINESE_CUES, '')
      .replace(CHINESE_EMPTY, '')
      .match(/\p{Script=Han}/gu) ?? []
  ).join('');
}

function withoutRetraction(text: string): string {
  return text.replace(/\b(?:no longer|any ?more|not)\b|不再|不是|而不是|已经不/gi, ' ');
}

function peopleOf(text: string): string {
  const english = text.match(RELATION)?.map((word) => word.toLowerCase()) ?? [];
  const chinese = text.match(new RegExp(CHINESE_RELATION, 'g')) ?? [];
  return [...new Set([...english, ...chinese])].sort().join();
}
