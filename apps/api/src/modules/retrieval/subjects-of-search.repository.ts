import { Injectable } from '@nestjs/common';
import { wellFormed } from '@memory-hub/contracts';
import { classOfMemory, type AgentPrincipal } from '@memory-hub/permissions';
import type { TxContext } from '../../infrastructure/prisma';

/** Which memory of an agent a search is about. An agent keeps one for each subject, and two never blend. */
@Injectable()
export class SubjectsOfSearch {
  /** Class of the memory that the agent keeps of its owner; null while nothing of it is stored. */
  async ofOwner(ctx: TxContext, { agentId, ownerId }: AgentPrincipal): Promise<string | null> {
    const subjects = await ctx.tx.$queryRaw<
      { id: string | null }[]
    >`SELECT memhub_subject_of_user(${ownerId}::uuid) AS id`;
    const subjectId = subjects[0]?.id;
    if (subjectId == null) return null;
    const rows = await ctx.tx.$queryRaw<{ id: string }[]>`
      SELECT c.id FROM access_class c WHERE c.id = ANY (${[...ctx.memoryClasses]}::uuid[])
        AND c.tokens = ${[...classOfMemory({ agentId, subjectId })].sort()}::text[]`;
    return rows[0]?.id ?? null;
  }

  /** Class of the memory of a session's subject; null when the agent has no such session. */
  async ofSession(ctx: TxContext, agentId: string, sessionId: string): Promise<string | null> {
    const rows = await ctx.tx.$queryRaw<{ id: string }[]>`
      SELECT acl_id AS id FROM conversation WHERE agent_id = ${agentId}::uuid
        AND session_id = ${wellFormed(sessionId).text.trim()} AND acl_id = ANY (${[...ctx.memoryClasses]}::uuid[])`;
    return rows[0]?.id ?? null;
  }
}
