import {
  backOff,
  DEFAULT_TRIGGERS,
  type SessionExtractionState,
  type TriggerSettings,
} from '@memory-hub/memory';
import type { Settings } from '../../config';
import type { Conversation } from './domain/conversation';

/** What the trigger function needs to know of a session. A claim that has expired holds nothing. */
export function extractionState(
  conversation: Omit<Conversation, 'acl'>,
  now: Date,
  requested: boolean,
): SessionExtractionState {
  const claimed = conversation.claimExpiresAt !== null && conversation.claimExpiresAt > now;
  return {
    userTurns: conversation.userTurnCount,
    claimedUserTurns: conversation.extractedUserTurns,
    turns: conversation.turnCount,
    cursor: conversation.extractedSeq,
    lastTurnAt: conversation.lastTurnAt,
    ended: conversation.endedAt !== null,
    requested,
    running: claimed,
    attempts: conversation.failures,
    lastFailedAt: lastFailureOf(conversation),
  };
}

/** Of a failure the time of the next try is stored, which is a back-off later. */
function lastFailureOf({ failures, nextAttemptAt }: Omit<Conversation, 'acl'>): Date | null {
  return nextAttemptAt === null ? null : new Date(nextAttemptAt.getTime() - backOff(failures));
}

export function triggerSettings(settings: Settings): TriggerSettings {
  return {
    ...DEFAULT_TRIGGERS,
    warmup: settings.MEMHUB_EXTRACT_WARMUP,
    everyTurns: settings.MEMHUB_EXTRACT_EVERY_TURNS,
    idleSeconds: settings.MEMHUB_EXTRACT_IDLE_SECONDS,
  };
}
