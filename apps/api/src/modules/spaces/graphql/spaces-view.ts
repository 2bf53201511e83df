import { encodeId } from '@memory-hub/contracts';
import { viewerCan } from '@memory-hub/permissions';
import type { RequestContext } from '../../../common';
import type { UserRef } from '../../../infrastructure/graphql';
import type { NameRef } from '../../identity';
import type { ReviewPolicy as PolicyRow } from '../domain/review-policy';
import type { Invitation as InvitationRow } from '../invitations.service';
import { factsOf, type Space as SpaceRow } from '../space';
import type { Invitation, ReviewPolicy, Space } from './spaces.types';

export function spaceView(ctx: RequestContext, row: SpaceRow): Space {
  const { createAsset, createAgent, review, publish, manageMembers, managePolicies } = viewerCan(
    ctx.ability,
    'Space',
    factsOf(row),
  );
  const rights = { createAsset, createAgent, review, publish, manageMembers, managePolicies };
  return {
    id: encodeId('space', row.id),
    name: row.name,
    kind: row.kind,
    slug: row.slug,
    viewerCan: rights,
    row,
  };
}

export function invitationView(
  { id, role, email, expiresAt, createdBy }: InvitationRow,
  names: ReadonlyMap<string, NameRef>,
): Invitation {
  return { id: encodeId('invitation', id), role, email, expiresAt, createdBy: userRef(createdBy, names) };
}

/** The policy as it is set; `selfApproval` is what an admin set, not what is in effect. */
export function policyView({
  kind,
  approvals,
  selfApproval,
  selfApprovalUntilSecondReviewer,
  version,
}: PolicyRow): ReviewPolicy {
  return { kind, approvals, selfApproval, selfApprovalUntilSecondReviewer, version };
}

/** Somebody who is gone keeps their id and loses their name. */
export function userRef(id: string, names: ReadonlyMap<string, NameRef>): UserRef {
  return { id: encodeId('user', id), name: names.get(id)?.name ?? '–' };
}
