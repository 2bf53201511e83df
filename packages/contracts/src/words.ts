/** Closed vocabularies of the product; every other place derives from these. */
export const ASSET_KINDS = ['skill', 'chat_memory'] as const;
export type AssetKind = (typeof ASSET_KINDS)[number];

export const SPACE_ROLES = ['viewer', 'member', 'reviewer', 'admin'] as const;
export type SpaceRole = (typeof SPACE_ROLES)[number];

export const ORG_ROLES = ['org_admin', 'auditor'] as const;
export type OrgRole = (typeof ORG_ROLES)[number];

export const VISIBILITIES = ['private', 'team', 'restricted', 'organisation'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

export const TURN_ROLES = ['user', 'assistant', 'tool', 'system'] as const;
export type TurnRole = (typeof TURN_ROLES)[number];

export const CARD_KINDS = ['preference', 'event', 'rule'] as const;
export type CardKind = (typeof CARD_KINDS)[number];

export const MEMORY_LAYERS = ['L0', 'L1', 'L2', 'L3'] as const;
export type MemoryLayer = (typeof MEMORY_LAYERS)[number];

export const PROPOSAL_STATES = ['draft', 'in_review', 'approved', 'published', 'withdrawn'] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

export const ASSET_STATUSES = ['none', 'published', 'deprecated', 'archived', 'revoked'] as const;
export type AssetStatus = (typeof ASSET_STATUSES)[number];

export const MOUNT_MODES = ['inline', 'summary', 'tool', 'off'] as const;
export type MountMode = (typeof MOUNT_MODES)[number];

export const SEARCH_MODES = ['hybrid', 'keyword', 'meaning', 'none'] as const;
export type SearchMode = (typeof SEARCH_MODES)[number];

export const KEY_SCOPES = ['memory:read', 'memory:write', 'asset:read', 'asset:propose'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

export const SUGGESTED_CATEGORIES = [
  'preferences',
  'conventions',
  'project-notes',
  'contacts',
  'learnings',
] as const;
