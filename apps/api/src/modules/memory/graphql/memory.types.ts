import { Field, Float, ID, InputType, Int, ObjectType } from '@nestjs/graphql';
import {
  ActorRef,
  CardKindEnum,
  connectionOf,
  JsonScalar,
  MemoryLayerEnum,
  Node,
  TextRange,
  TurnRoleEnum,
  VisibilityEnum,
} from '../../../infrastructure/graphql';

@ObjectType({ description: 'What the viewer may do with a card.' })
export class CardRights {
  @Field(() => Boolean, { description: 'Correct it.' })
  edit!: boolean;
  @Field(() => Boolean, { description: 'Delete it for good.' })
  forget!: boolean;
}

@ObjectType({ description: 'A change of a card: what was before.' })
export class CardHistory {
  @Field(() => Date, { description: 'When it changed.' })
  at!: Date;
  @Field(() => String, { description: 'updated, extended, superseded or folded.' })
  action!: string;
  @Field(() => JsonScalar, { description: 'The changed fields as they were before.' })
  before!: unknown;
  @Field(() => String, { nullable: true, description: 'Why.' })
  reason!: string | null;
  @Field(() => ActorRef, { description: 'Who changed it.' })
  by!: ActorRef;
}

@ObjectType({ description: 'The words that a card rests on.' })
export class CardSource {
  @Field(() => ID, { description: 'The turn.' })
  turnId!: string;
  @Field(() => String, { description: "The session, by the client's own id." })
  sessionId!: string;
  @Field(() => String, { description: 'Who said it.' })
  speaker!: string;
  @Field(() => TurnRoleEnum, { description: 'In which role.' })
  role!: string;
  @Field(() => Date, { description: 'When it was said.' })
  occurredAt!: Date;
  @Field(() => Int, { description: 'First UTF-16 unit in the stored turn.' })
  start!: number;
  @Field(() => Int, { description: 'Unit after the last.' })
  end!: number;
  @Field(() => String, { description: 'The words, secrets masked.' })
  quote!: string;
}

@ObjectType({ description: 'A scene, by title.' })
export class SceneRef {
  @Field(() => ID, { description: 'Opaque id.' })
  id!: string;
  @Field(() => String, { description: 'Its title.' })
  title!: string;
}

@ObjectType({ implements: () => [Node], description: 'L1: one remembered fact.' })
export class Card extends Node {
  @Field(() => String, { description: 'The fact, one sentence.' })
  content!: string;
  @Field(() => CardKindEnum, { description: 'Preference, event or rule.' })
  kind!: string;
  @Field(() => Int, { description: '0 to 100; -1 is an absolute rule.' })
  priority!: number;
  @Field(() => String, { nullable: true, description: 'Category.' })
  category!: string | null;
  @Field(() => [String], { description: 'Tags.' })
  tags!: string[];
  @Field(() => JsonScalar, { description: "The client's own facts, and the history of the value." })
  metadata!: unknown;
  @Field(() => String, { description: 'Whom it is about.' })
  subject!: string;
  @Field(() => Date, { nullable: true, description: 'When what it tells happens.' })
  eventTime!: Date | null;
  @Field(() => Date, { nullable: true, description: 'From when it holds.' })
  validFrom!: Date | null;
  @Field(() => Date, { nullable: true, description: 'Until when it held; null while it is current.' })
  validTo!: Date | null;
  @Field(() => Date, { description: 'When the hub recorded it.' })
  recordedAt!: Date;
  @Field(() => Float, { description: '0 to 1.' })
  confidence!: number;
  @Field(() => ID, { nullable: true, description: 'The card that replaced it.' })
  supersededBy!: string | null;
  @Field(() => String, { nullable: true, description: 'Why it is no longer current.' })
  retiredBecause!: string | null;
  @Field(() => CardRights, { description: 'What the viewer may do.' })
  viewerCan!: CardRights;
  agentId!: string;
  sceneId!: string | null;
  uuid!: string;
}

@ObjectType({ implements: () => [Node], description: 'L2: cards of one situation, as Markdown.' })
export class Scene extends Node {
  @Field(() => String, { description: 'Title.' })
  title!: string;
  @Field(() => String, { description: 'One sentence.' })
  summary!: string;
  @Field(() => String, { description: 'Front matter with heat, and the text.' })
  markdown!: string;
  @Field(() => Float, { description: 'How often it was of use.' })
  heat!: number;
  @Field(() => Date, { description: 'When it was made.' })
  createdAt!: Date;
  @Field(() => Date, { description: 'When its text changed last.' })
  updatedAt!: Date;
  uuid!: string;
  agentId!: string;
  subjectId!: string;
}

