import type {
  CardAttribute,
  CardLanguage,
  EventTime,
  ExtractedCard,
  SourceTurn,
  TurnSpan,
} from '../cards/card';
import { findDates, withDates } from '../calendar/find-dates';
import type { DateMention } from '../calendar/mention';
import { chineseAttribute } from './chinese-attributes';
import { isChineseName } from './chinese-names';
import { classify } from './classify';
import { englishAttribute } from './english-attributes';
import { entitiesOf } from './entities';
import type { Cue } from './statement';
import { generalTopic, peopleTopic, titleOf, topicOf, type TopicTitle } from './topics';

/** One or several sentences of a turn that make one fact. */
export interface FactDraft {
  readonly pieces: readonly string[];
  readonly language: CardLanguage;
  readonly cues: ReadonlySet<Cue>;
  readonly strength: number;
  readonly sources: readonly TurnSpan[];
  /** The pieces are the assistant's words, which the speaker confirmed. */
  readonly confirmed?: boolean;
  /** The question that the pieces answer. */
  readonly asked?: string;
  /** It says that something changed and not what. */
  readonly bare?: boolean;
  /** The earlier statement that the pieces change without saying what it was about. */
  readonly about?: string;
}

export interface Teller {
  readonly turn: SourceTurn;
  readonly zone: string;
  /** Name of the speaker, null when it is not known. */
  readonly speaker: string | null;
  /** Several people speak, so every sentence says who. */
  readonly named: boolean;
  /** Topic that the turns before were about. */
  readonly topic: TopicTitle | null;
}

/** Attributes that only people have. */
const OF_PERSON =
  /^(?:name|nickname|birthday|birthplace|age|height|weight|phone|email|education|job|employer|workplace|hometown|residence|origin|gender|marital status|性格|喜欢: .*)$/;
/** Words that make a date the day of every year, not of one event. */
const YEARLY = /\b(?:birthday|born|anniversary|every year|annually)\b|生日|出生|纪念日|每年|过生日/i;
const FIRST_PERSON = /\b(?:i|i'm|i've|i'd|i'll|my|me|we|our|us|mine|myself)\b|我|咱|俺|本人/i;
const SINCE = /\bsince\b|\bas of\b|\bfrom\b|从|自/i;

/** The card of a draft: content with names and dates, kind, attribute, times. Pure and deterministic. */
export function buildCard(draft: FactDraft, teller: Teller): ExtractedCard {
  const { language } = draft;
  const reading = { saidAt: teller.turn.occurredAt, zone: teller.zone, language };
  const timeless = draft.cues.has('rule');
  const dated = draft.pieces.map((piece) => ({
    piece,
    mentions: timeless || YEARLY.test(piece) ? [] : findDates(piece, reading),
  }));
  const plain = [...(draft.about === undefined ? [] : [draft.about]), ...draft.pieces].join(' ');
  const attribute = attributeOf(draft, teller);
  const eventTime = eventTimeOf(dated);
  const cues = allCues(draft.cues, { attribute, time: eventTime, speaker: teller.speaker });
  const own = (cues.has('contact') ? peopleTopic(plain, language) : null) ?? topicOf(plain, language);
  const topic = own ?? inherited(cues, teller.topic, language);
  const { kind, category, priority } = classify({ cues, topic: own?.key ?? null });
  return {
    content: contentOf(draft, teller, dated),
    kind,
    priority,
    category,
    tags: [
      topic.key,
      ...(cues.has('correction') ? ['correction'] : []),
      ...(cues.has('explicit') ? ['remember'] : []),
    ],
    entities: entitiesOf(plain, language),
    attribute: withEventValue(attribute, eventTime),
    eventTime,
    occurredAt: teller.turn.occurredAt,
    validFrom: validFrom(plain, eventTime, teller.turn.occurredAt),
    currentAt: currentAt(plain, eventTime, teller.turn.occurredAt),
    confidence: Math.round(Math.min(0.95, 0.4 + draft.strength * 0.07) * 100) / 100,
    sources: draft.sources,
    scene: occasionTitle(plain, attribute, cues) ?? topic.title,
    speaker: teller.speaker,
    language,
    correction: cues.has('correction'),
  };
}

