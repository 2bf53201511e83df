import { Injectable } from '@nestjs/common';
import { ASSET_KINDS, newId } from '@memory-hub/contracts';
import { classOfMembership, classOfReviewPolicy, classOfSpace } from '@memory-hub/permissions';
import { AccessClasses, type TxContext } from '../../infrastructure/prisma';
import { firstPolicy, type Founding } from './domain/review-policy';
import { MembersRepository } from './members.repository';
import { PoliciesRepository } from './policies.repository';
import { placeOf, type Space } from './space';
import { SpacesRepository } from './spaces.repository';

export interface Foundation {
  readonly orgId: string;
  readonly name: string;
  readonly founderId: string;
  readonly founding: Founding;
}

/** Makes a space with its first member and its policies, in the transaction of whoever founds it. */
@Injectable()
export class SpaceFounder {
  constructor(
    private readonly spaces: SpacesRepository,
    private readonly members: MembersRepository,
    private readonly policies: PoliciesRepository,
    private readonly classes: AccessClasses,
  ) {}

  async found(
    ctx: TxContext,
    { orgId, name, founderId, founding }: Foundation,
    id: string = newId(),
  ): Promise<Space> {
    const kind = founding === 'personal' ? 'personal' : 'team';
    const draft = { id, orgId, kind, name, ownerId: kind === 'personal' ? founderId : null } as const;
    const place = placeOf({ ...draft, slug: '' });
    const space = await this.spaces.insert(ctx, {
      ...draft,
      aclId: await this.classes.ensure(ctx, classOfSpace(place)),
    });
    const aclId = await this.classes.ensure(ctx, classOfMembership(place));
    await this.members.insert(ctx, {
      spaceId: id,
      userId: founderId,
      role: 'admin',
      joinedAt: ctx.now,
      orgId,
      aclId,
    });
    const policyAcl = await this.classes.ensure(ctx, classOfReviewPolicy(place));
    for (const assetKind of ASSET_KINDS)
      await this.policies.insert(ctx, { ...firstPolicy(id, assetKind, founding), orgId, aclId: policyAcl });
    return space;
  }
}
