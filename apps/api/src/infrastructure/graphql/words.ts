import { registerEnumType } from '@nestjs/graphql';
import type {
  ASSET_KINDS,
  ASSET_STATUSES,
  CARD_KINDS,
  KEY_SCOPES,
  MEMORY_LAYERS,
  MOUNT_MODES,
  ORG_ROLES,
  PROPOSAL_STATES,
  SEARCH_MODES,
  SPACE_ROLES,
  TURN_ROLES,
  VISIBILITIES,
} from '@memory-hub/contracts';

type EnumName<W extends string> = W extends `${infer A}:${infer B}` ? Uppercase<`${A}_${B}`> : Uppercase<W>;

/** An enum of GraphQL whose values inside the program are our own words: `MEMORY_READ` is `memory:read`. */
export type EnumOf<W extends string> = { readonly [K in W as EnumName<K>]: K };

/** Registers the enum `name`; each word needs a description, so that the schema explains itself. */
export function enumOf<W extends string>(
  name: string,
  about: string,
  words: Readonly<Record<W, string>>,
): EnumOf<W> {
  const entries = Object.entries<string>(words).map(([word, description]) => ({
    word,
    key: enumName(word),
    description,
  }));
  const values: Record<string, string> = Object.fromEntries(entries.map(({ key, word }) => [key, word]));
  const valuesMap = Object.fromEntries(entries.map(({ key, description }) => [key, { description }]));
  registerEnumType(values, { name, description: about, valuesMap });
  return values as EnumOf<W>;
}

function enumName(word: string): string {
  return word.toUpperCase().replaceAll(':', '_');
}

/** Fails to compile when a word of the vocabulary has no description, or a description no word. */
type About<L extends readonly string[]> = Readonly<Record<L[number], string>>;

export const AssetKindEnum = enumOf('AssetKind', 'What an asset is.', {
  skill: 'A verified procedure: SKILL.md and its files.',
  chat_memory: 'A snapshot of chosen cards and scenes.',
} satisfies About<typeof ASSET_KINDS>);

export const SpaceKindEnum = enumOf('SpaceKind', 'Whose space it is.', {
  personal: 'One person’s own; nobody else reads it.',
  team: 'A team’s.',
});

export const SpaceRoleEnum = enumOf(
  'SpaceRole',
  'What a member may do in a space; each role includes those before it.',
  {
    viewer: 'Reads what is published.',
    member: 'Writes, proposes, has agents.',
    reviewer: 'Decides about proposals of others.',
    admin: 'Publishes; manages people and policies.',
  } satisfies About<typeof SPACE_ROLES>,
);

export const OrgRoleEnum = enumOf('OrgRole', 'What a person may do in the organisation.', {
  org_admin: 'Manages people, spaces and policies, without reading their content.',
  auditor: 'Reads the audit log.',
} satisfies About<typeof ORG_ROLES>);

export const VisibilityEnum = enumOf('Visibility', 'Who may read an asset once it is published.', {
  private: 'Its owner.',
  team: 'Everyone in its space.',
  restricted: 'Named people, roles and agents.',
  organisation: 'Everyone in the organisation.',
} satisfies About<typeof VISIBILITIES>);

export const TurnRoleEnum = enumOf('TurnRole', 'Whose message a turn is.', {
  user: 'The person’s.',
  assistant: 'The agent’s.',
  tool: 'Output of a tool.',
  system: 'Instructions around the conversation.',
} satisfies About<typeof TURN_ROLES>);

export const CardKindEnum = enumOf('CardKind', 'What a card says.', {
  preference: 'What somebody likes, wants or uses.',
  event: 'What happened or will happen.',
  rule: 'How something is to be done.',
} satisfies About<typeof CARD_KINDS>);

export const MemoryLayerEnum = enumOf('MemoryLayer', 'A layer of the memory pyramid.', {
  L0: 'Turns, word for word.',
  L1: 'Cards, one fact each.',
  L2: 'Scenes: cards of one situation.',
  L3: 'The persona.',
} satisfies About<typeof MEMORY_LAYERS>);

