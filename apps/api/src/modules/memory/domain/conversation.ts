/** One session of one subject with one agent, and how far it is extracted. */
export interface Conversation {
  readonly id: string;
  readonly spaceId: string;
  readonly aclId: string;
  readonly agentId: string;
  readonly agentOwnerId: string;
  readonly subjectId: string;
  readonly subjectLabel: string;
  readonly sessionId: string;
  readonly title: string | null;
  readonly offTheRecord: boolean;
  readonly turnCount: number;
  readonly userTurnCount: number;
  readonly extractedSeq: number;
  readonly extractedUserTurns: number;
  readonly claimId: string | null;
  readonly claimedSeq: number | null;
  readonly claimExpiresAt: Date | null;
  readonly failures: number;
  readonly nextAttemptAt: Date | null;
  readonly lastError: string | null;
  readonly startedAt: Date;
  readonly lastTurnAt: Date | null;
  readonly endedAt: Date | null;
  readonly acl: readonly string[];
}

/** Numbers of an agent's memory. */
export interface MemoryCounts {
  readonly turns: number;
  readonly cards: number;
  readonly scenes: number;
  readonly pendingTurns: number;
  readonly oldestPendingAt: Date | null;
  readonly lastError: string | null;
}