/** What happens goes on in the situation of the turns before; what somebody is or likes does not. */
function inherited(cues: ReadonlySet<Cue>, topic: TopicTitle | null, language: CardLanguage): TopicTitle {
  if (cues.has('rule')) return titleOf('rules', language);
  const lasting =
    cues.has('identity') || cues.has('contact') || [...cues][0] === 'preference' || [...cues][0] === 'habit';
  return lasting || topic === null ? generalTopic(language) : titleOf(topic.key, language);
}

export function attributeOfText(
  text: string,
  language: CardLanguage,
  speaker: string | null,
): CardAttribute | null {
  return language === 'zh' ? chineseAttribute(text, speaker) : englishAttribute(text, speaker);
}

function attributeOf(draft: FactDraft, teller: Teller): CardAttribute | null {
  if (draft.confirmed === true) return null;
  if (draft.asked !== undefined)
    return attributeOfText(
      answeredSentence(draft.asked, draft.pieces[0] ?? ''),
      draft.language,
      teller.speaker,
    );
  for (const piece of draft.pieces) {
    const found = attributeOfText(piece, draft.language, teller.speaker);
    if (found && draft.cues.has('rule') && found.attribute !== 'address') return null;
    if (found)
      return draft.cues.has('correction') ? { ...found, single: found.single || isChange(draft) } : found;
  }
  return null;
}

/** "What's your favorite color?" "Blue" reads as "my favorite color is Blue". */
function answeredSentence(question: string, answer: string): string {
  const english = /\b(?:what|who|where|when|which)(?:'s| is| are) your ([\w ]{2,40}?)\s*\?/i.exec(
    question.replace(/’/g, "'"),
  )?.[1];
  if (english) return `my ${english} is ${answer}`;
  const chinese = /你(?:们)?的?([^，。？?]{1,14}?)(?:是|叫)(?:什么|谁|哪|多少|几)/.exec(question)?.[1];
  return chinese ? `我的${chinese}是${answer}` : answer;
}

/** "My colleague's number is now …": the words themselves say that a value was replaced. */
function isChange(draft: FactDraft): boolean {
  return /\b(?:changed|no longer|anymore|is now|switched|updated)\b|改成|改为|换成|换了|变成|不再|现在(?:是|改|换)/i.test(
    draft.pieces.join(' '),
  );
}

interface DatedPiece {
  readonly piece: string;
  readonly mentions: readonly DateMention[];
}

function contentOf(draft: FactDraft, teller: Teller, dated: readonly DatedPiece[]): string {
  const zh = draft.language === 'zh';
  const written = dated.map(({ piece, mentions }) => tidy(withDates(piece, mentions, draft.language)));
  const text = join(written, draft.language);
  const says =
    teller.speaker !== null &&
    (teller.named ||
      FIRST_PERSON.test(text) ||
      draft.cues.has('plan') ||
      draft.asked !== undefined ||
      draft.about !== undefined);
  if (draft.confirmed) return confirmedContent(text, teller.speaker, zh);
  const lead = leadOf(draft, says ? teller.speaker : null);
  if (lead === '') return text;
  return zh ? `${lead}：${text}` : `${lead}: ${text}`;
}

/** The assistant's words stay a quotation: "you" in them is the user. */
function confirmedContent(text: string, speaker: string | null, zh: boolean): string {
  const asks = /[?？]$/.test(text);
  if (zh) return asks ? `${speaker ?? '用户'}对“${text}”表示同意` : `${speaker ?? '用户'}确认：“${text}”`;
  return asks
    ? `${speaker ?? 'The user'} said yes to “${text}”`
    : `${speaker ?? 'The user'} confirmed: “${text}”`;
}

/** Who says it and on what occasion: "Bob", "Bob, asked “…”". */
function leadOf(draft: FactDraft, speaker: string | null): string {
  const zh = draft.language === 'zh';
  if (draft.about !== undefined) {
    const about = tidy(draft.about);
    if (zh) return `${speaker ?? ''}关于“${about}”`;
    return speaker ? `${speaker}, about “${about}”` : `About “${about}”`;
  }
  if (draft.asked === undefined) return speaker ?? '';
  const asked = tidy(draft.asked);
  if (zh) return `${speaker ?? ''}被问“${asked}”，回答`;
  return speaker ? `${speaker}, asked “${asked}”` : `Asked “${asked}”`;
}

