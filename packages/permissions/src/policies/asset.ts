import type { ActionOf } from '../facts';
import { assetStatusesFor, type AssetAction } from '../lifecycle/asset';
import { hasScope } from '../principal';
import { inSpacesAs } from './place';
import type { Policy } from './policy';

const OWNER_STEPS = [
  'publish',
  'rollBack',
  'deprecate',
  'archive',
  'restore',
] as const satisfies readonly AssetAction[];
const ADMIN_STEPS = [...OWNER_STEPS, 'revoke'] as const;
const CARE = ['edit', 'changeVisibility', 'grant'] as const satisfies readonly ActionOf<'Asset'>[];

export const assetPolicy: Policy<'Asset'> = {
  subjects: ['Asset'],
  person(me, may) {
    const own = { ownerId: me.userId };
    may('read');
    may('create', inSpacesAs(me, 'member'), own, { status: 'none' });
    may('propose', inSpacesAs(me, 'member'), { status: { $in: ['none', 'published', 'deprecated'] } });
    may('mount', [{ status: 'published' }, { status: 'none', ...own }]);

    may(CARE, inSpacesAs(me, 'admin'), { status: { $ne: 'revoked' } });
    may(CARE, inSpacesAs(me, 'member'), own, { status: { $ne: 'revoked' } });
    for (const step of ADMIN_STEPS)
      may(step, inSpacesAs(me, 'admin'), { status: { $in: assetStatusesFor(step) } });
    for (const step of OWNER_STEPS) {
      may(step, inSpacesAs(me, 'member'), own, { status: { $in: assetStatusesFor(step) } });
    }
  },
  agent(me, may) {
    if (hasScope(me, 'asset:read')) may('read');
    if (!hasScope(me, 'asset:propose')) return;
    may('create', inSpacesAs(me.owner, 'member'), { ownerId: me.ownerId, status: 'none' });
    may('propose', inSpacesAs(me.owner, 'member'), { status: { $in: ['none', 'published', 'deprecated'] } });
  },
};
