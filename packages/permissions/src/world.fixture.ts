import {
  ASSET_STATUSES,
  KEY_SCOPES,
  ORG_ROLES,
  PROPOSAL_STATES,
  SPACE_ROLES,
  VISIBILITIES,
  type AssetStatus,
  type ProposalState,
  type SpaceRole,
  type Visibility,
} from '@memory-hub/contracts';
import fc from 'fast-check';
import type { Place } from './facts';
import type { AgentPrincipal, Principal, UserPrincipal } from './principal';

/** A named reader, as a person would tick it in a form. */
export type Listed =
  | { readonly kind: 'user'; readonly spaceId: string; readonly userId: string }
  | { readonly kind: 'role'; readonly spaceId: string; readonly role: SpaceRole }
  | { readonly kind: 'agent'; readonly agentId: string };

export interface AssetRow {
  readonly type: 'asset';
  readonly id: string;
  readonly place: Place;
  readonly ownerId: string;
  readonly status: AssetStatus;
  readonly visibility: Visibility;
  readonly listed: readonly Listed[];
}
export interface ProposalRow {
  readonly type: 'proposal';
  readonly id: string;
  readonly asset: AssetRow;
  readonly state: ProposalState;
  readonly authorId: string;
  readonly coAuthorIds: readonly string[];
}
export interface MemoryRow {
  readonly type: 'memory';
  readonly id: string;
  readonly subjectId: string;
  readonly agentId: string | null;
}
export interface AgentRow {
  readonly type: 'agent';
  readonly id: string;
  readonly place: Place;
  readonly ownerId: string;
}
export interface SpaceRow {
  readonly type: 'space' | 'membership' | 'invitation';
  readonly id: string;
  readonly place: Place;
}
export type Row = AssetRow | ProposalRow | MemoryRow | AgentRow | SpaceRow;

export interface World {
  readonly people: readonly UserPrincipal[];
  readonly agents: readonly AgentPrincipal[];
  readonly rows: readonly Row[];
}

const PEOPLE = ['ann', 'bob', 'cy', 'dee'];
const AGENTS = ['bot-a', 'bot-b'];
const TEAMS = ['red', 'blue'];
const ASSETS = ['asset-1', 'asset-2', 'asset-3', 'asset-4'];

const person = fc.constantFrom(...PEOPLE);
const place = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...TEAMS).map(teamPlace) },
  { weight: 1, arbitrary: person.map(homeOf) },
);

export function teamPlace(spaceId: string): Place {
  return { spaceId, spaceKind: 'team', spaceOwnerId: null };
}

export function homeOf(userId: string): Place {
  return { spaceId: `home-${userId}`, spaceKind: 'personal', spaceOwnerId: userId };
}

/** Roles in the teams and, as a fault would leave them, in somebody's personal space. */
const memberships = fc.array(
  fc.record({
    spaceId: fc.constantFrom(...TEAMS, ...TEAMS, 'home-ann', 'home-bob'),
    role: fc.constantFrom(...SPACE_ROLES),
  }),
  { maxLength: 4 },
);

function aUser(userId: string): fc.Arbitrary<UserPrincipal> {
  return fc.record({
    kind: fc.constant('user' as const),
    userId: fc.constant(userId),
    subjectId: fc.constant(`subject-${userId}`),
    orgId: fc.constant('acme'),
    orgRoles: fc.subarray([...ORG_ROLES]),
    memberships,
  });
}

function agentOf(agentId: string, owner: UserPrincipal): fc.Arbitrary<AgentPrincipal> {
  return fc.record({
    kind: fc.constant('agent' as const),
    agentId: fc.constant(agentId),
    ownerId: fc.constant(owner.userId),
    owner: fc.constant(owner),
    homeSpaceId: fc.constantFrom(...TEAMS),
    scopes: fc.oneof(fc.constant([...KEY_SCOPES]), fc.subarray([...KEY_SCOPES])),
    mountedAssetIds: fc.subarray(ASSETS),
  });
}

const listed: fc.Arbitrary<Listed> = fc.oneof(
  fc.record({ kind: fc.constant('user' as const), spaceId: fc.constantFrom(...TEAMS), userId: person }),
  fc.record({
    kind: fc.constant('role' as const),
    spaceId: fc.constantFrom(...TEAMS),
    role: fc.constantFrom(...SPACE_ROLES),
  }),
  fc.record({ kind: fc.constant('agent' as const), agentId: fc.constantFrom(...AGENTS) }),
);

const asset: fc.Arbitrary<AssetRow> = fc.record({
  type: fc.constant('asset' as const),
  id: fc.constantFrom(...ASSETS),
  place,
  ownerId: person,
  status: fc.constantFrom(...ASSET_STATUSES),
  visibility: fc.constantFrom(...VISIBILITIES),
  listed: fc.array(listed, { maxLength: 3 }),
});

const proposal: fc.Arbitrary<ProposalRow> = fc.record({
  type: fc.constant('proposal' as const),
  id: fc.uuid(),
  asset,
  state: fc.constantFrom(...PROPOSAL_STATES),
  authorId: person,
  coAuthorIds: fc.subarray(PEOPLE),
});

const memory: fc.Arbitrary<MemoryRow> = fc.record({
  type: fc.constant('memory' as const),
  id: fc.uuid(),
  subjectId: fc.constantFrom(...PEOPLE.map((name) => `subject-${name}`), 'subject-stranger'),
  agentId: fc.constantFrom(...AGENTS, null),
});

const agentRow: fc.Arbitrary<AgentRow> = fc.record({
  type: fc.constant('agent' as const),
  id: fc.constantFrom(...AGENTS),
  place,
  ownerId: person,
});

const spaceRow: fc.Arbitrary<SpaceRow> = fc.record({
  type: fc.constantFrom('space' as const, 'membership' as const, 'invitation' as const),
  id: fc.uuid(),
  place,
});

export const row: fc.Arbitrary<Row> = fc.oneof(
  { weight: 3, arbitrary: asset },
  { weight: 3, arbitrary: proposal },
  { weight: 2, arbitrary: memory },
  { weight: 1, arbitrary: agentRow },
  { weight: 1, arbitrary: spaceRow },
);

export const world: fc.Arbitrary<World> = fc.tuple(...PEOPLE.map(aUser)).chain((people) =>
  fc.record({
    people: fc.constant(people),
    agents: fc.tuple(
      ...AGENTS.map((agentId) => fc.constantFrom(...people).chain((owner) => agentOf(agentId, owner))),
    ),
    rows: fc.array(row, { minLength: 1, maxLength: 12 }),
  }),
);

export function everyone({ people, agents }: World): readonly Principal[] {
  return [{ kind: 'anonymous' }, ...people, ...agents];
}
