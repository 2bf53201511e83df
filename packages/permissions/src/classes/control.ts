import type { Place } from '../facts';
import { canonical, token } from '../tokens';

interface InOrganisation {
  readonly orgId: string;
}

/** Readers of a space's own row: its people and the organisation's admins; a personal space its owner. */
export function classOfSpace(space: Place & InOrganisation): string[] {
  if (space.spaceKind === 'personal') return owned(space, token.user);
  return canonical([token.role(space.spaceId, 'viewer'), token.orgRole(space.orgId, 'org_admin')]);
}

/** Readers of who belongs to a space. */
export function classOfMembership(membership: Place & InOrganisation): string[] {
  if (membership.spaceKind === 'personal') return owned(membership, token.person);
  return canonical([token.people(membership.spaceId), token.orgRole(membership.orgId, 'org_admin')]);
}

/** Readers of a space's review policy: everyone whose proposals it governs. */
export function classOfReviewPolicy(policy: Place & InOrganisation): string[] {
  return classOfMembership(policy);
}

export function classOfInvitation(invitation: Place & InOrganisation): string[] {
  if (invitation.spaceKind === 'personal') return owned(invitation, token.person);
  return canonical([token.admins(invitation.spaceId), token.orgRole(invitation.orgId, 'org_admin')]);
}

/** Readers of an agent's row: its owner, the admins of its space, the agent itself. */
export function classOfAgent(agent: Place & { readonly id: string; readonly ownerId: string }): string[] {
  const itself = token.caller(agent.id);
  if (agent.spaceKind === 'personal') return canonical([itself, ...owned(agent, token.person)]);
  return canonical([itself, token.memberInPerson(agent.spaceId, agent.ownerId), token.admins(agent.spaceId)]);
}

/** Readers of a mount: those of the agent. The asset behind it has its own class. */
export function classOfMount(agent: Place & { readonly id: string; readonly ownerId: string }): string[] {
  return classOfAgent(agent);
}

/** Readers of a key's name and dates: its owner, and the organisation's admins, who may revoke it. */
export function classOfApiKey(key: InOrganisation & { readonly ownerId: string }): string[] {
  return canonical([token.person(key.ownerId), token.orgRole(key.orgId, 'org_admin')]);
}

/** Readers of a task: whoever asked for it, the person or the agent. */
export function classOfTask(task: {
  readonly userId: string | null;
  readonly agentId: string | null;
}): string[] {
  const tokens: string[] = [];
  if (task.userId !== null) tokens.push(token.person(task.userId));
  if (task.agentId !== null) tokens.push(token.caller(task.agentId));
  return canonical(tokens);
}

/** Readers of an audit entry. `place` is the space it happened in, null for the organisation. */
export function classOfAuditEntry({
  orgId,
  place,
}: InOrganisation & { readonly place: Place | null }): string[] {
  const watchers = [token.orgRole(orgId, 'org_admin'), token.orgRole(orgId, 'auditor')];
  if (place === null) return canonical(watchers);
  const local = place.spaceKind === 'team' ? [token.admins(place.spaceId)] : owned(place, token.person);
  return canonical([...watchers, ...local]);
}

function owned(place: Place, tokenOf: (userId: string) => string): string[] {
  return place.spaceOwnerId === null ? [] : [tokenOf(place.spaceOwnerId)];
}
