import { ASSET_STATUSES, DomainError, type AssetStatus } from '@memory-hub/contracts';

export const ASSET_ACTIONS = ['publish', 'rollBack', 'deprecate', 'archive', 'restore', 'revoke'] as const;
export type AssetAction = (typeof ASSET_ACTIONS)[number];

/** Where each act leads from each status. What is not here cannot happen; a revoked asset stays revoked. */
const STEPS: Readonly<Record<AssetStatus, Partial<Readonly<Record<AssetAction, AssetStatus>>>>> = {
  none: { publish: 'published' },
  published: { publish: 'published', rollBack: 'published', deprecate: 'deprecated', revoke: 'revoked' },
  deprecated: { publish: 'published', rollBack: 'published', archive: 'archived', revoke: 'revoked' },
  archived: { restore: 'none', revoke: 'revoked' },
  revoked: {},
};

/** The asset's next status. Throws `INVALID_TRANSITION`. */
export function assetTransition(status: AssetStatus, action: AssetAction): AssetStatus {
  const next = STEPS[status][action];
  if (next !== undefined) return next;
  throw new DomainError(
    'INVALID_TRANSITION',
    `An asset that is "${status}" cannot take the step "${action}".`,
    {
      params: { state: status, action },
    },
  );
}

/** Statuses from which the act is possible. */
export function assetStatusesFor(action: AssetAction): readonly AssetStatus[] {
  return ASSET_STATUSES.filter((status) => STEPS[status][action] !== undefined);
}
