import { Injectable } from '@nestjs/common';
import { digestOf, encodeId } from '@memory-hub/contracts';
import { estimateTokens } from '@memory-hub/skills';
import type { RequestContext } from '../../common';
import { ToolRegistry } from '../../infrastructure/mcp/tool-registry';
import { Recall, type UsedItem } from '../memory';
import { AgentEyes } from './agent-eyes.service';
import type { Agent } from './domain/agent';
import { INJECTED_WORDS, outcomeText, type InjectedWord } from './domain/injected-words';
import type { Loadout } from './domain/loadout';
import { stableSections } from './domain/stable-sections';
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
    const answer = await this.recall.recall(ctx, { text: sampleText });
    const loadout = await this.loadouts.of(ctx);
    const { locale } = viewer;
    return {
      stable: answer.stable,
      dynamic: answer.dynamic,
      tools: this.tools.listFor(ctx).map(({ tool }) => tool.definition.name),
      tokens: estimateTokens(answer.stable) + estimateTokens(answer.dynamic),
      used: [...standingParts(locale, answer.stable), ...mountedParts(locale, loadout), ...recalledParts(locale, answer.used)],
      digest: `sha256:${digestOf(answer.stable)}`,
    };
  }
}

type Locale = RequestContext['locale'];

function standingParts(locale: Locale, stable: string): InjectedPart[] {
  const words = INJECTED_WORDS[locale];
  return stableSections(stable).flatMap(({ name, text }) =>
    name === 'mounted' ? [] : [{ id: name, kind: name, title: words[name], tokens: estimateTokens(text), cut: text.endsWith('[…]'), why: words.always }],
  );
}

function mountedParts(locale: Locale, { mounts }: Loadout): InjectedPart[] {
  return mounts.flatMap(({ mountId, assetKind, title, mode, tokens, cutTokens }) => {
    if (mode !== 'inline' && mode !== 'summary') return [];
    const why: InjectedWord = mode;
    return [{ id: encodeId('mount', mountId), kind: assetKind, title, tokens, cut: cutTokens > 0, why: INJECTED_WORDS[locale][why] }];
  });
}

/** Several pieces of one asset are one line. */
function recalledParts(locale: Locale, used: readonly UsedItem[]): InjectedPart[] {
  const parts = new Map<string, InjectedPart>();
  for (const item of used) {
    const id = encodeId(item.kind === 'card' ? 'card' : 'asset', item.id);
    const before = parts.get(id);
    const tokens = (before?.tokens ?? 0) + tokensOfItem(item);
    const why = before !== undefined && before.tokens > 0 ? before.why : outcomeText(locale, item.outcome);
    parts.set(id, { id, kind: item.kind, title: before?.title ?? item.title, tokens, cut: before?.cut === true || item.outcome === 'cut', why });
  }
  return [...parts.values()];
}

/** Characters of the line in the prompt, counted like those of its title. */
function tokensOfItem({ title, characters }: UsedItem): number {
  if (characters === 0) return 0;
  return title === '' ? Math.ceil(characters / 4) : Math.ceil((estimateTokens(title) / title.length) * characters);
}
