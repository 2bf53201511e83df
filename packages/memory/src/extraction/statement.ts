import type { CardLanguage } from '../cards/card';

/** Why a turn or a sentence gave no card. */
export const DROP_REASONS = [
  'empty',
  'tool_output',
  'system',
  'injected',
  'code',
  'greeting',
  'question',
  'command',
  'small_talk',
  'about_other',
  'no_fact',
  'assistant_unconfirmed',
  'turn_limit',
  'duplicate',
  'invalid_card',
] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/** What sort of statement a sentence is. Several may hold. */
export const CUES = [
  'rule',
  'absolute',
  'explicit',
  'correction',
  'decision',
  'preference',
  'identity',
  'contact',
  'habit',
  'skill',
  'possession',
  'activity',
  'plan',
  'past',
  'dated',
  'opinion',
  'project',
  'occasion',
] as const;
export type Cue = (typeof CUES)[number];

export interface Accepted {
  readonly fact: true;
  /** How sure the patterns are; 3 is the threshold, 8 is plain. */
  readonly strength: number;
  readonly cues: ReadonlySet<Cue>;
  /** The sentence cannot stand alone: it goes on telling of the one before. */
  readonly continues: boolean;
}
export interface Refused {
  readonly fact: false;
  readonly reason: DropReason;
  /** It says something, but not by itself: what is around it may complete it. */
  readonly almost?: Omit<Accepted, 'fact'>;
}
export type Verdict = Accepted | Refused;

export const refuse = (reason: DropReason): Refused => ({ fact: false, reason });

/** What the judge of a sentence knows of the conversation around it. */
export interface SentenceContext {
  /** Names of the people in the conversation, lower case. */
  readonly names: ReadonlySet<string>;
  /** An assistant takes part, so wishes may be orders to it. */
  readonly withAssistant: boolean;
  /** The sentence before it in the same turn was accepted. */
  readonly follows: boolean;
  /** The sentence before it in the same turn ordered one thing, so limits and the like belong to that. */
  readonly ordered?: boolean;
}

/** A sentence of one turn that was found to state something. */
export interface Statement extends Accepted {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly language: CardLanguage;
  /** It answers the question that the other side had just asked, and is not understood without it. */
  readonly answers?: boolean;
  /** It says that something changed and not what: a fact only with the statement that it changes. */
  readonly bare?: boolean;
}
