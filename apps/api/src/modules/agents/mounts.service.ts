import { Injectable } from '@nestjs/common';
import { DomainError, invalidInput, newId, notFound, type MountMode } from '@memory-hub/contracts';
import { assertCan, can, classOfMount, isReadable, type MountFacts } from '@memory-hub/permissions';
import { Authenticator, type RequestContext } from '../../common';
import {
  AccessClasses,
  AuditLog,
  isUniqueViolation,
  UnitOfWork,
  type TxContext,
} from '../../infrastructure/prisma';
import { Assets } from '../assets';
import { AgentsRepository } from './agents.repository';
import { Agents } from './agents.service';
import { agentFacts, type Agent } from './domain/agent';
import {
  MOST_MOUNTS,
  MOUNT_DEFAULTS,
  readMountSettings,
  type Mount,
  type MountSettings,
} from './domain/mount';
import { MountedRevisionsRepository } from './mounted-revisions.repository';
import { MountsRepository } from './mounts.repository';

export interface NewMount {
  readonly agentId: string;
  readonly assetId: string;
  readonly mode: MountMode;
  readonly priority?: number | undefined;
  readonly budgetTokens?: number | undefined;
  readonly pinnedRevisionId?: string | undefined;
}

export interface MountChange {
  readonly mode?: MountMode | undefined;
  readonly priority?: number | undefined;
  readonly budgetTokens?: number | undefined;
  readonly pinnedRevisionId?: string | undefined;
  /** Ends a pin: the mount goes with the latest published revision again. */
  readonly followLatest?: boolean | undefined;
}

/** What an agent may use. Each change is seen by the agent's next call, because it moves the agent's epoch. */
@Injectable()
export class Mounts {
  constructor(
    private readonly work: UnitOfWork,
    private readonly agents: Agents,
    private readonly agentRows: AgentsRepository,
    private readonly mounts: MountsRepository,
    private readonly revisions: MountedRevisionsRepository,
    private readonly assets: Assets,
    private readonly authenticator: Authenticator,
    private readonly classes: AccessClasses,
    private readonly audit: AuditLog,
  ) {}

  async find(ctx: RequestContext, id: string): Promise<Mount | null> {
    return this.work.read(ctx, (tx) => this.mounts.find(tx, id));
  }

  /** Mounts whose asset the caller may read, in packing order. */
  async ofAgents(ctx: RequestContext, agentIds: readonly string[]): Promise<Mount[]> {
    return this.work.read(ctx, (tx) => this.mounts.ofAgents(tx, agentIds));
  }

  /** Mounts an asset and gives the mount's uuid. */
  async mount(ctx: RequestContext, input: NewMount): Promise<string> {
    const ownerTokens = await this.readingTokensOf(input.agentId);
    try {
      return await this.work.write(ctx, async (tx) => {
        const agent = await this.lockAgent(tx, input.agentId);
        assertCan(tx.ability, 'mount', 'Agent', agentFacts(agent));
        const settings = readMountSettings(input, {
          mode: input.mode,
          ...MOUNT_DEFAULTS,
          pinnedRevisionId: null,
        });
        await this.assertMountable(tx, agent, { assetId: input.assetId, settings, ownerTokens });
        if ((await this.mounts.count(tx, agent.id)) >= MOST_MOUNTS)
          throw new DomainError('LIMIT_EXCEEDED', `An agent has ${MOST_MOUNTS} mounts at most.`, {
            hint: 'Unmount what it does not need.',
          });
        const id = newId();
        const aclId = await this.classes.ensure(tx, classOfMount(agent));
        await this.mounts.insert(tx, {
          id,
          agentId: agent.id,
          spaceId: agent.spaceId,
          aclId,
          assetId: input.assetId,
          ...settings,
        });
        await this.record(tx, 'mount.create', { id, agent, assetId: input.assetId, settings });
        return id;
      });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new DomainError('CONFLICT', 'This asset is mounted on this agent already.', {
        hint: 'Change the mount that is there.',
        path: ['assetId'],
        cause: error,
      });
    }
  }

  async update(ctx: RequestContext, id: string, change: MountChange): Promise<void> {
    if (Object.values(change).every((value) => value === undefined))
      throw invalidInput(
        [],
        'Nothing to change was given.',
        'Give mode, priority, budgetTokens, pinnedRevisionId or followLatest.',
      );
    if (change.followLatest === true && change.pinnedRevisionId !== undefined)
      throw invalidInput(
        ['followLatest'],
        'A mount follows the latest revision or is pinned to one, not both.',
        'Leave one of them out.',
      );
    await this.work.write(ctx, async (tx) => {
      const { mount, agent } = await this.lock(tx, id);
      assertCan(tx.ability, 'edit', 'Mount', factsOf(mount, agent));
      const { followLatest, ...given } = change;
      const settings = readMountSettings(
        { ...given, ...(followLatest === true ? { pinnedRevisionId: null } : {}) },
        mount,
      );
      if (settings.pinnedRevisionId !== mount.pinnedRevisionId)
        await this.assertPin(tx, mount.assetId, settings.pinnedRevisionId);
      await this.mounts.update(tx, { ...mount, ...settings });
      await this.record(tx, 'mount.update', { id, agent, assetId: mount.assetId, settings });
    });
  }

