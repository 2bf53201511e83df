import { Injectable } from '@nestjs/common';
import { newId, notFound, type AssetKind, type SpaceRole } from '@memory-hub/contracts';
import { assertCan } from '@memory-hub/permissions';
import { z } from 'zod';
import type { RequestContext } from '../../common';
import { AuditLog, IdempotencyKeys, UnitOfWork } from '../../infrastructure/prisma';
import { readName } from '../identity';
import { Policies, type EffectivePolicy } from './policies.service';
import type { Space } from './space';
import { SpaceFounder } from './space-founder';
import { SpacesRepository } from './spaces.repository';

export interface OwnSpace {
  readonly space: Space;
  readonly role: SpaceRole;
}

const OUTCOME = z.object({ spaceId: z.uuid() });

/** Spaces as the caller may see them. */
@Injectable()
export class Spaces {
  constructor(
    private readonly work: UnitOfWork,
    private readonly spaces: SpacesRepository,
    private readonly founder: SpaceFounder,
    private readonly policies: Policies,
    private readonly once: IdempotencyKeys,
    private readonly audit: AuditLog,
  ) {}

  /** @throws DomainError NOT_FOUND when it is missing or hidden */
  async getOrThrow(ctx: RequestContext, id: string): Promise<Space> {
    const space = await this.work.read(ctx, (tx) => this.spaces.find(tx, id));
    if (space === null) throw notFound('space');
    return space;
  }

  /** Those of these spaces that the caller may see, by uuid. */
  async byIds(ctx: RequestContext, ids: readonly string[]): Promise<ReadonlyMap<string, Space>> {
    if (ids.length === 0) return new Map();
    const rows = await this.work.read(ctx, (tx) => this.spaces.findMany(tx, [...new Set(ids)]));
    return new Map(rows.map((space) => [space.id, space]));
  }

  /** Every space the person belongs to with their role, the personal one first, then by name. */
  async own(ctx: RequestContext): Promise<OwnSpace[]> {
    const { principal } = ctx;
    if (principal.kind !== 'user') return [];
    const spaces = await this.byIds(
      ctx,
      principal.memberships.map(({ spaceId }) => spaceId),
    );
    const own = principal.memberships.flatMap(({ spaceId, role }) => {
      const space = spaces.get(spaceId);
      return space === undefined ? [] : [{ space, role }];
    });
    return own.sort((a, b) => rank(a.space) - rank(b.space) || (a.space.name < b.space.name ? -1 : 1));
  }

  /** How proposals of this kind are decided here and now; `selfApproval` is the one in effect. */
  async policyOf(ctx: RequestContext, spaceId: string, kind: AssetKind): Promise<EffectivePolicy> {
    return this.policies.policyOf(ctx, spaceId, kind);
  }

  /** Makes a team space whose first admin is the caller. */
  async create(
    ctx: RequestContext,
    input: { name: string; reviewAlone: boolean; idempotencyKey: string | null },
  ): Promise<string> {
    assertCan(ctx.ability, 'createSpace', 'Organisation', { orgId: ctx.orgId });
    const name = readName(input.name, 'name');
    const mark =
      input.idempotencyKey === null
        ? null
        : {
            operation: 'createSpace',
            key: input.idempotencyKey,
            body: { name, reviewAlone: input.reviewAlone },
          };
    const id = newId();
    // Founding a space is what makes its founder an admin of it, so the right stands before the row that says so.
    const founding: RequestContext = { ...ctx, adminSpaces: [...ctx.adminSpaces, id] };
    const { spaceId } = await this.work.write(founding, (tx) =>
      this.once.once(tx, mark, OUTCOME, async () => {
        const space = await this.founder.found(
          tx,
          {
            orgId: ctx.orgId,
            name,
            founderId: ctx.userId ?? '',
            founding: input.reviewAlone ? 'alone' : 'four_eyes',
          },
          id,
        );
        await this.audit.record(tx, {
          action: 'space.create',
          targetType: 'space',
          targetId: space.id,
          spaceId: space.id,
          details: { reviewAlone: input.reviewAlone },
        });
        return { spaceId: space.id };
      }),
    );
    return spaceId;
  }
}

function rank({ kind }: Space): number {
  return kind === 'personal' ? 0 : 1;
}