@ObjectType({ description: 'One line of the persona and where it comes from.' })
export class PersonaLine {
  @Field(() => String, { description: 'The line.' })
  text!: string;
  @Field(() => String, { description: 'who, how, rules or focus.' })
  section!: string;
  @Field(() => [ID], { description: 'Scenes that it cites.' })
  sceneIds!: string[];
  @Field(() => [ID], { description: 'Cards that it rests on.' })
  cardIds!: string[];
}

@ObjectType({ implements: () => [Node], description: 'L3: a short stable profile.' })
export class Persona extends Node {
  @Field(() => String, { description: 'The text, at most 2,000 characters.' })
  markdown!: string;
  @Field(() => Int, { description: 'Counts its changes.' })
  version!: number;
  @Field(() => Date, { description: 'When it changed last.' })
  updatedAt!: Date;
  @Field(() => [PersonaLine], { description: 'Line by line, with sources.' })
  lines!: PersonaLine[];
}

@ObjectType({ implements: () => [Node], description: 'L0: one message, word for word, secrets masked.' })
export class Turn extends Node {
  @Field(() => Int, { description: 'Place in the session, from 1.' })
  seq!: number;
  @Field(() => TurnRoleEnum, { description: 'Role of the speaker.' })
  role!: string;
  @Field(() => String, { description: 'Who spoke.' })
  speaker!: string;
  @Field(() => String, { description: 'The words.' })
  content!: string;
  @Field(() => Date, { description: 'When it was said.' })
  occurredAt!: Date;
  @Field(() => Date, { description: 'When it was recorded.' })
  recordedAt!: Date;
  @Field(() => Boolean, { description: 'True when something in it is masked.' })
  masked!: boolean;
}

const turns = connectionOf(Turn);
export const TurnConnection = turns.Connection;
const cards = connectionOf(Card);
export const CardConnection = cards.Connection;

@ObjectType({ implements: () => [Node], description: 'One session of one subject with one agent.' })
export class Conversation extends Node {
  @Field(() => String, { description: "The client's own id." })
  sessionId!: string;
  @Field(() => String, { description: 'Whom it is about.' })
  subject!: string;
  @Field(() => String, { nullable: true, description: 'Title.' })
  title!: string | null;
  @Field(() => Date, { description: 'When its first turn came.' })
  startedAt!: Date;
  @Field(() => Int, { description: 'Turns stored.' })
  turnCount!: number;
  @Field(() => Int, { description: 'Turns that wait for extraction.' })
  pendingTurns!: number;
  uuid!: string;
  agentId!: string;
}

const conversations = connectionOf(Conversation);
export const ConversationConnection = conversations.Connection;

@ObjectType({ description: 'One item of a trace.' })
export class TraceNode {
  @Field(() => ID, { description: 'Id of the item.' })
  id!: string;
  @Field(() => MemoryLayerEnum, { description: 'Its layer.' })
  layer!: string;
  @Field(() => String, { description: 'Section, title, kind or speaker.' })
  title!: string;
  @Field(() => String, { description: 'Its words.' })
  text!: string;
  @Field(() => Date, { nullable: true, description: 'When.' })
  at!: Date | null;
  @Field(() => [ID], { description: 'Items one layer down.' })
  links!: string[];
  @Field(() => [TextRange], { description: 'Words that the layer above rests on.' })
  spans!: TextRange[];
}

@ObjectType({ description: 'A memory with everything above and below it.' })
export class Trace {
  @Field(() => ID, { description: 'What was asked for.' })
  focus!: string;
  @Field(() => [TraceNode], { description: 'L3.' })
  persona!: TraceNode[];
  @Field(() => [TraceNode], { description: 'L2.' })
  scenes!: TraceNode[];
  @Field(() => [TraceNode], { description: 'L1.' })
  cards!: TraceNode[];
  @Field(() => [TraceNode], { description: 'L0.' })
  turns!: TraceNode[];
}

@ObjectType({ description: 'What became of one turn of a capture.' })
export class CaptureReport {
  @Field(() => Int, { description: 'Place in the call, from 0.' })
  position!: number;
  @Field(() => ID, { nullable: true, description: 'The stored turn.' })
  turnId!: string | null;
  @Field(() => String, { description: 'stored, duplicate or not_captured.' })
  status!: string;
  @Field(() => String, { nullable: true, description: 'Why, when it is not plain.' })
  reason!: string | null;
}

@InputType({ description: 'One message.' })
export class TurnInput {
  @Field(() => TurnRoleEnum, { description: 'Role of the speaker.' })
  role!: 'user' | 'assistant' | 'tool' | 'system';
  @Field(() => String, { nullable: true, description: 'Name of the speaker; two people may both be user.' })
  speaker?: string | null;
  @Field(() => String, { description: 'The words, up to 1 MiB.' })
  content!: string;
  @Field(() => Date, { nullable: true, description: 'When it was said; now when left out.' })
  occurredAt?: Date | null;
  @Field(() => String, {
    nullable: true,
    description: "The client's own id; sending it again stores nothing twice.",
  })
  clientTurnId?: string | null;
  @Field(() => JsonScalar, { nullable: true, description: 'Tool calls of the turn.' })
  toolCalls?: unknown;
}

