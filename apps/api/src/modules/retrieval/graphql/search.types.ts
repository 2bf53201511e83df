import { Field, Float, ID, InputType, Int, ObjectType } from '@nestjs/graphql';
import {
  ActorRef,
  AgentRef,
  MemoryLayerEnum,
  PageInfo,
  SearchKindEnum,
  SearchModeEnum,
  SpaceRef,
  TextRange,
} from '../../../infrastructure/graphql';

@InputType({ description: 'What to search for and where.' })
export class SearchInput {
  @Field(() => String, {
    description:
      'Words, "phrases", and qualifiers such as kind: layer: tag: after: before:. Up to 20,000 characters.',
  })
  text!: string;
  @Field(() => [SearchKindEnum], { nullable: true, description: 'Only these kinds.' })
  kinds?: string[] | null;
  @Field(() => [ID], { nullable: true, description: 'Only these spaces.' })
  spaceIds?: string[] | null;
  @Field(() => [ID], { nullable: true, description: 'Only memories of these agents.' })
  agentIds?: string[] | null;
  @Field(() => String, { nullable: true, description: "Only this session, by the client's own id." })
  sessionId?: string | null;
  @Field(() => [MemoryLayerEnum], { nullable: true, description: 'Only these layers of memory.' })
  layers?: string[] | null;
  @Field(() => [String], { nullable: true, description: 'Only items with all of these tags.' })
  tags?: string[] | null;
  @Field(() => String, { nullable: true, description: 'Only this category.' })
  category?: string | null;
  @Field(() => Date, {
    nullable: true,
    description: 'Only what happened at or after this instant; undated items are left out.',
  })
  after?: Date | null;
  @Field(() => Date, {
    nullable: true,
    description: 'Only what happened before this instant; undated items are left out.',
  })
  before?: Date | null;
  @Field(() => Boolean, { nullable: true, description: 'Also what is no longer valid.' })
  includeHistory?: boolean | null;
  @Field(() => SearchModeEnum, { nullable: true, description: 'Legs to use; hybrid when left out.' })
  mode?: string | null;
}

@ObjectType({ description: 'The part of the text that shows why it was found.' })
export class Snippet {
  @Field(() => String, { description: 'Plain text, not escaped.' })
  text!: string;
  @Field(() => [TextRange], { description: 'Found words in the text.' })
  highlights!: TextRange[];
  @Field(() => String, { nullable: true, description: 'Language of the text, by its script.' })
  lang!: string | null;
}

@ObjectType({ description: 'How the keyword leg saw a hit.' })
export class KeywordWhy {
  @Field(() => Int, { description: 'Place in the keyword leg, from 1.' })
  rank!: number;
  @Field(() => [String], { description: 'Terms that matched.' })
  matched!: string[];
}

@ObjectType({ description: 'How the meaning leg saw a hit.' })
export class MeaningWhy {
  @Field(() => Int, { description: 'Place in the meaning leg, from 1.' })
  rank!: number;
  @Field(() => String, { description: 'strong, good or weak.' })
  band!: string;
}

@ObjectType({ description: 'Why a hit was found.' })
export class SearchWhy {
  @Field(() => KeywordWhy, { nullable: true, description: 'Set when words matched.' })
  keyword!: KeywordWhy | null;
  @Field(() => MeaningWhy, { nullable: true, description: 'Set when the meaning is near.' })
  meaning!: MeaningWhy | null;
  @Field(() => [String], { description: 'What moved it up or down besides.' })
  boosts!: string[];
  @Field(() => String, { description: 'The same in one plain sentence, in the language of the viewer.' })
  text!: string;
}

