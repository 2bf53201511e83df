import type { CardKind, TurnRole } from '@memory-hub/contracts';

/** A stored turn as the extractor reads it. `content` is the stored text; spans are UTF-16 offsets into it. */
export interface SourceTurn {
  readonly id: string;
  readonly role: TurnRole;
  /** Name of who spoke; null or a generic label ("user") when it is not known. */
  readonly speaker: string | null;
  readonly content: string;
  readonly occurredAt: Date;
  /** IANA zone of the speaker at that moment; the zone of the options when absent. */
  readonly zone?: string | null;
}

/** The words a card rests on: `turn.content.slice(start, end)`. */
export interface TurnSpan {
  readonly turnId: string;
  readonly start: number;
  readonly end: number;
}

/**
 * What a card says about whom, for contradictions. Two cards contradict only when subject, attribute and
 * condition are the same and the values differ.
 */
export interface CardAttribute {
  /** Lower-case name of the speaker, `self` when nobody is named, else the person or thing spoken about. */
  readonly subject: string;
  readonly attribute: string;
  readonly value: string;
  /** "at work", "on weekends", "in project x"; empty when unconditional. */
  readonly condition: string;
  /**
   * True when the subject holds one value at a time. False ("visited park", "my colleague" of several) never
   * retires another card by itself.
   */
  readonly single: boolean;
}

export type DatePrecision = 'minute' | 'day' | 'week' | 'month' | 'season' | 'year';

/** When something happens: half-open interval of instants. */
export interface EventTime {
  readonly from: Date;
  readonly to: Date;
  readonly precision: DatePrecision;
}

export type CardLanguage = 'zh' | 'en';

/** L1: one extracted fact. */
export interface ExtractedCard {
  /** One self-contained sentence in the speaker's language, secrets masked, relative dates resolved. */
  readonly content: string;
  readonly kind: CardKind;
  /** 0–100, higher matters more; −1 marks an absolute rule. */
  readonly priority: number;
  readonly category: string;
  readonly tags: readonly string[];
  readonly entities: readonly string[];
  readonly attribute: CardAttribute | null;
  /** When the told thing happens or happened; null when the words give no date. */
  readonly eventTime: EventTime | null;
  /** When it was said. */
  readonly occurredAt: Date;
  /** From when the fact holds. */
  readonly validFrom: Date;
  /** Instant by which two values of one attribute are ordered: event time, never arrival. */
  readonly currentAt: Date;
  /** 0–1. */
  readonly confidence: number;
  readonly sources: readonly TurnSpan[];
  /** Title of the situation the card belongs to. */
  readonly scene: string;
  readonly speaker: string | null;
  readonly language: CardLanguage;
  /** The fact changes one told before ("actually", "moved to", 改成). */
  readonly correction: boolean;
}
