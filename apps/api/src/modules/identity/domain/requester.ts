import {
  defineAbility,
  hasScope,
  spaceIdsWithRole,
  tokensOf,
  type AgentPrincipal,
  type Principal,
  type UserPrincipal,
} from '@memory-hub/permissions';
import type { Requester } from '../../../common';

/** What is read about a person to know what they may do. */
export interface PersonFacts {
  readonly person: UserPrincipal;
  /** Team spaces of the organisation, for those who administer it; empty for others. */
  readonly administeredTeams: readonly string[];
  readonly locale: string;
  readonly timeZone: string;
  readonly epoch: string;
}

export interface AgentFacts {
  readonly agent: AgentPrincipal;
  readonly owner: PersonFacts;
  /** Changes with the agent or with its owner. */
  readonly epoch: string;
}

/** Everything of a requester but the classes that its tokens open. */
export type Unclassed = Omit<Requester, 'classes' | 'memoryClasses'>;

/** Tokens that only classes of memories hold. */
export function memoryTokensOf(tokens: readonly string[]): string[] {
  return tokens.filter((token) => /^(subject|agent):/.test(token));
}

export const STRANGER: Unclassed = {
  ...abilityOf({ kind: 'anonymous' }),
  orgId: '',
  principalId: null,
  userId: null,
  mounted: [],
  writeSpaces: [],
  adminSpaces: [],
  epoch: '0',
};

export function personRequester({ person, administeredTeams, epoch }: PersonFacts): Unclassed {
  return {
    ...abilityOf(person),
    orgId: person.orgId,
    principalId: person.userId,
    userId: person.userId,
    mounted: null,
    writeSpaces: spaceIdsWithRole(person, 'member'),
    adminSpaces: [...new Set([...spaceIdsWithRole(person, 'admin'), ...administeredTeams])],
    epoch,
  };
}

/** An agent writes rows of spaces only to propose, and administers nothing. */
export function agentRequester({ agent, epoch }: AgentFacts): Unclassed {
  return {
    ...abilityOf(agent),
    orgId: agent.owner.orgId,
    principalId: agent.agentId,
    userId: agent.ownerId,
    mounted: hasScope(agent, 'asset:read') ? agent.mountedAssetIds : [],
    writeSpaces: hasScope(agent, 'asset:propose') ? spaceIdsWithRole(agent.owner, 'member') : [],
    adminSpaces: [],
    epoch,
  };
}

function abilityOf(principal: Principal): Pick<Requester, 'principal' | 'ability' | 'tokens'> {
  return { principal, ability: defineAbility(principal), tokens: tokensOf(principal) };
}
