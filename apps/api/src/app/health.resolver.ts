import { Field, ObjectType, Query, Resolver } from '@nestjs/graphql';
import type { SearchMode } from '@memory-hub/contracts';
import { Authorize } from '../common';
import { SearchModeEnum } from '../infrastructure/graphql';
import { HealthBoard } from '../infrastructure/telemetry';

@ObjectType('HealthPart', { description: 'A part of the hub and how it stands.' })
export class HealthPartView {
  @Field(() => String, { description: 'Name of the part.' })
  name!: string;
  @Field(() => String, { description: 'ok, degraded, down or off.' })
  state!: string;
  @Field(() => String, { description: 'What is in use, or what is missing.' })
  detail!: string;
}

@ObjectType({ description: 'How the hub stands.' })
export class Health {
  @Field(() => [HealthPartView], { description: 'Its parts.' })
  parts!: HealthPartView[];
  @Field(() => SearchModeEnum, { description: 'The best that a search can do now.' })
  mode!: SearchMode;
}

@Resolver(() => Health)
export class HealthResolver {
  constructor(private readonly board: HealthBoard) {}

  @Authorize('read', 'Organisation')
  @Query(() => Health, { description: 'How the hub stands, part by part.' })
  async health(): Promise<Health> {
    const parts = (await this.board.parts()).map(({ name, state, detail }) => ({ name, state, detail }));
    const meaning = parts.some(({ name, state }) => name === 'meaning' && state === 'ok');
    return { parts, mode: meaning ? 'hybrid' : 'keyword' };
  }
}
