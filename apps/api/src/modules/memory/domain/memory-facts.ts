import type { MemoryFacts } from '@memory-hub/permissions';

/** What the policies need to know of a memory. */
export function memoryFacts(row: {
  readonly acl: readonly string[];
  readonly subjectId: string;
  readonly agentId: string;
  readonly agentOwnerId: string;
}): MemoryFacts {
  const { acl, subjectId, agentId, agentOwnerId } = row;
  return { acl, subjectId, agentId, agentOwnerId };
}
