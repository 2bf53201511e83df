import {
  DomainError,
  type AssetStatus,
  type ProposalState,
  type SpaceRole,
  type Visibility,
} from '@memory-hub/contracts';
import type { Place } from '../facts';
import { canonical, token } from '../tokens';

/** Who is named as a reader of a restricted asset. */
export type Grantee =
  | { readonly kind: 'user'; readonly spaceId: string; readonly userId: string }
  | { readonly kind: 'role'; readonly spaceId: string; readonly role: SpaceRole }
  | { readonly kind: 'agent'; readonly agentId: string };

export interface OpenProposal {
  readonly state: ProposalState;
  readonly authorId: string;
  readonly coAuthorIds: readonly string[];
}

export interface AssetClassFacts extends Place {
  readonly orgId: string;
  readonly ownerId: string;
  readonly status: AssetStatus;
  readonly visibility: Visibility;
  /** Tokens of the readers that are named, made by `grantToken`. They count for `restricted` only. */
  readonly grants: readonly string[];
  /**
   * Proposals that are not published yet. Whoever reads one of them reads the asset's own row (its name) too.
   * Left out for rows that hold content.
   */
  readonly proposals?: readonly OpenProposal[];
}

export interface ProposalClassFacts extends OpenProposal {
  /** The asset as it is now; its place is the proposal's. */
  readonly asset: AssetClassFacts;
}

/** How a named reader is stored. A person counts as long as they belong to the space. */
export function grantToken(grantee: Grantee): string {
  switch (grantee.kind) {
    case 'user':
      return token.member(grantee.spaceId, grantee.userId);
    case 'role':
      return token.role(grantee.spaceId, grantee.role);
    case 'agent':
      return token.agent(grantee.agentId);
  }
}

/** Readers of an asset's row, and of its published content. */
export function classOfAsset(asset: AssetClassFacts): string[] {
  if (asset.spaceKind === 'personal') return personal(asset);
  if (asset.status === 'revoked') return [token.admins(asset.spaceId)];
  const proposals = asset.proposals ?? [];
  return canonical([
    ...publishedReaders(asset),
    ...proposals.flatMap((proposal) => proposalReaders({ ...proposal, asset })),
  ]);
}

/** Readers of a proposal, its revisions, decisions, checks and comments. */
export function classOfProposal(proposal: ProposalClassFacts): string[] {
  const { asset } = proposal;
  if (asset.spaceKind === 'personal') return personal(asset);
  if (asset.status === 'revoked') return classOfAsset(asset);
  return canonical(proposal.state === 'published' ? publishedReaders(asset) : proposalReaders(proposal));
}

/** A personal space is its owner's alone, whatever else the row says; what is out of use is nothing for agents. */
function personal({ spaceOwnerId, status }: AssetClassFacts): string[] {
  if (spaceOwnerId === null) return [];
  return [
    status === 'revoked' || status === 'archived' ? token.person(spaceOwnerId) : token.user(spaceOwnerId),
  ];
}

function proposalReaders({ state, authorId, coAuthorIds, asset }: ProposalClassFacts): string[] {
  const { spaceId } = asset;
  // What an agent may have mounted is its owner's draft, as long as the asset is in use.
  const authorToken = asset.status === 'archived' ? token.memberInPerson : token.member;
  const authors = [authorId, ...coAuthorIds].map((userId) => authorToken(spaceId, userId));
  switch (state) {
    case 'draft':
      return authors;
    case 'in_review':
    case 'approved':
      return [...authors, token.reviewers(spaceId), token.memberInPerson(spaceId, asset.ownerId)];
    case 'withdrawn':
      return [authorToken(spaceId, authorId)];
    case 'published':
      return [];
  }
}

function publishedReaders(asset: AssetClassFacts): string[] {
  switch (asset.status) {
    case 'none':
      return [token.member(asset.spaceId, asset.ownerId)];
    case 'published':
    case 'deprecated':
      return audience(asset);
    case 'archived':
      return putAway(asset);
    case 'revoked':
      return [token.admins(asset.spaceId)];
  }
}

/** The owner is among a team's viewers, so that all assets of a team that its people may read share one class. */
function audience(asset: AssetClassFacts): string[] {
  switch (asset.visibility) {
    case 'private':
      return [token.member(asset.spaceId, asset.ownerId)];
    case 'restricted':
      return [token.member(asset.spaceId, asset.ownerId), ...namedReaders(asset)];
    case 'team':
      return [token.role(asset.spaceId, 'viewer')];
    case 'organisation':
      return [token.org(asset.orgId)];
  }
}

/** An archived asset waits, out of every agent's sight, for those who may restore it and could read it before. */
function putAway(asset: AssetClassFacts): string[] {
  const owner = token.memberInPerson(asset.spaceId, asset.ownerId);
  const isWide = asset.visibility === 'team' || asset.visibility === 'organisation';
  return isWide ? [owner, token.admins(asset.spaceId)] : [owner];
}

/**
 * People and roles. A grant to an agent adds no reader: an agent reads by its owner's tokens, and who grants
 * it must know that its owner may read already.
 */
function namedReaders(asset: AssetClassFacts): string[] {
  return asset.grants.filter((grant) => !grant.startsWith('agent:')).map(requireReader);
}

function requireReader(grant: string): string {
  if (/^space:[^:]+:(?:user:[^:]+|viewer|member|reviewer|admin)$/.test(grant)) return grant;
  throw new DomainError('INTERNAL', 'A stored grant names no reader that an asset can have.');
}