@InputType({ description: 'Turns of one session.' })
export class CaptureTurnsInput {
  @Field(() => ID, { nullable: true, description: "The agent; left out under an agent's key." })
  agentId?: string | null;
  @Field(() => String, { description: "The client's own id of the session." })
  sessionId!: string;
  @Field(() => String, {
    nullable: true,
    description: 'Whom the session is about; the owner of the agent when left out.',
  })
  subject?: string | null;
  @Field(() => String, { nullable: true, description: 'Title of a new session.' })
  title?: string | null;
  @Field(() => [TurnInput], { description: '1 to 500 turns, in order.' })
  turns!: TurnInput[];
  @Field(() => String, { nullable: true, description: 'Same key and body: the first answer again.' })
  idempotencyKey?: string | null;
  @Field(() => Boolean, { nullable: true, description: 'Nothing of the session is kept.' })
  offTheRecord?: boolean | null;
}

@InputType({ description: 'A session.' })
export class EndSessionInput {
  @Field(() => ID, { nullable: true, description: "The agent; left out under an agent's key." })
  agentId?: string | null;
  @Field(() => String, { description: "The client's own id of the session." })
  sessionId!: string;
}

@InputType({ description: 'A session.' })
export class RunExtractionInput extends EndSessionInput {}

@InputType({ description: 'One fact to keep.' })
export class AddMemoryInput {
  @Field(() => ID, { nullable: true, description: "The agent that keeps it; left out under an agent's key." })
  agentId?: string | null;
  @Field(() => String, { description: 'One fact in one sentence, up to 4,000 characters.' })
  content!: string;
  @Field(() => String, { nullable: true, description: 'Category.' })
  category?: string | null;
  @Field(() => [String], { nullable: true, description: 'Tags.' })
  tags?: string[] | null;
  @Field(() => JsonScalar, { nullable: true, description: 'An object of your own, up to 16 KiB.' })
  metadata?: unknown;
  @Field(() => String, { nullable: true, description: 'Same key and body: the first answer again.' })
  idempotencyKey?: string | null;
}

@InputType({ description: 'Only what is given changes.' })
export class UpdateMemoryInput {
  @Field(() => ID, { description: 'The card.' })
  id!: string;
  @Field(() => String, { nullable: true, description: 'New words.' })
  content?: string | null;
  @Field(() => String, { nullable: true, description: 'New category.' })
  category?: string | null;
  @Field(() => [String], { nullable: true, description: 'New tags, all of them.' })
  tags?: string[] | null;
  @Field(() => JsonScalar, { nullable: true, description: 'Keys to set; null removes one.' })
  metadata?: unknown;
  @Field(() => String, { nullable: true, description: 'Why; kept in the history.' })
  reason?: string | null;
  @Field(() => String, { nullable: true, description: 'Same key and body: the first answer again.' })
  idempotencyKey?: string | null;
}

@InputType({ description: 'Chosen memories, put forward for review.' })
export class ProposeChatMemoryInput {
  @Field(() => ID, { description: 'Space of the asset.' })
  spaceId!: string;
  @Field(() => ID, { nullable: true, description: 'The asset to change.' })
  assetId?: string | null;
  @Field(() => ID, { nullable: true, description: 'The live revision that the change is based on.' })
  baseRevisionId?: string | null;
  @Field(() => String, { description: 'Name, 1 to 64 letters, digits, - or _.' })
  name!: string;
  @Field(() => String, { description: 'Title.' })
  title!: string;
  @Field(() => String, { description: 'One sentence on what it holds.' })
  description!: string;
  @Field(() => String, { description: 'What the change is for.' })
  message!: string;
  @Field(() => VisibilityEnum, { nullable: true, description: 'Who may read it once it is published.' })
  visibility?: 'private' | 'team' | 'restricted' | 'organisation' | null;
  @Field(() => [ID], { description: 'Cards to share.' })
  cardIds!: string[];
  @Field(() => [ID], { nullable: true, description: 'Scenes to share with all their cards.' })
  sceneIds?: string[] | null;
  @Field(() => Boolean, { nullable: true, description: 'Also what other people said; true when left out.' })
  includeOtherSpeakers?: boolean | null;
  @Field(() => Boolean, { nullable: true, description: 'Submit for review at once.' })
  submit?: boolean | null;
  @Field(() => String, { nullable: true, description: 'Same key and body: the first answer again.' })
  idempotencyKey?: string | null;
}
