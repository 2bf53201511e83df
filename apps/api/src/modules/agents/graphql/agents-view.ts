import { Injectable } from '@nestjs/common';
import { encodeId, notFound } from '@memory-hub/contracts';
import { viewerCan } from '@memory-hub/permissions';
import type { RequestContext } from '../../../common';
import { Users, type AgentKey } from '../../identity';
import { Spaces } from '../../spaces';
import { Agents } from '../agents.service';
import { agentFacts, type Agent as AgentRow } from '../domain/agent';
import type { Mount as MountRow } from '../domain/mount';
import { Mounts } from '../mounts.service';
import type { Agent, ApiKey } from './agent.types';
import type { Mount } from './mount.types';

/** Shapes of agents and mounts for GraphQL. */
@Injectable()
export class AgentsView {
  constructor(
    private readonly agents: Agents,
    private readonly mounts: Mounts,
    private readonly users: Users,
    private readonly spaces: Spaces,
  ) {}

  /** @throws DomainError NOT_FOUND when it is missing or hidden */
  async agent(ctx: RequestContext, id: string): Promise<Agent> {
    const [agent] = await this.many(ctx, [await this.agents.getOrThrow(ctx, id)]);
    if (agent === undefined) throw notFound('agent');
    return agent;
  }

  /** In the order given. */
  async many(ctx: RequestContext, rows: readonly AgentRow[]): Promise<Agent[]> {
    const owners = await this.users.refs(
      ctx,
      rows.map(({ ownerId }) => ownerId),
    );
    const spaces = await this.spaces.byIds(
      ctx,
      rows.map(({ spaceId }) => spaceId),
    );
    return rows.map((row) => {
      const { edit, mount, createKey, revokeKey, readMemory } = viewerCan(
        ctx.ability,
        'Agent',
        agentFacts(row),
      );
      const {
        name,
        clientType,
        rolePrompt,
        rulesPrompt,
        status,
        createdAt,
        lastCallAt,
        firstCallAt,
        lastClient,
      } = row;
      return {
        id: encodeId('agent', row.id), name, clientType, rolePrompt, rulesPrompt, status, createdAt, lastCallAt, firstCallAt, lastClient, row,
        space: { id: encodeId('space', row.spaceId), name: spaces.get(row.spaceId)?.name ?? '–', kind: row.spaceKind },
        owner: { id: encodeId('user', row.ownerId), name: owners.get(row.ownerId)?.name ?? '–' },
        viewerCan: { edit, mount, createKey, revokeKey, readMemory },
      }; // prettier-ignore
    });
  }

  /** @throws DomainError NOT_FOUND when it is missing or hidden */
  async mount(ctx: RequestContext, id: string): Promise<Mount> {
    const row = await this.mounts.find(ctx, id);
    if (row === null) throw notFound('mount');
    return mountView(row);
  }
}

export function mountView(row: MountRow): Mount {
  const { mode, priority, budgetTokens } = row;
  return { id: encodeId('mount', row.id), mode, priority, budgetTokens, row };
}

export function keyView({
  id,
  prefix,
  scopes,
  createdAt,
  expiresAt,
  lastUsedAt,
  revokedAt,
}: AgentKey): ApiKey {
  return { id: encodeId('key', id), prefix, scopes, createdAt, expiresAt, lastUsedAt, revokedAt };
}
