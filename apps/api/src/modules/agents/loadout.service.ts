import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../common';
import { UnitOfWork } from '../../infrastructure/prisma';
import { AssetKinds, Assets } from '../assets';
import { LoadoutReader, type LoadoutPart, type StableLoadout } from '../memory';
import { packLoadout, type Loadout, type LoadedMount } from './domain/loadout';
import { isInPrompt } from './domain/mount';
import { MountedRevisionsRepository } from './mounted-revisions.repository';

/** Agents whose loadout is kept; each is some kilobytes of text. */
const CAPACITY = 1_000;
const NOTHING: Loadout = { limitTokens: 0, usedTokens: 0, mounts: [] };

/**
 * What is mounted on an agent, as text. Worked out once per agent and epoch: mounting, publishing, revoking and the
 * budget all move the epoch in the transaction of the act, so the next call sees the change.
 */
@Injectable()
export class Loadouts extends LoadoutReader {
  private readonly packed = new Map<string, Promise<Loadout>>();

  constructor(
    private readonly work: UnitOfWork,
    private readonly revisions: MountedRevisionsRepository,
    private readonly assets: Assets,
    private readonly kinds: AssetKinds,
  ) {
    super();
  }

  override async stableParts(ctx: RequestContext): Promise<StableLoadout> {
    const { mounts } = await this.of(ctx);
    const partsOf = (mode: 'inline' | 'summary'): LoadoutPart[] =>
      mounts.flatMap((mount) =>
        mount.mode === mode && mount.text !== ''
          ? [{ id: mount.assetId, title: mount.title, text: mount.text, priority: mount.priority }]
          : [],
      );
    const recallable = mounts
      .filter(({ mode, revisionId }) => mode === 'summary' && revisionId !== null)
      .map(({ assetId }) => assetId);
    return { inline: partsOf('inline'), summaries: partsOf('summary'), recallable };
  }

  /** The loadout of the calling agent; a person has none. */
  async of(ctx: RequestContext): Promise<Loadout> {
    if (ctx.principal.kind !== 'agent') return NOTHING;
    const key = [ctx.principal.agentId, ctx.epoch, ...(ctx.mounted ?? [])].join(' ');
    const known = this.packed.get(key);
    if (known !== undefined) return known;
    const packing = this.pack(ctx, ctx.principal.agentId);
    this.keep(key, packing);
    try {
      const loadout = await packing;
      // The words of a draft change without a change of the asset, which is what moves the epoch.
      if (loadout.mounts.some(({ status }) => status === 'none')) this.packed.delete(key);
      return loadout;
    } catch (error) {
      this.packed.delete(key);
      throw error;
    }
  }

  private async pack(ctx: RequestContext, agentId: string): Promise<Loadout> {
    return this.work.read(ctx, async (tx) => {
      const mounts = await this.revisions.ofCaller(tx, agentId);
      const loaded: LoadedMount[] = [];
      for (const mount of mounts) loaded.push({ ...mount, text: await this.textOf(tx, mount) });
      return packLoadout(loaded, await this.revisions.budgetOf(tx, agentId));
    });
  }

  private async textOf(ctx: RequestContext, mount: Omit<LoadedMount, 'text'>): Promise<string> {
    if (!isInPrompt(mount.mode) || mount.revisionId === null) return '';
    const files = await this.assets.files(ctx, mount.revisionId);
    return this.kinds.of(mount.assetKind).expose(files, mount.mode).trim();
  }

  private keep(key: string, packing: Promise<Loadout>): void {
    const oldest = this.packed.size >= CAPACITY ? this.packed.keys().next().value : undefined;
    if (oldest !== undefined) this.packed.delete(oldest);
    this.packed.set(key, packing);
  }
}
