import { Injectable } from '@nestjs/common';
import { newId } from '@memory-hub/contracts';
import type { TxContext } from '../../infrastructure/prisma';

export interface MemoryAgent {
  readonly id: string;
  readonly spaceId: string;
  readonly ownerId: string;
  /** The subject that stands for the owner. */
  readonly ownerSubjectId: string;
  readonly name: string;
}

export interface Subject {
  readonly id: string;
  readonly label: string;
}

/** Whom memories are about, and the agents that keep them. */
@Injectable()
export class SubjectsRepository {
  /** An agent that the principal may see. */
  async findAgent(ctx: TxContext, id: string): Promise<MemoryAgent | null> {
    const rows = await ctx.tx.$queryRaw<MemoryAgent[]>`
      SELECT a.id, a.space_id AS "spaceId", a.owner_id AS "ownerId", a.name, memhub_subject_of_user(a.owner_id) AS "ownerSubjectId"
      FROM agent a WHERE a.id = ${id}::uuid AND a.acl_id = ANY (${[...ctx.classes]}::uuid[])`;
    return rows[0] ?? null;
  }

  /** What the people who own an agent want it to be and to keep to. */
  async wordsFor(ctx: TxContext, agentId: string): Promise<{ role: string; rules: string }> {
    const rows = await ctx.tx.$queryRaw<{ role: string; rules: string }[]>`
      SELECT a.role_prompt AS role, a.rules_prompt AS rules FROM agent a
      WHERE a.id = ${agentId}::uuid AND a.acl_id = ANY (${[...ctx.classes]}::uuid[])`;
    return rows[0] ?? { role: '', rules: '' };
  }

  /** Finds or makes the subject that an agent knows under this key. The class is the memory's own. */
  async ensure(
    ctx: TxContext,
    subject: { agentId: string; key: string; aclOf: (subjectId: string) => Promise<string> },
  ): Promise<Subject> {
    const known = await this.find(ctx, subject);
    if (known !== null) return known;
    const id = newId();
    const aclId = await subject.aclOf(id);
    await ctx.tx.$executeRaw`
      INSERT INTO subject (id, org_id, acl_id, agent_id, key, label)
      VALUES (${id}::uuid, ${ctx.orgId}::uuid, ${aclId}::uuid, ${subject.agentId}::uuid, ${subject.key}, ${subject.key})
      ON CONFLICT (agent_id, key) DO NOTHING`;
    const made = await this.find(ctx, subject);
    if (made === null) throw new Error('a subject that was just made cannot be read');
    return made;
  }

  private async find(
    ctx: TxContext,
    { agentId, key }: { agentId: string; key: string },
  ): Promise<Subject | null> {
    const rows = await ctx.tx.$queryRaw<Subject[]>`
      SELECT id, label FROM subject WHERE agent_id = ${agentId}::uuid AND key = ${key} AND acl_id = ANY (${[...ctx.classes]}::uuid[])`;
    return rows[0] ?? null;
  }
}
