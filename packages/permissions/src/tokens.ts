import { DomainError, type OrgRole, type SpaceRole } from '@memory-hub/contracts';
import {
  hasScope,
  type AgentPrincipal,
  type Principal,
  type SpaceMembership,
  type UserPrincipal,
} from './principal';
import { rolesUpTo } from './roles';

/*
 * Two families of tokens. *Content* tokens open published content and one's own drafts; an agent carries
 * those of its owner. *In-person* tokens open reviews, settings and keys; an agent never carries them, so
 * words that nobody has approved and the controls of the hub stay out of its reach.
 */
const SAFE_ID = /^[A-Za-z0-9_.-]{1,128}$/;

/** Ids come from us and never hold the separators of tokens and of lists of tokens. */
function safe(id: string): string {
  if (SAFE_ID.test(id)) return id;
  throw new DomainError('INTERNAL', 'An id that cannot be part of an access token was used.');
}

export const token = {
  user: (userId: string) => `user:${safe(userId)}`,
  org: (orgId: string) => `org:${safe(orgId)}`,
  role: (spaceId: string, role: SpaceRole) => `space:${safe(spaceId)}:${role}`,
  /** This person, as long as they belong to the space. */
  member: (spaceId: string, userId: string) => `space:${safe(spaceId)}:user:${safe(userId)}`,

  person: (userId: string) => `person:${safe(userId)}`,
  subject: (subjectId: string) => `subject:${safe(subjectId)}`,
  orgRole: (orgId: string, role: OrgRole) => `org:${safe(orgId)}:${role}`,
  memberInPerson: (spaceId: string, userId: string) => `space:${safe(spaceId)}:person:${safe(userId)}`,
  people: (spaceId: string) => `space:${safe(spaceId)}:people`,
  reviewers: (spaceId: string) => `space:${safe(spaceId)}:reviewers`,
  admins: (spaceId: string) => `space:${safe(spaceId)}:admins`,

  /** The agent as the keeper of its memory. */
  agent: (agentId: string) => `agent:${safe(agentId)}`,
  /** The agent as a caller: its own row, mounts and tasks. */
  caller: (agentId: string) => `caller:${safe(agentId)}`,
} as const;

/** Every token of the principal, sorted, each once. Rows are readable when their access class holds one of them. */
export function tokensOf(principal: Principal): string[] {
  return canonical(rawTokens(principal));
}

/** Sorted by code unit and without repeats: equal sets give equal lists. */
export function canonical(tokens: readonly string[]): string[] {
  return [...new Set(tokens)].sort();
}

function rawTokens(principal: Principal): string[] {
  switch (principal.kind) {
    case 'user':
      return [...contentTokens(principal), ...inPersonTokens(principal)];
    case 'agent':
      return agentTokens(principal);
    case 'anonymous':
      return [];
  }
}

function agentTokens(agent: AgentPrincipal): string[] {
  if (agent.owner.userId !== agent.ownerId) {
    throw new DomainError('INTERNAL', 'An agent was given the rights of a person who does not own it.');
  }
  const tokens = agent.scopes.length > 0 ? [token.caller(agent.agentId)] : [];
  if (hasScope(agent, 'memory:read')) tokens.push(token.agent(agent.agentId));
  if (hasScope(agent, 'asset:read')) tokens.push(...contentTokens(agent.owner));
  return tokens;
}

function contentTokens(person: UserPrincipal): string[] {
  const bySpace = person.memberships.flatMap(({ spaceId, role }) => [
    ...rolesUpTo(role).map((lower) => token.role(spaceId, lower)),
    token.member(spaceId, person.userId),
  ]);
  return [token.user(person.userId), token.org(person.orgId), ...bySpace];
}

function inPersonTokens(person: UserPrincipal): string[] {
  return [
    token.person(person.userId),
    token.subject(person.subjectId),
    ...person.orgRoles.map((role) => token.orgRole(person.orgId, role)),
    ...person.memberships.flatMap((membership) => inPersonTokensIn(membership, person.userId)),
  ];
}

function inPersonTokensIn({ spaceId, role }: SpaceMembership, userId: string): string[] {
  const held = rolesUpTo(role);
  const tokens = [token.memberInPerson(spaceId, userId), token.people(spaceId)];
  if (held.includes('reviewer')) tokens.push(token.reviewers(spaceId));
  if (held.includes('admin')) tokens.push(token.admins(spaceId));
  return tokens;
}