@ObjectType({ description: 'One found item.' })
export class SearchHit {
  @Field(() => ID, { description: 'Id of the item: asset, card, scene, persona or turn.' })
  id!: string;
  @Field(() => SearchKindEnum, { description: 'Kind of the item.' })
  kind!: string;
  @Field(() => MemoryLayerEnum, { nullable: true, description: 'Layer, for memories.' })
  layer!: string | null;
  @Field(() => String, { description: 'Title, or the first words.' })
  title!: string;
  @Field(() => Snippet, { description: 'Cut from what the database holds now.' })
  snippet!: Snippet;
  @Field(() => SpaceRef, { description: 'Space of the item.' })
  space!: SpaceRef;
  @Field(() => AgentRef, { nullable: true, description: 'Agent of a memory.' })
  agent!: AgentRef | null;
  @Field(() => ActorRef, { nullable: true, description: 'Who wrote it.' })
  author!: ActorRef | null;
  @Field(() => ID, { nullable: true, description: 'The asset, when the item is in one.' })
  assetId!: string | null;
  @Field(() => String, { nullable: true, description: 'File inside the asset.' })
  path!: string | null;
  @Field(() => Int, { nullable: true, description: 'Revision of the asset.' })
  revision!: number | null;
  @Field(() => String, { nullable: true, description: 'Session of a memory.' })
  sessionId!: string | null;
  @Field(() => Date, { nullable: true, description: 'When it happened.' })
  eventTime!: Date | null;
  @Field(() => Date, { description: 'When it was recorded.' })
  recordedAt!: Date;
  @Field(() => [String], { description: 'Tags.' })
  tags!: string[];
  @Field(() => String, {
    description: 'How far to rely on it: reviewed, own_user, own_agent, imported, other_agent.',
  })
  trust!: string;
  @Field(() => SearchWhy, { description: 'Why it was found.' })
  why!: SearchWhy;
}

@ObjectType({ description: 'One hit and its cursor.' })
export class SearchEdge {
  @Field(() => String, { description: 'Place of the hit; only the last one of a page continues it.' })
  cursor!: string;
  @Field(() => SearchHit, { description: 'The hit.' })
  node!: SearchHit;
}

@ObjectType('Facet', { description: 'How many hits have a value.' })
export class FacetType {
  @Field(() => String, { description: 'kind, space, agent, layer or tag.' })
  field!: string;
  @Field(() => String, { description: 'The value, as the filter takes it.' })
  value!: string;
  @Field(() => String, { description: 'The value as people read it.' })
  label!: string;
  @Field(() => Int, { description: 'Readable hits with it.' })
  count!: number;
}

@ObjectType({ description: 'A leg that did not fully take part.' })
export class Degraded {
  @Field(() => String, { description: 'keyword or meaning.' })
  leg!: string;
  @Field(() => String, { description: 'timeout, unavailable, loading or partial.' })
  reason!: string;
  @Field(() => String, { description: 'The same in one plain sentence.' })
  message!: string;
}

@ObjectType({ description: 'How much of the scope can be found by meaning.' })
export class Coverage {
  @Field(() => Int, { description: 'Pieces with a vector.' })
  embedded!: number;
  @Field(() => Int, { description: 'All pieces.' })
  total!: number;
}

@ObjectType({ description: 'Time of one stage.' })
export class Stage {
  @Field(() => String, { description: 'Name of the stage.' })
  stage!: string;
  @Field(() => Float, { description: 'Milliseconds.' })
  ms!: number;
}

@ObjectType({ description: 'A page of hits with what is known about the search.' })
export class SearchConnection {
  @Field(() => [SearchEdge], { description: 'Hits, best first.' })
  edges!: SearchEdge[];
  @Field(() => PageInfo, { description: 'Where the page ends.' })
  pageInfo!: PageInfo;
  @Field(() => Int, { description: 'Readable hits, counted to 100.' })
  total!: number;
  @Field(() => Boolean, { description: 'True when there are more than were counted: "100+".' })
  totalIsCapped!: boolean;
  @Field(() => [FacetType], { description: 'Counts over the readable hits.' })
  facets!: FacetType[];
  @Field(() => SearchModeEnum, { description: 'Legs that took part.' })
  mode!: string;
  @Field(() => SearchModeEnum, { description: 'Legs that were asked for.' })
  asked!: string;
  @Field(() => [Degraded], { description: 'Empty when everything took part.' })
  degraded!: Degraded[];
  @Field(() => Coverage, { description: 'How much can be found by meaning.' })
  meaningCoverage!: Coverage;
  @Field(() => [Stage], { description: 'Where the time went.' })
  tookMs!: Stage[];
}
