import { invalidInput } from '@memory-hub/contracts';
import { assertZone, isZone } from '../calendar/zone';
import type { CardLanguage, ExtractedCard, SourceTurn, TurnSpan } from '../cards/card';
import { languageOf } from '../text/language';
import { sentenceSpans, clauseSpans, type Span } from '../text/sentences';
import { factKey } from '../arbitration/fact-key';
import { isBareChange, mayBeChangedBy } from '../arbitration/frame';
import { buildCard, type FactDraft, type Teller } from './build-card';
import { draftsOf, strongest, type Asked } from './drafts';
import { judgeChinese } from './chinese-statement';
import { confirmable, confirms, isBareAnswer, lastQuestion, openQuestion } from './confirmation';
import { judgeEnglish } from './english-statement';
import { maskedSlice, readableText, type ReadableText } from './readable-text';
import { speakerName } from './speaker-name';
import type { Accepted, Cue, DropReason, SentenceContext, Statement, Verdict } from './statement';
import { TurnReader, type Found } from './turn-reader';
import { topicOf, type TopicTitle } from './topics';
import { validateCard } from './validate-card';

/** Changes when the same turns could give other cards; stored with every run. */
export const EXTRACTOR_VERSION = 'rules-2';

const HANDS_OVER =
  /\b(?:this|following|below|these)\b.{0,40}:|(?:以下|下面|下列|这段|这篇|这个|这些).{0,20}[：:]/i;
const BARE_STRENGTH = 3;
/** How far back a change is looked up, and how long the statement may be. */
const TURNS_LOOKED_BACK = 8;
const MAX_ANTECEDENT = 200;

export interface ExtractionOptions {
  /** IANA zone of speakers whose turn has none. */
  readonly zone: string;
  /** Turns said later than this are read as said now: a clock that runs ahead dates nothing in the future. */
  readonly now: Date;
}

export interface DroppedTurn {
  readonly turnId: string;
  readonly reason: DropReason;
}

export interface Extraction {
  readonly cards: readonly ExtractedCard[];
  /** Turns that gave no card, and cards that were refused, with the reason. */
  readonly dropped: readonly DroppedTurn[];
}

/**
 * Cards of the new turns by rules, in the order of the turns. Background is read for context and never quoted as
 * a source, except for a question that a new turn answers or a statement that it confirms or changes.
 * Throws VALIDATION_FAILED when `options.zone` is no time zone or a turn's time is no date.
 */
export function extractCards(
  turns: readonly SourceTurn[],
  background: readonly SourceTurn[],
  options: ExtractionOptions,
): Extraction {
  assertZone(options.zone);
  for (const [at, turn] of turns.entries()) {
    if (Number.isNaN(turn.occurredAt.getTime()))
      throw invalidInput(['turns', at, 'occurredAt'], 'This is no date.');
  }
  const run = new Extractor(turns, background, options);
  return run.extract();
}

class Extractor {
  private readonly cards: ExtractedCard[] = [];
  private readonly dropped: DroppedTurn[] = [];
  private readonly byKey = new Map<string, number>();
  private readonly names: ReadonlySet<string>;
  private readonly withAssistant: boolean;
  private readonly named: boolean;
  private readonly known: ReadonlyMap<string, SourceTurn>;
  private topic: TopicTitle | null = null;

  constructor(
    private readonly turns: readonly SourceTurn[],
    private readonly background: readonly SourceTurn[],
    private readonly options: ExtractionOptions,
  ) {
    const all = [...background, ...turns];
    const people = new Set(
      all.filter(({ role }) => role === 'user').flatMap(({ speaker }) => speakerName(speaker) ?? []),
    );
    this.names = new Set(
      [...people].flatMap((name) => [name.toLowerCase(), ...name.toLowerCase().split(' ')]),
    );
    this.named = people.size > 1;
    this.withAssistant = all.some(({ role }) => role === 'assistant');
    this.known = new Map(all.map((turn) => [turn.id, turn]));
  }

  extract(): Extraction {
    for (const turn of this.background) this.follow(turn);
    const all = [...this.background, ...this.turns];
    for (const [at, turn] of this.turns.entries()) {
      const before = all[this.background.length + at - 1];
      const count = this.cards.length + this.dropped.length;
      const reason = this.read(turn, before);
      if (this.cards.length + this.dropped.length === count && reason) this.drop(turn, reason);
      this.follow(turn);
    }
    return { cards: this.cards, dropped: this.dropped };
  }

  private read(turn: SourceTurn, before: SourceTurn | undefined): DropReason | null {
    if (turn.role === 'tool') return 'tool_output';
    if (turn.role === 'system') return 'system';
    if (turn.content.trim() === '') return 'empty';
    if (turn.role === 'assistant') return 'assistant_unconfirmed';
    const text = readableText(turn.content);
    const confirmed =
      before?.role === 'assistant' && confirms(turn.content) ? this.confirmed(turn, before) : 0;
    const asked = before && isOther(turn, before) ? askedLast(before) : null;
    const { statements, reason } = this.judge(text, asked !== null);
    const drafts = strongest(draftsOf(statements, { turnId: turn.id, asked }));
    for (const draft of drafts.kept) this.addTold(draft, turn);
    if (drafts.cut) this.drop(turn, 'turn_limit');
    if (
      statements.length === 0 &&
      confirmed === 0 &&
      before &&
      isOther(turn, before) &&
      this.answered(turn, before)
    )
      return null;
    return statements.length > 0 || confirmed > 0 ? 'duplicate' : reason;
  }

