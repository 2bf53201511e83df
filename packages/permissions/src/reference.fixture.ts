import type { SpaceRole } from '@memory-hub/contracts';
import type { AgentPrincipal, Principal, UserPrincipal } from './principal';
import type { AssetRow, Listed, ProposalRow, Row } from './world.fixture';

/*
 * Who sees what, told once more from the rules alone: no tokens, no classes, no code of the package.
 * Slow and plain on purpose; the package must agree with it.
 */
const RANK: Record<SpaceRole, number> = { viewer: 1, member: 2, reviewer: 3, admin: 4 };

export function sees(who: Principal, row: Row): boolean {
  if (who.kind === 'anonymous') return false;
  return who.kind === 'user' ? personSees(who, row) : agentSees(who, row);
}

function rankIn(person: UserPrincipal, spaceId: string): number {
  return Math.max(
    0,
    ...person.memberships.filter((one) => one.spaceId === spaceId).map((one) => RANK[one.role]),
  );
}

function personSees(person: UserPrincipal, row: Row): boolean {
  switch (row.type) {
    case 'asset':
      return personSeesAsset(person, row);
    case 'proposal':
      return personSeesProposal(person, row);
    case 'memory':
      return row.subjectId === person.subjectId;
    case 'agent': {
      if (row.place.spaceKind === 'personal') return row.place.spaceOwnerId === person.userId;
      const rank = rankIn(person, row.place.spaceId);
      return rank === 4 || (rank > 0 && row.ownerId === person.userId);
    }
    default: {
      if (row.place.spaceKind === 'personal') return row.place.spaceOwnerId === person.userId;
      const needed = row.type === 'invitation' ? 4 : 1;
      return rankIn(person, row.place.spaceId) >= needed || person.orgRoles.includes('org_admin');
    }
  }
}

function personSeesAsset(person: UserPrincipal, asset: AssetRow): boolean {
  if (asset.place.spaceKind === 'personal') return asset.place.spaceOwnerId === person.userId;
  const rank = rankIn(person, asset.place.spaceId);
  const isOwner = rank > 0 && asset.ownerId === person.userId;
  if (asset.status === 'revoked') return rank === 4;
  if (asset.status === 'none') return isOwner;
  if (asset.status === 'archived') return isOwner || (rank === 4 && isForMany(asset));
  switch (asset.visibility) {
    case 'private':
      return isOwner;
    case 'restricted':
      return isOwner || asset.listed.some((reader) => isListed(person, reader));
    case 'team':
      return rank > 0;
    case 'organisation':
      return true;
  }
}

function isForMany(asset: AssetRow): boolean {
  return asset.visibility === 'team' || asset.visibility === 'organisation';
}

function isListed(person: UserPrincipal, reader: Listed): boolean {
  if (reader.kind === 'agent') return false;
  const rank = rankIn(person, reader.spaceId);
  if (reader.kind === 'user') return rank > 0 && reader.userId === person.userId;
  return rank >= RANK[reader.role];
}

function personSeesProposal(
  person: UserPrincipal,
  { asset, state, authorId, coAuthorIds }: ProposalRow,
): boolean {
  const { place } = asset;
  if (place.spaceKind === 'personal') return place.spaceOwnerId === person.userId;
  const rank = rankIn(person, place.spaceId);
  if (asset.status === 'revoked') return rank === 4;
  if (state === 'published') return personSeesAsset(person, asset);
  if (rank === 0) return false;
  const wrote = authorId === person.userId;
  if (state === 'withdrawn') return wrote;
  if (wrote || coAuthorIds.includes(person.userId)) return true;
  return state !== 'draft' && (rank >= 3 || asset.ownerId === person.userId);
}

function agentSees(agent: AgentPrincipal, row: Row): boolean {
  switch (row.type) {
    case 'memory':
      return agent.scopes.includes('memory:read') && row.agentId === agent.agentId;
    case 'asset':
      return readsAsset(agent, row) && personSeesAsset(agent.owner, row);
    case 'proposal':
      return readsAsset(agent, row.asset) && agentSeesProposal(agent.owner, row);
    case 'agent':
      return agent.scopes.length > 0 && row.id === agent.agentId;
    case 'space': {
      if (!agent.scopes.includes('asset:read')) return false;
      if (row.place.spaceKind === 'personal') return row.place.spaceOwnerId === agent.ownerId;
      return rankIn(agent.owner, row.place.spaceId) > 0;
    }
    default:
      return false;
  }
}

/** Mounted, allowed by the key, and in use. */
function readsAsset(agent: AgentPrincipal, asset: AssetRow): boolean {
  if (!agent.scopes.includes('asset:read') || !agent.mountedAssetIds.includes(asset.id)) return false;
  return asset.status !== 'archived' && asset.status !== 'revoked';
}

/** Published words, and its owner's own; never what others have in review. */
function agentSeesProposal(owner: UserPrincipal, proposal: ProposalRow): boolean {
  if (!personSeesProposal(owner, proposal)) return false;
  if (proposal.state === 'published' || proposal.asset.place.spaceKind === 'personal') return true;
  return proposal.authorId === owner.userId || proposal.coAuthorIds.includes(owner.userId);
}
