import { Injectable } from '@nestjs/common';
import type { PersonaLine } from '@memory-hub/memory';
import { Prisma, type TxContext } from '../../infrastructure/prisma';
import type { Memory, Persona, Scene } from './domain/scene';

const SCENE = Prisma.sql`
  s.id, s.space_id AS "spaceId", s.acl_id AS "aclId", s.agent_id AS "agentId", s.subject_id AS "subjectId", s.title, s.summary, s.markdown, s.heat,
  s.rev, s.created_at AS "createdAt", s.updated_at AS "updatedAt"`;

/** L2 and L3. */
@Injectable()
export class ScenesRepository {
  /**
   * Makes those who render the same memory wait for each other, until the end of the transaction. Taken before the
   * rows of its cards, everywhere.
   */
  async lockMemory(ctx: TxContext, memory: Memory): Promise<void> {
    await ctx.tx
      .$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`memory/${memory.agentId}/${memory.subjectId}`}, 0))`;
  }

  async find(ctx: TxContext, id: string): Promise<Scene | null> {
    const rows = await ctx.tx.$queryRaw<
      Scene[]
    >`SELECT ${SCENE} FROM scene s WHERE s.id = ${id}::uuid AND ${readable(ctx)}`;
    return rows[0] ?? null;
  }

  /** Scenes of one memory, oldest first. */
  async of(ctx: TxContext, memory: Memory): Promise<Scene[]> {
    return ctx.tx.$queryRaw<Scene[]>`
      SELECT ${SCENE} FROM scene s WHERE s.agent_id = ${memory.agentId}::uuid AND s.subject_id = ${memory.subjectId}::uuid AND ${readable(ctx)} ORDER BY s.id`;
  }

  async ofAgent(ctx: TxContext, agentId: string): Promise<Scene[]> {
    return ctx.tx.$queryRaw<
      Scene[]
    >`SELECT ${SCENE} FROM scene s WHERE s.agent_id = ${agentId}::uuid AND ${readable(ctx)} ORDER BY s.heat DESC, s.id LIMIT 200`;
  }

  async save(ctx: TxContext, scene: Scene): Promise<void> {
    await ctx.tx.$executeRaw`
      INSERT INTO scene (id, org_id, space_id, acl_id, agent_id, subject_id, title, summary, markdown, heat, rev, created_at, updated_at)
      VALUES (${scene.id}::uuid, ${ctx.orgId}::uuid, ${scene.spaceId}::uuid, ${scene.aclId}::uuid, ${scene.agentId}::uuid, ${scene.subjectId}::uuid,
        ${scene.title}, ${scene.summary}, ${scene.markdown}, ${scene.heat}, ${scene.rev}, ${scene.createdAt}, ${scene.updatedAt})
      ON CONFLICT (id) DO UPDATE SET title = excluded.title, summary = excluded.summary, markdown = excluded.markdown, rev = excluded.rev,
        updated_at = excluded.updated_at`;
  }

  async delete(ctx: TxContext, ids: readonly string[]): Promise<void> {
    await ctx.tx.$executeRaw`DELETE FROM scene WHERE id = ANY (${[...ids]}::uuid[])`;
  }

  /** Notes hits of scenes; a sweeper adds them up. */
  async addHeat(ctx: TxContext, scenes: readonly { id: string; aclId: string }[]): Promise<void> {
    for (const scene of scenes)
      await ctx.tx
        .$executeRaw`INSERT INTO scene_heat (scene_id, org_id, acl_id) VALUES (${scene.id}::uuid, ${ctx.orgId}::uuid, ${scene.aclId}::uuid)`;
  }

  async persona(ctx: TxContext, memory: Memory): Promise<Persona | null> {
    return this.loadPersona(
      ctx,
      Prisma.sql`p.agent_id = ${memory.agentId}::uuid AND p.subject_id = ${memory.subjectId}::uuid`,
    );
  }

  async findPersona(ctx: TxContext, id: string): Promise<Persona | null> {
    return this.loadPersona(ctx, Prisma.sql`p.id = ${id}::uuid`);
  }

  async savePersona(ctx: TxContext, persona: Persona): Promise<void> {
    await ctx.tx.$executeRaw`
      INSERT INTO persona (id, org_id, space_id, acl_id, agent_id, subject_id, markdown, version, updated_at)
      VALUES (${persona.id}::uuid, ${ctx.orgId}::uuid, ${persona.spaceId}::uuid, ${persona.aclId}::uuid, ${persona.agentId}::uuid,
        ${persona.subjectId}::uuid, ${persona.markdown}, ${persona.version}, ${persona.updatedAt})
      ON CONFLICT (id) DO UPDATE SET markdown = excluded.markdown, version = excluded.version, updated_at = excluded.updated_at`;
    await ctx.tx.$executeRaw`DELETE FROM persona_line WHERE persona_id = ${persona.id}::uuid`;
    for (const [ordinal, line] of persona.lines.entries())
      await ctx.tx.$executeRaw`
        INSERT INTO persona_line (persona_id, ordinal, org_id, acl_id, section, text, scene_ids, card_ids)
        VALUES (${persona.id}::uuid, ${ordinal}, ${ctx.orgId}::uuid, ${persona.aclId}::uuid, ${line.section}, ${line.text},
          ${[...line.sceneIds]}::uuid[], ${[...line.cardIds]}::uuid[])`;
  }

  private async loadPersona(ctx: TxContext, condition: Prisma.Sql): Promise<Persona | null> {
    const rows = await ctx.tx.$queryRaw<Omit<Persona, 'lines'>[]>`
      SELECT p.id, p.space_id AS "spaceId", p.acl_id AS "aclId", p.agent_id AS "agentId", p.subject_id AS "subjectId", p.markdown, p.version,
        p.updated_at AS "updatedAt" FROM persona p WHERE ${condition} AND p.acl_id = ANY (${[...ctx.memoryClasses]}::uuid[])`;
    const persona = rows[0];
    if (persona === undefined) return null;
    const lines = await ctx.tx.$queryRaw<PersonaLine[]>`
      SELECT l.section, l.text, l.scene_ids AS "sceneIds", l.card_ids AS "cardIds" FROM persona_line l
      WHERE l.persona_id = ${persona.id}::uuid AND l.acl_id = ${persona.aclId}::uuid ORDER BY l.ordinal`;
    return { ...persona, lines };
  }
}

function readable(ctx: TxContext): Prisma.Sql {
  return Prisma.sql`s.acl_id = ANY (${[...ctx.memoryClasses]}::uuid[])`;
}
