import type { CardAttribute, CardLanguage, EventTime, ExtractedCard, SourceTurn, TurnSpan } from '../cards/card';
import { findDates, withDates } from '../calendar/find-dates';
import type { DateMention } from '../calendar/mention';
import { chineseAttribute } from './chinese-attributes';
import { classify } from './classify';
import { englishAttribute } from './english-attributes';
import { entitiesOf } from './entities';
import type { Cue } from './statement';
import { generalTopic, peopleTopic, topicOf, type TopicTitle } from './topics';

/** One or several sentences of a turn that make one fact. */
export interface FactDraft {
  readonly pieces: readonly string[];
  readonly language: CardLanguage;
  readonly cues: ReadonlySet<Cue>;
  readonly strength: number;
  readonly sources: readonly TurnSpan[];
  /** Written in front of the pieces: an answered question, "confirmed". */
  readonly lead?: string;
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
const OF_PERSON = /^(?:name|nickname|birthday|birthplace|age|height|weight|phone|email|education|job|employer|workplace|hometown|residence|origin|gender|marital status|性格|喜欢: .*)$/;
/** Words that make a date the day of every year, not of one event. */
const YEARLY = /\b(?:birthday|born|anniversary|every year|annually)\b|生日|出生|纪念日|每年|过生日/i;
const FIRST_PERSON = /\b(?:i|i'm|i've|i'd|i'll|my|me|we|our|us|mine|myself)\b|我|咱|俺|本人/i;
const SINCE = /\bsince\b|\bas of\b|\bfrom\b|从|自/i;

/** The card of a draft: content with names and dates, kind, attribute, times. Pure and deterministic. */
export function buildCard(draft: FactDraft, teller: Teller): ExtractedCard {
  const { language } = draft;
  const reading = { saidAt: teller.turn.occurredAt, zone: teller.zone, language };
  const dated = draft.pieces.map((piece) => ({ piece, mentions: YEARLY.test(piece) ? [] : findDates(piece, reading) }));
  const plain = draft.pieces.join(' ');
  const attribute = attributeOf(draft, teller);
  const eventTime = eventTimeOf(dated);
  const cues = allCues(draft.cues, attribute, eventTime);
  const topic = (cues.has('contact') ? peopleTopic(plain, language) : null) ?? topicOf(plain, language) ?? teller.topic ?? generalTopic(language);
  const { kind, category, priority } = classify({ cues, topic: topic.key, language });
  return {
    content: contentOf(draft, teller, dated),
    kind,
    priority,
    category,
    tags: [topic.key, ...(cues.has('correction') ? ['correction'] : []), ...(cues.has('explicit') ? ['remember'] : [])],
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

export function attributeOfText(text: string, language: CardLanguage, speaker: string | null): CardAttribute | null {
  return language === 'zh' ? chineseAttribute(text, speaker) : englishAttribute(text, speaker);
}

function attributeOf(draft: FactDraft, teller: Teller): CardAttribute | null {
  if (draft.cues.has('rule') || draft.lead !== undefined) return null;
  for (const piece of draft.pieces) {
    const found = attributeOfText(piece, draft.language, teller.speaker);
    if (found) return draft.cues.has('correction') ? { ...found, single: found.single || isChange(draft) } : found;
  }
  return null;
}

/** "My colleague's number is now …": the words themselves say that a value was replaced. */
function isChange(draft: FactDraft): boolean {
  return /\b(?:changed|no longer|anymore|is now|switched|updated)\b|改成|改为|换成|换了|变成|不再|现在(?:是|改|换)/i.test(draft.pieces.join(' '));
}

interface DatedPiece {
  readonly piece: string;
  readonly mentions: readonly DateMention[];
}

function contentOf(draft: FactDraft, teller: Teller, dated: readonly DatedPiece[]): string {
  const written = dated.map(({ piece, mentions }) => tidy(withDates(piece, mentions, draft.language)));
  const text = (draft.lead ?? '') + join(written, draft.language);
  const says = teller.speaker !== null && (teller.named || FIRST_PERSON.test(text) || draft.cues.has('plan'));
  if (!says) return text;
  return draft.language === 'zh' ? `${teller.speaker ?? ''}：${text}` : `${teller.speaker ?? ''}: ${text}`;
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
  return /^(?:It|That|This|They|These|Those|He|She|There|Really|Just|And|But|So|The|Their|His|Her|Its)\b/.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;
}

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/。{2,}/g, '。').trim();
}

function eventTimeOf(dated: readonly DatedPiece[]): EventTime | null {
  for (const { piece, mentions } of dated) {
    const [first] = mentions;
    if (!first) continue;
    const last = mentions.find((mention) => mention.start > first.start && /(?:\bto\b|\buntil\b|–|到|至)\s*$/.test(piece.slice(first.end, mention.start)));
    return last ? { ...first.time, to: last.time.to } : first.time;
  }
  return null;
}

/** "The meeting is next Friday" and "… on 3 May" are the same value when they mean the same day. */
function withEventValue(attribute: CardAttribute | null, time: EventTime | null): CardAttribute | null {
  if (!attribute || !time || !/time|date|deadline|day|meeting|appointment|flight|interview|wedding|exam|时间|日期|截止/.test(attribute.attribute)) return attribute;
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
  return /^[\p{Script=Han}A-Za-z0-9]{3,24}$/u.test(subject) && !/^(?:self|我)/.test(subject) ? subject : null;
}

function allCues(cues: ReadonlySet<Cue>, attribute: CardAttribute | null, time: EventTime | null): ReadonlySet<Cue> {
  const all = new Set(cues);
  if (time) all.add('dated');
  if (attribute && OF_PERSON.test(attribute.attribute) && !/^(?:self|the)$/.test(attribute.subject) && !cues.has('occasion')) all.add('contact');
  return all;
}
