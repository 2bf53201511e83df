import { Injectable } from '@nestjs/common';
import { packInjection, type StableSection } from '@memory-hub/memory';
import type { RequestContext } from '../../common';
import { UnitOfWork } from '../../infrastructure/prisma';
import { LoadoutReader } from './domain/loadout-reader';
import { TOOL_GUIDE } from './domain/recall-settings';
import { ScenesRepository } from './scenes.repository';
import { SubjectsRepository } from './subjects.repository';
import type { Memory } from './domain/scene';

export interface StableBlock {
  readonly text: string;
  readonly sections: readonly StableSection[];
}

/** Role and rules, persona, scene index, mounted texts and tool guide. The same bytes until one of them changes; no time of now. */
@Injectable()
export class StableBlocks {
  constructor(
    private readonly work: UnitOfWork,
    private readonly scenes: ScenesRepository,
    private readonly subjects: SubjectsRepository,
    private readonly loadout: LoadoutReader,
  ) {}

  async of(ctx: RequestContext, memory: Memory): Promise<StableBlock> {
    const { inline, summaries } = await this.loadout.stableParts(ctx);
    const { persona, scenes, words } = await this.work.read(ctx, async (tx) => ({
      words: await this.subjects.wordsFor(tx, memory.agentId),
      persona: await this.scenes.persona(tx, memory),
      scenes: await this.scenes.of(tx, memory),
    }));
    const { stable, sections } = packInjection({
      cards: [],
      ...words,
      persona: persona?.markdown ?? '',
      // The order was fixed when the scenes were rendered: their own, not today's heat.
      scenes: scenes.map((scene, order) => ({
        id: scene.id,
        title: scene.title,
        summary: scene.summary,
        order,
      })),
      summaries,
      inline,
      toolGuide: TOOL_GUIDE,
    });
    return { text: stable, sections };
  }
}
