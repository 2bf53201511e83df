import type { AssetStatus, ProposalState, SpaceRole, Visibility } from '@memory-hub/contracts';

/** The space a record lives in. */
export interface Place {
  readonly spaceId: string;
  readonly spaceKind: 'personal' | 'team';
  /** Set for a personal space, null for a team's. */
  readonly spaceOwnerId: string | null;
}

/** A record that is read under the access test. */
export interface Readable {
  /** Tokens of its access class, as stored. */
  readonly acl: readonly string[];
}

export interface OrganisationFacts {
  readonly orgId: string;
}

export interface UserFacts {
  readonly userId: string;
  readonly orgId: string;
}

export interface SpaceFacts extends Place, Readable {
  readonly orgId: string;
}

export interface MembershipFacts extends Place, Readable {
  readonly orgId: string;
  readonly userId: string;
  readonly role: SpaceRole;
  /** Nobody else in the space is an admin. */
  readonly isLastAdmin: boolean;
}

export interface InvitationFacts extends Place, Readable {
  readonly orgId: string;
}

export interface AssetFacts extends Place, Readable {
  readonly id: string;
  readonly ownerId: string;
  readonly status: AssetStatus;
  readonly visibility: Visibility;
}

export interface ProposalFacts extends Place, Readable {
  readonly id: string;
  readonly assetId: string;
  readonly assetOwnerId: string;
  readonly state: ProposalState;
  /** The person who answers for it; for an agent's proposal its owner. */
  readonly authorId: string;
  readonly authorAgentId: string | null;
  readonly coAuthorIds: readonly string[];
  /** The person who made the newest revision; an agent's edit counts as its owner's. */
  readonly lastEditorId: string;
  /** The space's policy lets authors decide about their own words, now. See `selfApprovalAllowed`. */
  readonly selfApprovalAllowed: boolean;
  /** Publishing would let somebody read the asset who may not read it now. See `widens`. */
  readonly widens: boolean;
}

export interface AgentFacts extends Place, Readable {
  readonly id: string;
  readonly ownerId: string;
}

/** The place is the agent's. */
export interface MountFacts extends Place, Readable {
  readonly agentId: string;
  readonly agentOwnerId: string;
  readonly assetId: string;
  readonly assetAcl: readonly string[];
  readonly assetStatus: AssetStatus;
  readonly assetOwnerId: string;
  /** The agent's owner may read the asset. */
  readonly ownerMayRead: boolean;
}

export interface ApiKeyFacts extends Readable {
  readonly orgId: string;
  readonly ownerId: string;
  readonly agentOwnerId: string;
}

/** A conversation, turn, card, scene or persona. */
export interface MemoryFacts extends Readable {
  readonly subjectId: string;
  readonly agentId: string | null;
  readonly agentOwnerId: string | null;
}

export type TaskFacts = Readable;

export interface AuditFacts extends Readable {
  readonly orgId: string;
}

const MEMORY_ACTIONS = ['read', 'create', 'edit', 'delete', 'share', 'reveal', 'extract'] as const;

/** Everything that anybody can do to anything. */
export const ACTIONS = {
  Organisation: ['read', 'edit', 'createSpace', 'invite', 'manageUsers', 'manageQuotas', 'readAudit'],
  User: ['read', 'edit', 'suspend', 'changeOrgRole', 'delete'],
  Space: [
    'read',
    'edit',
    'delete',
    'createAsset',
    'createAgent',
    'review',
    'publish',
    'manageMembers',
    'managePolicies',
    'readAudit',
  ],
  Membership: ['read', 'create', 'changeRole', 'remove', 'leave'],
  Invitation: ['read', 'create', 'revoke'],
  Asset: [
    'read',
    'create',
    'propose',
    'edit',
    'mount',
    'publish',
    'rollBack',
    'deprecate',
    'archive',
    'restore',
    'revoke',
    'changeVisibility',
    'grant',
  ],
  Proposal: [
    'read',
    'create',
    'edit',
    'submit',
    'withdraw',
    'reopen',
    'comment',
    'approve',
    'requestChanges',
    'acknowledge',
    'publish',
    'approveAndPublish',
  ],
  Agent: ['read', 'create', 'edit', 'delete', 'mount', 'createKey', 'revokeKey', 'readMemory'],
  Mount: ['read', 'create', 'edit', 'delete'],
  ApiKey: ['read', 'create', 'edit', 'roll', 'revoke'],
  Conversation: MEMORY_ACTIONS,
  Turn: MEMORY_ACTIONS,
  Card: MEMORY_ACTIONS,
  Scene: MEMORY_ACTIONS,
  Persona: MEMORY_ACTIONS,
  Task: ['read', 'cancel', 'retry'],
  AuditEntry: ['read', 'export', 'verify'],
} as const satisfies Record<keyof FactsOf, readonly string[]>;

export interface FactsOf {
  readonly Organisation: OrganisationFacts;
  readonly User: UserFacts;
  readonly Space: SpaceFacts;
  readonly Membership: MembershipFacts;
  readonly Invitation: InvitationFacts;
  readonly Asset: AssetFacts;
  readonly Proposal: ProposalFacts;
  readonly Agent: AgentFacts;
  readonly Mount: MountFacts;
  readonly ApiKey: ApiKeyFacts;
  readonly Conversation: MemoryFacts;
  readonly Turn: MemoryFacts;
  readonly Card: MemoryFacts;
  readonly Scene: MemoryFacts;
  readonly Persona: MemoryFacts;
  readonly Task: TaskFacts;
  readonly AuditEntry: AuditFacts;
}

export type SubjectName = keyof FactsOf;
export type ActionOf<S extends SubjectName> = (typeof ACTIONS)[S][number];
export type Action = ActionOf<SubjectName>;
