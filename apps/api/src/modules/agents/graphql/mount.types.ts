import { Field, Int, ObjectType } from '@nestjs/graphql';
import type { MountMode } from '@memory-hub/contracts';
import { MountModeEnum, Node } from '../../../infrastructure/graphql';
import { InjectedItem } from '../../memory';
import type { Mount as MountRow } from '../domain/mount';

/** Asset, revisions and costs are resolved from `row`. */
@ObjectType('Mount', { implements: () => [Node], description: 'The link from an asset to an agent.' })
export class Mount extends Node {
  @Field(() => MountModeEnum, { description: 'How the agent receives the asset.' })
  mode!: MountMode;
  @Field(() => Int, { description: '0 to 100; higher is packed first.' })
  priority!: number;
  @Field(() => Int, { description: 'Tokens that its text may take in the prompt.' })
  budgetTokens!: number;
  readonly row!: MountRow;
}

@ObjectType({ description: 'What an agent receives, byte for byte, as far as the viewer may see it.' })
export class Manifest {
  @Field(() => String, { description: 'Goes to the end of the system prompt.' })
  stable!: string;
  @Field(() => String, { description: 'Goes before the sample message; empty without one.' })
  dynamic!: string;
  @Field(() => [String], { description: 'Names of the tools that its key may call.' })
  tools!: readonly string[];
  @Field(() => Int, { description: 'Tokens of both, estimated.' })
  tokens!: number;
  @Field(() => [InjectedItem], { description: 'What it is made of, and what was left out.' })
  used!: readonly InjectedItem[];
  @Field(() => String, { description: 'sha256 of the stable block: equal digests are equal bytes.' })
  digest!: string;
}
