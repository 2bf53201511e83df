import { ArgsType, Field, ID, InputType, Int } from '@nestjs/graphql';
import type { AssetKind, AssetStatus, Visibility } from '@memory-hub/contracts';
import { AssetKindEnum, AssetStatusEnum, VisibilityEnum } from '../../../infrastructure/graphql';

@ArgsType()
export class AssetsArgs {
  @Field(() => ID, { nullable: true, description: 'Only this space.' })
  spaceId?: string | null;
  @Field(() => [AssetKindEnum], { nullable: true, description: 'Only these kinds.' })
  kinds?: AssetKind[] | null;
  @Field(() => [AssetStatusEnum], { nullable: true, description: 'Only these statuses.' })
  statuses?: AssetStatus[] | null;
  @Field(() => Int, { nullable: true, description: 'Rows of a page, 1 to 100; 20 when left out.' })
  first?: number | null;
  @Field(() => String, { nullable: true, description: 'endCursor of the page before.' })
  after?: string | null;
}

@InputType({ description: 'A file: either text or base64.' })
export class FileInput {
  @Field(() => String, { description: 'Path with `/` between names.' })
  path!: string;
  @Field(() => String, { nullable: true, description: 'Its text, stored as UTF-8.' })
  text?: string | null;
  @Field(() => String, { nullable: true, description: 'Its bytes, standard base64 with padding.' })
  base64?: string | null;
}

@InputType({ description: 'A new skill, or a change of one.' })
export class ProposeSkillInput {
  @Field(() => ID, { description: 'The space of the skill.' })
  spaceId!: string;
  @Field(() => ID, { nullable: true, description: 'The skill to change; a new one when left out.' })
  assetId?: string | null;
  @Field(() => ID, { nullable: true, description: 'The live revision that the change is based on.' })
  baseRevisionId?: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'How people call it; the first heading of SKILL.md when left out.',
  })
  title?: string | null;
  @Field(() => String, { description: 'What is changed and why.' })
  message!: string;
  @Field(() => VisibilityEnum, {
    nullable: true,
    description: 'Who reads it once published: as before, or the team for a new one, when left out.',
  })
  visibility?: Visibility | null;
  @Field(() => [String], { nullable: true, description: 'Tags once published; as before when left out.' })
  tags?: string[] | null;
  @Field(() => [FileInput], {
    description: 'All files of the skill; SKILL.md at the top or up to two folders deep.',
  })
  files!: FileInput[];
  @Field(() => Boolean, {
    nullable: true,
    description: 'True to submit it for review at once; a draft otherwise.',
  })
  submit?: boolean | null;
  @Field(() => String, {
    nullable: true,
    description: 'The same key with the same input makes no second proposal.',
  })
  idempotencyKey?: string | null;
}

@InputType({ description: 'New files for an open proposal.' })
export class ReviseProposalInput {
  @Field(() => ID, { description: 'The proposal.' })
  id!: string;
  @Field(() => String, { description: 'Digest of the revision that is replaced.' })
  expectedDigest!: string;
  @Field(() => String, { description: 'What is changed and why.' })
  message!: string;
  @Field(() => [FileInput], { description: 'All files.' })
  files!: FileInput[];
}

@InputType({ description: 'An act on a proposal as it was read.' })
export class ProposalActInput {
  @Field(() => ID, { description: 'The proposal.' })
  id!: string;
  @Field(() => String, { description: 'Digest of the revision that was read.' })
  expectedDigest!: string;
}

@InputType({ description: 'Making an earlier revision live again.' })
export class RollBackAssetInput {
  @Field(() => ID, { description: 'The asset.' })
  assetId!: string;
  @Field(() => ID, { description: 'A revision that was published before.' })
  revisionId!: string;
  @Field(() => String, { description: 'Why; the audit log keeps it.' })
  reason!: string;
}

@InputType({ description: 'An act on an asset.' })
export class AssetActInput {
  @Field(() => ID, { description: 'The asset.' })
  assetId!: string;
  @Field(() => String, { description: 'Why; the audit log keeps it.' })
  reason!: string;
}
