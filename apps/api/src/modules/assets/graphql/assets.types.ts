import { Field, Int, ObjectType } from '@nestjs/graphql';
import type { AssetKind, AssetStatus, ProposalState, Visibility } from '@memory-hub/contracts';
import {
  AssetKindEnum,
  AssetStatusEnum,
  connectionOf,
  FileChangeEnum,
  LineKindEnum,
  Node,
  ProposalStateEnum,
  UserError,
  VisibilityEnum,
} from '../../../infrastructure/graphql';
import type { Asset as AssetRow, Proposal as ProposalRow, Revision as RevisionRow } from '../domain/asset';

@ObjectType({ description: 'What the viewer may do with an asset.' })
export class AssetRights {
  @Field(() => Boolean, { description: 'Propose a change of it.' })
  edit!: boolean;
  @Field(() => Boolean, { description: 'Mount it on an agent.' })
  mount!: boolean;
  @Field(() => Boolean, { description: 'Publish an approved change of it.' })
  publish!: boolean;
  @Field(() => Boolean, { description: 'Make an earlier published revision live again.' })
  rollBack!: boolean;
  @Field(() => Boolean, { description: 'Mark it as not to be used any more.' })
  deprecate!: boolean;
  @Field(() => Boolean, { description: 'Put it away.' })
  archive!: boolean;
  @Field(() => Boolean, { description: 'Make it unreadable and unmounted at once.' })
  revoke!: boolean;
  @Field(() => Boolean, { description: 'Change who reads it.' })
  changeVisibility!: boolean;
}

@ObjectType({ description: 'One file of a revision.' })
export class RevisionFile {
  @Field(() => String, { description: 'Path with `/` between names.' })
  path!: string;
  @Field(() => String, { description: 'SHA-256 of its bytes.' })
  digest!: string;
  @Field(() => Int, { description: 'Its size.' })
  bytes!: number;
  @Field(() => String, { nullable: true, description: 'Its text; null when it is not UTF-8 text.' })
  text!: string | null;
  @Field(() => Boolean, { description: 'True when the text is longer than what is given here.' })
  truncated!: boolean;
}

/** Author and files are resolved from `row`. */
@ObjectType('Revision', {
  implements: () => [Node],
  description: 'One state of an asset’s files. It never changes.',
})
export class Revision extends Node {
  @Field(() => Int, {
    description:
      'Counts the revisions of its asset that have been in review; what it would be next for one that has not.',
  })
  number!: number;
  @Field(() => String, { description: 'Digest of the whole tree of files.' })
  digest!: string;
  @Field(() => String, { description: 'What was changed and why.' })
  message!: string;
  @Field(() => Date, { description: 'When it was written.' })
  createdAt!: Date;
  readonly row!: RevisionRow;
}

/** Everything that is not here is resolved from `row`. */
@ObjectType('Asset', {
  implements: () => [Node],
  description: 'Something that agents can use: a skill or a memory snapshot.',
})
export class Asset extends Node {
  @Field(() => AssetKindEnum, { description: 'What it is.' })
  kind!: AssetKind;
  @Field(() => String, { description: 'Tells it from others of its kind in its space.' })
  name!: string;
  @Field(() => String, { description: 'How people call it.' })
  title!: string;
  @Field(() => String, { description: 'What it is for.' })
  description!: string;
  @Field(() => VisibilityEnum, { description: 'Who may read it once it is published.' })
  visibility!: Visibility;
  @Field(() => AssetStatusEnum, { description: 'Where it is in its life.' })
  status!: AssetStatus;
  @Field(() => [String], { description: 'Tags.' })
  tags!: string[];
  @Field(() => Date, { description: 'When it was first proposed.' })
  createdAt!: Date;
  @Field(() => Date, { description: 'When what is published of it last changed.' })
  updatedAt!: Date;
  readonly row!: AssetRow;
}

/** Everything that is not here is resolved from `row`, the review's part by the reviews. */
@ObjectType('Proposal', { implements: () => [Node], description: 'A change of an asset on its way.' })
export class Proposal extends Node {
  @Field(() => Int, {
    description:
      'Counts the proposals of its asset that have been in review; what it would be next for one that has not.',
  })
  number!: number;
  @Field(() => String, { description: 'Title of the asset once this is published.' })
  title!: string;
  @Field(() => String, { description: 'What is changed and why.' })
  message!: string;
  @Field(() => ProposalStateEnum, { description: 'Where it is on its way.' })
  state!: ProposalState;
  @Field(() => Date, { description: 'When it was made.' })
  createdAt!: Date;
  @Field(() => Date, { nullable: true, description: 'When it was last submitted for review.' })
  submittedAt!: Date | null;
  @Field(() => Date, { description: 'When it last changed.' })
  updatedAt!: Date;
  readonly row!: ProposalRow;
}

@ObjectType({ description: 'A part of a line.' })
export class DiffSegment {
  @Field(() => String, { description: 'The words.' })
  text!: string;
  @Field(() => Boolean, { description: 'True when these words differ from the other side.' })
  changed!: boolean;
}

@ObjectType({ description: 'One line of a difference.' })
export class DiffLine {
  @Field(() => LineKindEnum, { description: 'What happened to it.' })
  kind!: string;
  @Field(() => Int, { nullable: true, description: 'Its number before, from 1.' })
  oldLine!: number | null;
  @Field(() => Int, { nullable: true, description: 'Its number after, from 1.' })
  newLine!: number | null;
  @Field(() => [DiffSegment], { description: 'The line in parts.' })
  segments!: DiffSegment[];
}

@ObjectType({ description: 'Changed lines with the lines around them.' })
export class Hunk {
  @Field(() => Int, { description: 'First line before.' })
  oldStart!: number;
  @Field(() => Int, { description: 'First line after.' })
  newStart!: number;
  @Field(() => [DiffLine], { description: 'The lines.' })
  lines!: DiffLine[];
}

@ObjectType({ description: 'What changed in one file.' })
export class FileDiff {
  @Field(() => String, { description: 'Path of the file.' })
  path!: string;
  @Field(() => FileChangeEnum, { description: 'What happened to it.' })
  change!: string;
  @Field(() => Boolean, { description: 'True when it is not text; there are no hunks then.' })
  binary!: boolean;
  @Field(() => Boolean, { description: 'True when it is too large to compare; there are no hunks then.' })
  tooLarge!: boolean;
  @Field(() => Int, { description: 'Lines that are new.' })
  added!: number;
  @Field(() => Int, { description: 'Lines that are gone.' })
  removed!: number;
  @Field(() => [Hunk], { description: 'The changed places.' })
  hunks!: Hunk[];
}

export const { Connection: AssetConnection } = connectionOf(Asset);
export const { Connection: RevisionConnection } = connectionOf(Revision);
export const { Connection: ProposalConnection } = connectionOf(Proposal);

@ObjectType({ description: 'A proposal after an act.' })
export class ProposalPayload {
  @Field(() => Proposal, {
    nullable: true,
    description:
      'The proposal; null when something was wrong, or when the act took it out of the viewer’s sight.',
  })
  proposal!: Proposal | null;
  @Field(() => [UserError], { description: 'What was wrong.' })
  userErrors!: UserError[];
}

@ObjectType({ description: 'An asset after an act.' })
export class AssetPayload {
  @Field(() => Asset, {
    nullable: true,
    description:
      'The asset; null when something was wrong, or when the act took it out of the viewer’s sight.',
  })
  asset!: Asset | null;
  @Field(() => [UserError], { description: 'What was wrong.' })
  userErrors!: UserError[];
}