export const ProposalStateEnum = enumOf('ProposalState', 'Where a proposal is on its way.', {
  draft: 'Its author works on it.',
  in_review: 'It waits for decisions.',
  approved: 'Decided, not yet published.',
  published: 'Its revision is the live one, or was.',
  withdrawn: 'Taken back by its author.',
} satisfies About<typeof PROPOSAL_STATES>);

export const AssetStatusEnum = enumOf('AssetStatus', 'Where an asset is in its life.', {
  none: 'Nothing of it is published yet.',
  published: 'Live.',
  deprecated: 'Still readable; mounts warn.',
  archived: 'Put away; can be restored.',
  revoked: 'Unreadable and unmounted.',
} satisfies About<typeof ASSET_STATUSES>);

export const MountModeEnum = enumOf('MountMode', 'How an agent receives a mounted asset.', {
  inline: 'Its text stands in the stable part of the prompt.',
  summary: 'Title and description are listed; the content comes on demand.',
  tool: 'Found by the tools only.',
  off: 'Not at all.',
} satisfies About<typeof MOUNT_MODES>);

export const SearchModeEnum = enumOf('SearchMode', 'Which legs of the search are asked for, or answered.', {
  hybrid: 'By keyword and by meaning.',
  keyword: 'By keyword.',
  meaning: 'By meaning.',
  none: 'By neither.',
} satisfies About<typeof SEARCH_MODES>);

export const SearchKindEnum = enumOf('SearchKind', 'What kind of thing a hit is.', {
  skill: 'A skill.',
  chat_memory: 'A published memory snapshot.',
  card: 'A card.',
  scene: 'A scene.',
  persona: 'A persona.',
  turn: 'A turn of a conversation.',
});

export const CheckStateEnum = enumOf('CheckState', 'How an automated check stands.', {
  queued: 'It waits for its turn.',
  running: 'It runs.',
  passed: 'Nothing was found.',
  warning: 'Found what must be acknowledged.',
  failed: 'Found what blocks publishing.',
  errored: 'It could not finish.',
});

export const SeverityEnum = enumOf('Severity', 'How serious a finding is.', {
  info: 'Good to know.',
  warn: 'Must be acknowledged.',
  error: 'Blocks publishing.',
});

export const DecisionKindEnum = enumOf('DecisionKind', 'What a reviewer decided.', {
  approve: 'It may be published.',
  request_changes: 'It goes back to its author.',
});

export const KeyScopeEnum = enumOf('KeyScope', 'What the key of an agent allows.', {
  'memory:read': 'Reading its own memory.',
  'memory:write': 'Writing its own memory.',
  'asset:read': 'Reading mounted assets.',
  'asset:propose': 'Proposing assets.',
} satisfies About<typeof KEY_SCOPES>);

export const TaskStateEnum = enumOf('TaskState', 'How background work stands.', {
  queued: 'It waits.',
  running: 'It runs.',
  done: 'It is finished.',
  failed: 'It failed and will not be tried again.',
  parked: 'It failed too often and waits for a person.',
});

export const FileChangeEnum = enumOf('FileChange', 'What happened to a file.', {
  added: 'It is new.',
  removed: 'It is gone.',
  changed: 'Its content differs.',
});

export const LineKindEnum = enumOf('LineKind', 'What happened to a line.', {
  context: 'It is the same on both sides.',
  added: 'It is new.',
  removed: 'It is gone.',
});

export const InboxViewEnum = enumOf('InboxView', 'Which proposals an inbox shows.', {
  waiting_for_me: 'Those that wait for the viewer’s decision.',
  mine: 'Those of the viewer.',
  all: 'All open ones.',
  decided: 'Those that are decided.',
});

export const SetupStateEnum = enumOf('SetupState', 'Whether somebody has set the hub up.', {
  needs_admin: 'The first person has not come yet.',
  ready: 'People can sign in.',
});
