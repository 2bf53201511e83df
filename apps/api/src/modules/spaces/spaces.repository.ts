import { Injectable } from '@nestjs/common';
import type { TxContext } from '../../infrastructure/prisma';
import { slugChoice } from './domain/slug';
import type { Space } from './space';

const CHOICES = 1_000;

@Injectable()
export class SpacesRepository {
  async find(ctx: TxContext, id: string): Promise<Space | null> {
    const row = await ctx.tx.space.findFirst({ where: { id, aclId: { in: [...ctx.classes] } } });
    return row === null ? null : spaceOf(row);
  }

  async findMany(ctx: TxContext, ids: readonly string[]): Promise<Space[]> {
    const rows = await ctx.tx.space.findMany({
      where: { id: { in: [...ids] }, aclId: { in: [...ctx.classes] } },
    });
    return rows.map(spaceOf);
  }

  /** Stores a space under the first free slug of its name. A slug may belong to a space that the founder cannot see. */
  async insert(ctx: TxContext, space: Omit<Space, 'slug'> & { aclId: string }): Promise<Space> {
    for (let choice = 1; choice <= CHOICES; choice += 1) {
      const slug =
        space.kind === 'personal'
          ? `personal-${space.id.replaceAll('-', '')}`
          : slugChoice(space.name, choice);
      const inserted = await ctx.tx.$executeRaw`
        INSERT INTO space (id, org_id, acl_id, kind, name, slug, owner_id, created_at)
        VALUES (${space.id}::uuid, ${space.orgId}::uuid, ${space.aclId}::uuid, ${space.kind}, ${space.name}, ${slug},
          ${space.ownerId}::uuid, ${ctx.now})
        ON CONFLICT DO NOTHING`;
      if (inserted === 1)
        return {
          id: space.id,
          orgId: space.orgId,
          kind: space.kind,
          name: space.name,
          slug,
          ownerId: space.ownerId,
        };
    }
    throw new Error(`no free slug for a space after ${CHOICES} tries`);
  }
}

function spaceOf(row: {
  id: string;
  orgId: string;
  kind: string;
  name: string;
  slug: string;
  ownerId: string | null;
}): Space {
  const { id, orgId, name, slug, ownerId } = row;
  return { id, orgId, kind: row.kind === 'personal' ? 'personal' : 'team', name, slug, ownerId };
}