  private judge(text: ReadableText, asked: boolean): { statements: Statement[]; reason: DropReason } {
    const reader = new TurnReader(asked);
    for (const span of sentenceSpans(text.shadow)) {
      const found = this.judgeSpan(text, span, reader);
      reader.take(found);
      // "Summarize this article: …" — the rest is somebody else's text.
      if (found.reason === 'command' && HANDS_OVER.test(text.shadow.slice(span.start, span.end))) break;
    }
    return { statements: reader.statements, reason: mainReason(reader.reasons, text) };
  }

  private judgeSpan(text: ReadableText, span: Span, { follows, ordered }: TurnReader): Found {
    const context: SentenceContext = {
      names: this.names,
      withAssistant: this.withAssistant,
      follows,
      ordered,
    };
    const sentence = text.shadow.slice(span.start, span.end);
    const verdict = judgeSentence(sentence, context);
    if (isBareChange(sentence) && (verdict.fact || verdict.reason !== 'question'))
      return { statement: bareStatement(text, span, verdict), reason: 'no_fact' };
    if (verdict.fact) return { statement: toStatement(text, span, verdict), reason: 'no_fact' };
    if (verdict.almost)
      return {
        reason: verdict.reason,
        almost: toStatement(text, span, { ...verdict.almost, fact: true, offset: verdict.offset }),
      };
    // "I'm off to Japan in May, any tips?" asks, but tells something first.
    const told = verdict.reason === 'question' ? toldBefore(text, span, context) : null;
    return told ? { statement: told, reason: 'question' } : { reason: verdict.reason };
  }

  /** A change that does not say of what becomes a fact with the statement that it changes, or none. */
  private addTold(draft: FactDraft, turn: SourceTurn): void {
    const [piece] = draft.pieces;
    const [source] = draft.sources;
    const alone = draft.pieces.length === 1 && draft.asked === undefined;
    if (!alone || piece === undefined || !source || !isBareChange(piece)) {
      this.add(draft, turn);
      return;
    }
    const known = this.antecedent(turn, { piece, before: source.start });
    if (known) this.add({ ...draft, about: known.words, sources: [known.source, source] }, turn);
    else if (draft.bare !== true) this.add(draft, turn);
    else this.drop(turn, 'no_fact');
  }

  /** The last statement of the same speaker with another value of the same kind. */
  private antecedent(
    turn: SourceTurn,
    { piece, before }: { piece: string; before: number },
  ): { words: string; source: TurnSpan } | null {
    const all = [...this.background, ...this.turns];
    const at = all.indexOf(turn);
    const earlier = all.slice(Math.max(0, at - TURNS_LOOKED_BACK), at + 1).reverse();
    for (const known of earlier) {
      if (known.role !== 'user' || known.speaker !== turn.speaker) continue;
      const text = readableText(known.content);
      const spans = sentenceSpans(text.shadow).filter(({ end }) => known !== turn || end <= before);
      for (const span of spans.reverse()) {
        const words = maskedSlice(text, span);
        if (words.length <= MAX_ANTECEDENT && this.states(words) && mayBeChangedBy(words, piece))
          return { words: words.replace(/[.。!！\s]+$/, ''), source: { turnId: known.id, ...span } };
      }
    }
    return null;
  }

  private states(sentence: string): boolean {
    const verdict = judgeSentence(sentence, {
      names: this.names,
      withAssistant: this.withAssistant,
      follows: false,
    });
    return verdict.fact || verdict.almost !== undefined;
  }

  private add(draft: FactDraft, turn: SourceTurn): void {
    const card = buildCard(draft, this.teller(turn));
    if (validateCard(card, this.known) !== null) {
      this.drop(turn, 'invalid_card');
      return;
    }
    const key = factKey(card.content);
    const same = this.byKey.get(key);
    const existing = same === undefined ? undefined : this.cards[same];
    if (same !== undefined && existing) {
      this.cards[same] = { ...existing, sources: [...existing.sources, ...card.sources] };
      return;
    }
    this.byKey.set(key, this.cards.length);
    this.cards.push(card);
  }

  /** What the assistant said right before, when this turn says yes to it. */
  private confirmed(turn: SourceTurn, before: SourceTurn): number {
    const text = readableText(before.content);
    const spans = confirmable(before);
    for (const span of spans) {
      const words = maskedSlice(text, span);
      const language = languageOf(words);
      this.add(
        {
          pieces: [confirmedWords(words, language)],
          language,
          cues: new Set(['decision']),
          strength: 4,
          sources: [
            { turnId: before.id, ...span },
            { turnId: turn.id, ...trimmedSpan(turn.content) },
          ],
          confirmed: true,
        },
        turn,
      );
    }
    return spans.length;
  }

