import { Injectable, type OnModuleInit } from '@nestjs/common';
import { maskSecrets, withHeat } from '@memory-hub/memory';
import type { RequestContext } from '../../common';
import { ReadableItems, type ReadableItem } from '../assets';
import { Memories } from './memories.service';
import { MemoryReader } from './memory-reader.service';

/** Lets `hub_read` give the full text of cards, scenes, personas and turns. */
@Injectable()
export class MemoryItems implements OnModuleInit {
  constructor(
    private readonly items: ReadableItems,
    private readonly memories: Memories,
    private readonly reader: MemoryReader,
  ) {}

  onModuleInit(): void {
    this.items.register('card', async (ctx, uuid) => this.card(ctx, uuid));
    this.items.register('scene', async (ctx, uuid) => this.scene(ctx, uuid));
    this.items.register('persona', async (ctx, uuid) => this.persona(ctx, uuid));
    this.items.register('turn', async (ctx, uuid) => this.turn(ctx, uuid));
  }

  private async card(ctx: RequestContext, uuid: string): Promise<ReadableItem | null> {
    const [card] = await this.memories.findMany(ctx, [uuid]);
    return card === undefined
      ? null
      : { kind: 'card', title: card.kind, text: card.content, trust: card.trust };
  }

  private async scene(ctx: RequestContext, uuid: string): Promise<ReadableItem | null> {
    const scene = await this.reader.scene(ctx, uuid);
    return scene === null
      ? null
      : { kind: 'scene', title: scene.title, text: withHeat(scene.markdown, scene.heat), trust: 'own_agent' };
  }

  private async persona(ctx: RequestContext, uuid: string): Promise<ReadableItem | null> {
    const persona = await this.reader.findPersona(ctx, uuid);
    return persona === null
      ? null
      : { kind: 'persona', title: 'persona', text: persona.markdown, trust: 'own_agent' };
  }

  private async turn(ctx: RequestContext, uuid: string): Promise<ReadableItem | null> {
    const turn = await this.reader.turn(ctx, uuid);
    return turn === null
      ? null
      : {
          kind: 'turn',
          title: `${turn.speaker}, ${turn.occurredAt.toISOString()}`,
          text: maskSecrets(turn.content).text,
          trust: 'own_user',
        };
  }
}
