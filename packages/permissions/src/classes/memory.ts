import { canonical, token } from '../tokens';

export interface MemoryClassFacts {
  readonly subjectId: string;
  /** The agent it belongs to; null for a memory that a person keeps without one. */
  readonly agentId: string | null;
}

/** Readers of turns, cards, scenes, personas and their session: the subject and the agent, nobody else. */
export function classOfMemory({ subjectId, agentId }: MemoryClassFacts): string[] {
  const subject = token.subject(subjectId);
  return agentId === null ? [subject] : canonical([subject, token.agent(agentId)]);
}