  /** "What's your name?" "Bob": the question makes the answer a fact. */
  private answered(turn: SourceTurn, before: SourceTurn): boolean {
    if (before.role === 'tool' || before.role === 'system' || !isBareAnswer(turn.content)) return false;
    const question = openQuestion(before);
    if (!question) return false;
    const asked = askedOf(before, question);
    const span = trimmedSpan(turn.content);
    const sources = [asked.source, { turnId: turn.id, ...span }];
    const pieces = [maskedSlice(readableText(turn.content), span)];
    const language = languageOf(asked.words);
    this.add(
      { pieces, language, cues: new Set(['identity']), strength: 3, sources, asked: asked.words },
      turn,
    );
    return true;
  }

  private teller(turn: SourceTurn): Teller {
    const zone = turn.zone && isZone(turn.zone) ? turn.zone : this.options.zone;
    const late = turn.occurredAt.getTime() > this.options.now.getTime();
    return {
      turn: late ? { ...turn, occurredAt: this.options.now } : turn,
      zone,
      speaker: speakerName(turn.speaker),
      named: this.named,
      topic: this.topic,
    };
  }

  private follow(turn: SourceTurn): void {
    if (turn.role === 'tool' || turn.role === 'system') return;
    const text = turn.content.slice(0, 2_000);
    this.topic = topicOf(text, languageOf(text)) ?? this.topic;
  }

  private drop(turn: SourceTurn, reason: DropReason): void {
    this.dropped.push({ turnId: turn.id, reason });
  }
}

function judgeSentence(sentence: string, context: SentenceContext): Verdict & { offset: number } {
  return languageOf(sentence) === 'zh' ? judgeChinese(sentence, context) : judgeEnglish(sentence, context);
}

function toStatement(text: ReadableText, span: Span, verdict: Accepted & { offset: number }): Statement {
  const start = span.start + verdict.offset;
  const words = maskedSlice(text, { start, end: span.end });
  const { fact, strength, cues, continues } = verdict;
  return { fact, strength, cues, continues, start, end: span.end, text: words, language: languageOf(words) };
}

/** "It's now 21 March": weak by itself, and none at all without what it changes. */
function bareStatement(text: ReadableText, span: Span, verdict: Verdict & { offset: number }): Statement {
  const known = verdict.fact ? verdict : (verdict.almost ?? { strength: 0, cues: [], continues: false });
  const cues = new Set<Cue>([...known.cues, 'correction']);
  const strength = Math.max(known.strength, BARE_STRENGTH);
  const { offset } = verdict;
  const statement = toStatement(text, span, {
    fact: true,
    continues: known.continues,
    strength,
    cues,
    offset,
  });
  return verdict.fact ? statement : { ...statement, bare: true };
}

function toldBefore(text: ReadableText, span: Span, context: SentenceContext): Statement | null {
  const clauses = clauseSpans(text.shadow, span);
  const last = clauses.at(-1);
  if (clauses.length < 2 || !last) return null;
  const told = { start: span.start, end: clauses.at(-2)?.end ?? span.start };
  const verdict = judgeSentence(text.shadow.slice(told.start, told.end), context);
  if (!verdict.fact || verdict.cues.has('rule') || verdict.strength < 4) return null;
  return toStatement(text, told, { ...verdict, strength: verdict.strength - 1 });
}

/** "So your manager is Dana, right?" is a statement; "Should we use Redis?" stays a question. */
function confirmedWords(words: string, language: CardLanguage): string {
  const plain = words.replace(/^(?:so|okay|ok|great|then|所以|那么?|好的?)[,，]?\s*/i, '');
  const stated = plain.replace(
    /[，,]\s*(?:right|correct|is that right|isn't it|don't you|对吗|是吗|对吧|是吧|是不是|没错吧)\s*[?？]$/i,
    language === 'zh' ? '。' : '.',
  );
  return stated.replace(/^[a-z]/, (letter) => letter.toUpperCase());
}

/** Nobody answers their own question. */
function isOther(turn: SourceTurn, before: SourceTurn): boolean {
  return turn.role !== before.role || (turn.speaker !== before.speaker && before.speaker !== null);
}

function askedLast(before: SourceTurn): Asked | null {
  if (before.role === 'tool' || before.role === 'system') return null;
  const span = lastQuestion(before);
  return span ? askedOf(before, span) : null;
}

function askedOf(turn: SourceTurn, span: Span): Asked {
  return { words: maskedSlice(readableText(turn.content), span), source: { turnId: turn.id, ...span } };
}

function mainReason(reasons: readonly DropReason[], text: ReadableText): DropReason {
  const order: readonly DropReason[] = [
    'no_fact',
    'command',
    'question',
    'about_other',
    'small_talk',
    'greeting',
  ];
  const found = order.find((reason) => reasons.includes(reason));
  if (found) return found;
  if (text.hadInjection) return 'injected';
  return text.hadCode ? 'code' : 'empty';
}

function trimmedSpan(content: string): Span {
  const start = content.length - content.trimStart().length;
  return { start, end: content.trimEnd().length };
}
