import { Injectable } from '@nestjs/common';
import { KEY_SCOPES, notFound } from '@memory-hub/contracts';
import { can } from '@memory-hub/permissions';
import { Authenticator, type RequestContext } from '../../common';
import { AgentKeys } from '../identity';
import { agentFacts, type Agent } from './domain/agent';
import { narrowedContext } from './domain/narrowed-context';
import { Mounts } from './mounts.service';

/** Looks at the hub as an agent does, as far as the one who looks may. */
@Injectable()
export class AgentEyes {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly keys: AgentKeys,
    private readonly mounts: Mounts,
  ) {}

  /**
   * The context in which the agent's next call would run. Its owner gets exactly that; an admin of the space gets it
   * without the agent's memory and without assets that are hidden from the admin.
   */
  async of(viewer: RequestContext, agent: Agent): Promise<RequestContext> {
    if (viewer.principal.kind === 'agent' && viewer.principal.agentId === agent.id) return viewer;
    const ctx = await this.authenticator.actAs({ kind: 'agent', id: agent.id }, viewer.requestId);
    if (ctx?.principal.kind !== 'agent') throw notFound('agent');
    const isOwner = can(viewer.ability, 'readMemory', 'Agent', agentFacts(agent));
    const key = isOwner ? await this.keys.current(viewer, agent.id) : null;
    const shown = isOwner
      ? null
      : (await this.mounts.ofAgents(viewer, [agent.id])).map(({ assetId }) => assetId);
    return narrowedContext(ctx, ctx.principal, {
      scopes: key?.scopes ?? KEY_SCOPES,
      assetIds: shown,
      withMemory: isOwner,
    });
  }
}
