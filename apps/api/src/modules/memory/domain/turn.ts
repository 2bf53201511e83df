import type { TurnRole } from '@memory-hub/contracts';

/** One message as it is stored. */
export interface Turn {
  readonly id: string;
  readonly conversationId: string;
  readonly seq: number;
  readonly role: TurnRole;
  readonly speaker: string;
  readonly content: string;
  readonly occurredAt: Date;
  readonly zone: string;
  readonly recordedAt: Date;
}