/** Sentences become clauses of one: "I painted it last year!" "It's special." → "…last year; it's special." */
function join(pieces: readonly string[], language: CardLanguage): string {
  if (pieces.length === 1) return pieces[0] ?? '';
  const [stop, glue] = language === 'zh' ? [/[。！.!…~～\s]+$/u, '；'] : [/[.!…\s]+$/u, '; '];
  return pieces
    .map((piece, at) => (at < pieces.length - 1 ? piece.replace(stop, '') : piece))
    .map((piece, at) => (at > 0 && language === 'en' ? lowerFirst(piece) : piece))
    .join(glue);
}

function lowerFirst(text: string): string {
  return /^(?:It|That|This|They|These|Those|He|She|There|Really|Just|And|But|So|The|Their|His|Her|Its|With|In|On|At|For|When|After|Before|As|If|Also|Then|Now|My|Our|We|You|Some|One|Once|Since|While|Because|To|A|An|All|Both|Even|Not|Especially|Plus|Here)\b(?!['’]?[A-Z])/.test(
    text,
  )
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;
}

function tidy(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/。{2,}/g, '。')
    .trim();
}

function eventTimeOf(dated: readonly DatedPiece[]): EventTime | null {
  for (const { piece, mentions } of dated) {
    const [first] = mentions;
    if (!first) continue;
    const last = mentions.find(
      (mention) =>
        mention.start > first.start &&
        /(?:\bto\b|\buntil\b|–|到|至)\s*$/.test(piece.slice(first.end, mention.start)),
    );
    return last ? { ...first.time, to: last.time.to } : first.time;
  }
  return null;
}

/** "The meeting is next Friday" and "… on 3 May" are the same value when they mean the same day. */
function withEventValue(attribute: CardAttribute | null, time: EventTime | null): CardAttribute | null {
  if (
    !attribute ||
    !time ||
    attribute.attribute.endsWith(' place') ||
    !/time|date|deadline|day|meeting|appointment|flight|interview|wedding|exam|时间|日期|截止/.test(
      attribute.attribute,
    )
  )
    return attribute;
  return { ...attribute, value: time.from.toISOString() };
}

function validFrom(text: string, time: EventTime | null, saidAt: Date): Date {
  return time && SINCE.test(text) ? time.from : saidAt;
}

/** A finished event is as current as its end; a lasting state is as current as the moment it was told. */
function currentAt(text: string, time: EventTime | null, saidAt: Date): Date {
  if (!time || SINCE.test(text) || time.to.getTime() >= saidAt.getTime()) return saidAt;
  return time.to;
}

/** A named occasion is a situation of its own; everything else is grouped by topic. */
function occasionTitle(text: string, attribute: CardAttribute | null, cues: ReadonlySet<Cue>): string | null {
  if (!cues.has('occasion') || cues.has('contact')) return null;
  const joined = /参加的?([\p{Script=Han}A-Za-z0-9]{3,24})(?=[，。！,!]|$)/u.exec(text)?.[1];
  const subject = joined ?? attribute?.subject ?? '';
  if (!/^[\p{Script=Han}A-Za-z0-9]{3,24}$/u.test(subject) || /^(?:self|the|我)/.test(subject)) return null;
  const at = text.toLowerCase().indexOf(subject);
  return at < 0 ? subject : text.slice(at, at + subject.length);
}

interface CueFacts {
  readonly attribute: CardAttribute | null;
  readonly time: EventTime | null;
  readonly speaker: string | null;
}

function allCues(cues: ReadonlySet<Cue>, { attribute, time, speaker }: CueFacts): ReadonlySet<Cue> {
  const all = new Set(cues);
  if (time) all.add('dated');
  const own = attribute?.subject === (speaker?.toLowerCase() ?? 'self');
  if (attribute && !own && isOfPerson(attribute) && !cues.has('occasion')) all.add('contact');
  return all;
}

/** The attribute is one of a person: a relation of somebody, or a name. */
function isOfPerson({ subject, attribute }: CardAttribute): boolean {
  if (!OF_PERSON.test(attribute) || subject === 'the') return false;
  return (
    /^.{1,40}(?:'s |的)./.test(subject) ||
    isChineseName(subject) ||
    /^[a-z][a-z'-]+(?: [a-z'-]+)?$/.test(subject)
  );
}