  /** Takes the asset from the agent, and gives the agent's uuid. */
  async unmount(ctx: RequestContext, id: string): Promise<string> {
    return this.work.write(ctx, async (tx) => {
      const { mount, agent } = await this.lock(tx, id);
      assertCan(tx.ability, 'delete', 'Mount', factsOf(mount, agent));
      await this.mounts.remove(tx, id);
      await this.record(tx, 'mount.delete', { id, agent, assetId: mount.assetId, settings: mount });
      return agent.id;
    });
  }

  /** Assets that the caller may mount on this agent, mounted already or not; `text` narrows by words. */
  async mountable(
    ctx: RequestContext,
    agent: Agent,
    { text, first }: { text: string; first: number },
  ): Promise<string[]> {
    if (!can(ctx.ability, 'mount', 'Agent', agentFacts(agent))) return [];
    const ownerTokens = await this.readingTokensOf(agent.id);
    const words = text
      .normalize('NFC')
      .split(/\s+/u)
      .filter((word) => word !== '')
      .slice(0, 10);
    const draftsOf = agent.ownerId === ctx.userId ? agent.ownerId : null;
    return this.work.read(ctx, (tx) => this.revisions.mountable(tx, { ownerTokens, draftsOf, words, first }));
  }

  /** What the agent can read with: its owner's eyes, as of now. */
  private async readingTokensOf(agentId: string): Promise<readonly string[]> {
    const agent = await this.authenticator.actAs({ kind: 'agent', id: agentId }, '');
    if (agent === null) throw notFound('agent');
    return agent.tokens;
  }

  private async lockAgent(tx: TxContext, id: string): Promise<Agent> {
    const agent = await this.agentRows.findForUpdate(tx, id);
    if (agent === null) throw notFound('agent');
    return agent;
  }

  /** The agent first, as everywhere, so that two acts never wait for each other crosswise. */
  private async lock(tx: TxContext, id: string): Promise<{ mount: Mount; agent: Agent }> {
    const seen = await this.mounts.find(tx, id);
    if (seen === null) throw notFound('mount');
    const agent = await this.lockAgent(tx, seen.agentId);
    const mount = await this.mounts.findForUpdate(tx, id);
    if (mount === null) throw notFound('mount');
    return { mount, agent };
  }

  private async assertMountable(
    tx: TxContext,
    agent: Agent,
    ask: { assetId: string; settings: MountSettings; ownerTokens: readonly string[] },
  ): Promise<void> {
    const asset = await this.assets.getOrThrow(tx, ask.assetId);
    await this.assertPin(tx, asset.id, ask.settings.pinnedRevisionId);
    const received = await this.revisions.wouldReceive(tx, asset.id, {
      ownerId: agent.ownerId,
      pinnedRevisionId: ask.settings.pinnedRevisionId,
    });
    const ownerMayRead = received !== null && isReadable(received.acl, ask.ownerTokens);
    const isLive =
      asset.status === 'published' ||
      (asset.status === 'none' && asset.ownerId === agent.ownerId && asset.ownerId === tx.userId);
    if (!isLive)
      throw new DomainError(
        'FORBIDDEN',
        'Only a published asset can be mounted, or your own draft on your own agent.',
        { path: ['assetId'], hint: 'Have it reviewed and published first.' },
      );
    if (!ownerMayRead)
      throw new DomainError(
        'FORBIDDEN',
        'The owner of this agent may not read this asset, so the agent may not either.',
        {
          path: ['assetId'],
          hint: 'Ask for access for the owner, or mount it on an agent of somebody who may read it.',
        },
      );
    assertCan(tx.ability, 'create', 'Mount', {
      ...agentFacts(agent), acl: classOfMount(agent), agentId: agent.id, agentOwnerId: agent.ownerId, assetId: asset.id,
      assetAcl: received.acl, assetStatus: asset.status, assetOwnerId: asset.ownerId, ownerMayRead,
    }); // prettier-ignore
  }

  private async assertPin(tx: TxContext, assetId: string, revisionId: string | null): Promise<void> {
    if (revisionId === null || (await this.revisions.isPublished(tx, assetId, revisionId))) return;
    throw invalidInput(
      ['pinnedRevisionId'],
      'A mount can be pinned only to a published revision of its asset.',
      'Choose one of the asset’s published revisions, or follow the latest.',
    );
  }

  private async record(
    tx: TxContext,
    action: string,
    { id, agent, assetId, settings }: { id: string; agent: Agent; assetId: string; settings: MountSettings },
  ): Promise<void> {
    const { mode, priority, budgetTokens, pinnedRevisionId } = settings;
    const details = { agentId: agent.id, assetId, mode, priority, budgetTokens, pinnedRevisionId };
    await this.audit.record(tx, {
      action,
      targetType: 'mount',
      targetId: id,
      spaceId: agent.spaceId,
      details,
    });
    this.agents.tell(tx, agent);
  }
}

/** A mount as policies see it, for acts that do not ask about the asset. */
function factsOf(mount: Mount, agent: Agent): MountFacts {
  const { spaceId, spaceKind, spaceOwnerId, ownerId } = agent;
  const { acl, agentId, assetId, assetStatus, assetOwnerId } = mount;
  return {
    spaceId,
    spaceKind,
    spaceOwnerId,
    acl,
    agentId,
    agentOwnerId: ownerId,
    assetId,
    assetAcl: [],
    assetStatus,
    assetOwnerId,
    ownerMayRead: false,
  };
}
