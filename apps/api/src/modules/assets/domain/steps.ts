import { ASSET_STATUSES, PROPOSAL_STATES, type AssetStatus } from '@memory-hub/contracts';
import {
  assertCan,
  assetTransition,
  can,
  transition,
  type Ability,
  type ActionOf,
  type AssetAction,
  type AssetFacts,
  type ProposalAction,
  type ProposalFacts,
} from '@memory-hub/permissions';

const NO_PROGRESS = { approvalsMet: false, checks: 'pending' } as const;

/**
 * Asserts a right on a proposal. Whoever would have it in another state of the proposal hears that its state is in
 * the way, for instance that somebody else was quicker.
 */
export function assertStep(
  ability: Ability,
  step: { right: ActionOf<'Proposal'>; action: ProposalAction },
  facts: ProposalFacts,
): void {
  if (can(ability, step.right, 'Proposal', facts)) return;
  const isTiming =
    can(ability, 'read', 'Proposal', facts) &&
    PROPOSAL_STATES.some((state) => can(ability, step.right, 'Proposal', { ...facts, state }));
  if (isTiming) transition(facts.state, step.action, NO_PROGRESS);
  assertCan(ability, step.right, 'Proposal', facts);
}

/** Asserts a right on an asset and gives its next status. */
export function assetStep(ability: Ability, action: AssetAction, facts: AssetFacts): AssetStatus {
  if (!can(ability, action, 'Asset', facts)) {
    const isTiming =
      can(ability, 'read', 'Asset', facts) &&
      ASSET_STATUSES.some((status) => can(ability, action, 'Asset', { ...facts, status }));
    if (isTiming) assetTransition(facts.status, action);
    assertCan(ability, action, 'Asset', facts);
  }
  return assetTransition(facts.status, action);
}
