import { Injectable } from '@nestjs/common';
import { digestOf, encodeId } from '@memory-hub/contracts';
import { estimateTokens } from '@memory-hub/skills';
import type { RequestContext } from '../../common';
import { ToolRegistry } from '../../infrastructure/mcp';
import { injectedItem, Recall, type RecallAnswer, type UsedItem } from '../memory';
import { AgentEyes } from './agent-eyes.service';
import type { Agent } from './domain/agent';
import { INJECTED_WORDS } from './domain/injected-words';
import type { Loadout } from './domain/loadout';
import { Loadouts } from './loadout.service';

export interface InjectedPart {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly tokens: number;
  readonly cut: boolean;
  readonly why: string;
}

/** What an agent receives, byte for byte. */
export interface Manifest {
  readonly stable: string;
  readonly dynamic: string;
  readonly tools: readonly string[];
  readonly tokens: number;
  readonly used: readonly InjectedPart[];
  /** Digest of the stable block: equal digests are equal bytes. */
  readonly digest: string;
}

/** Shows what an agent would receive, through the code that gives it. */
@Injectable()
export class Manifests {
  constructor(
    private readonly eyes: AgentEyes,
    private readonly recall: Recall,
    private readonly loadouts: Loadouts,
    private readonly tools: ToolRegistry,
  ) {}

  /** The packed loadout of an agent, as far as the viewer may see it. */
  async loadout(viewer: RequestContext, agent: Agent): Promise<Loadout> {
    return this.loadouts.of(await this.eyes.of(viewer, agent));
  }

  /** @param sampleText a message to recall for; without one nothing is recalled */
  async preview(viewer: RequestContext, agent: Agent, sampleText: string): Promise<Manifest> {
    const ctx = await this.eyes.of(viewer, agent);
    const answer = await this.recall.recall(ctx, { text: sampleText, preview: true });
    const loadout = await this.loadouts.of(ctx);
    const { locale } = viewer;
    return {
      stable: answer.stable,
      dynamic: answer.dynamic,
      tools: this.tools.listFor(ctx).map(({ tool }) => tool.definition.name),
      tokens: estimateTokens(answer.stable) + estimateTokens(answer.dynamic),
      used: [
        ...standingParts(locale, answer.sections),
        ...mountedParts(locale, loadout),
        ...recalledParts(viewer, answer.used),
      ],
      digest: `sha256:${digestOf(answer.stable)}`,
    };
  }
}

type Locale = RequestContext['locale'];

function standingParts(locale: Locale, sections: RecallAnswer['sections']): InjectedPart[] {
  const words = INJECTED_WORDS[locale];
  return sections.flatMap(({ name, text }) =>
    name === 'mounted' || name === 'inline'
      ? []
      : [
          {
            id: name,
            kind: name,
            title: words[name],
            tokens: estimateTokens(text),
            cut: text.endsWith('[…]'),
            why: words.always,
          },
        ],
  );
}

function mountedParts(locale: Locale, { mounts }: Loadout): InjectedPart[] {
  return mounts.flatMap(({ mountId, assetKind, title, mode, tokens, cutTokens }) => {
    if (mode !== 'inline' && mode !== 'summary') return [];
    return [
      {
        id: encodeId('mount', mountId),
        kind: assetKind,
        title,
        tokens,
        cut: cutTokens > 0,
        why: INJECTED_WORDS[locale][mode],
      },
    ];
  });
}

/** Several pieces of one asset are one line. */
function recalledParts(viewer: RequestContext, used: readonly UsedItem[]): InjectedPart[] {
  const parts = new Map<string, InjectedPart>();
  for (const item of used.map((one) => injectedItem(viewer, one))) {
    const before = parts.get(item.id);
    const isBetter = before === undefined || (before.tokens === 0 && item.tokens > 0);
    parts.set(item.id, { ...(isBetter ? item : before), tokens: item.tokens + (before?.tokens ?? 0) });
  }
  return [...parts.values()];
}
