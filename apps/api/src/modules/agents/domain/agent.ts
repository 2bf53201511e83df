import type { KeyScope } from '@memory-hub/contracts';
import type { AgentFacts } from '@memory-hub/permissions';

export const AGENT_STATUSES = ['active', 'paused'] as const;
export type AgentStatus = (typeof AGENT_STATUSES)[number];

/** An agent as it is stored. */
export interface Agent {
  readonly id: string;
  readonly orgId: string;
  readonly spaceId: string;
  readonly spaceKind: 'personal' | 'team';
  readonly spaceOwnerId: string | null;
  readonly aclId: string;
  /** Tokens of the access class. */
  readonly acl: readonly string[];
  readonly ownerId: string;
  readonly name: string;
  readonly clientType: string;
  readonly rolePrompt: string;
  readonly rulesPrompt: string;
  readonly status: AgentStatus;
  /** Tokens that all mounted texts together may take in the prompt. */
  readonly budgetTokens: number;
  readonly createdAt: Date;
  readonly firstCallAt: Date | null;
  readonly lastCallAt: Date | null;
  readonly lastClient: string | null;
}

/** The agent as policies see it. */
export function agentFacts({ id, ownerId, spaceId, spaceKind, spaceOwnerId, acl }: Agent): AgentFacts {
  return { id, ownerId, spaceId, spaceKind, spaceOwnerId, acl };
}

/** What a key may do when nobody says otherwise: everything an agent can. */
export const DEFAULT_SCOPES = [
  'memory:read',
  'memory:write',
  'asset:read',
  'asset:propose',
] as const satisfies readonly KeyScope[];
