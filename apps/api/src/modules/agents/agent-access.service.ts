import { Injectable } from '@nestjs/common';
import { notFound, type KeyScope } from '@memory-hub/contracts';
import { assertCan, classOfApiKey } from '@memory-hub/permissions';
import type { RequestContext } from '../../common';
import { AccessClasses, AuditLog, UnitOfWork } from '../../infrastructure/prisma';
import { AgentKeys, type AgentKey } from '../identity';
import { AgentsRepository } from './agents.repository';
import { Agents } from './agents.service';
import { agentFacts, DEFAULT_SCOPES } from './domain/agent';
import { readOverlap, readScopes } from './domain/agent-input';

export interface RollInput {
  readonly agentId: string;
  /** What the new key may do; what the old one could when left out. */
  readonly scopes?: readonly KeyScope[] | undefined;
  readonly expiresAt?: Date | undefined;
  /** Minutes for which the old key still works; with 0 it ends now. */
  readonly overlapMinutes?: number | undefined;
}

/** Keys of agents: one agent, one key. */
@Injectable()
export class AgentAccess {
  constructor(
    private readonly work: UnitOfWork,
    private readonly agents: Agents,
    private readonly rows: AgentsRepository,
    private readonly keys: AgentKeys,
    private readonly classes: AccessClasses,
    private readonly audit: AuditLog,
  ) {}

  /** The newest keys of these agents, as far as the caller may see them. */
  async currentOf(ctx: RequestContext, agentIds: readonly string[]): Promise<ReadonlyMap<string, AgentKey>> {
    return this.keys.currentOf(ctx, agentIds);
  }

  async find(ctx: RequestContext, keyId: string): Promise<AgentKey | null> {
    return this.keys.find(ctx, keyId);
  }

  /** Gives the agent a new key, shown this once, and lets the old one end. */
  async roll(ctx: RequestContext, input: RollInput): Promise<string> {
    const overlap = readOverlap(input.overlapMinutes ?? 0);
    return this.work.write(ctx, async (tx) => {
      const agent = await this.rows.findForUpdate(tx, input.agentId);
      if (agent === null) throw notFound('agent');
      assertCan(tx.ability, 'createKey', 'Agent', agentFacts(agent));
      const before = await this.keys.current(tx, agent.id);
      const scopes = readScopes(input.scopes ?? before?.scopes ?? DEFAULT_SCOPES);
      const ended = await this.keys.retire(tx, agent.id, new Date(tx.now.getTime() + overlap * 60_000));
      const aclId = await this.classes.ensure(
        tx,
        classOfApiKey({ orgId: agent.orgId, ownerId: agent.ownerId }),
      );
      const { keyId, secretText } = await this.keys.issue(tx, {
        agentId: agent.id,
        ownerId: agent.ownerId,
        aclId,
        scopes,
        expiresAt: input.expiresAt ?? null,
      });
      const details = {
        agentId: agent.id,
        scopes: scopes.join(','),
        expires: input.expiresAt !== undefined,
        replaces: ended.join(','),
        overlapMinutes: overlap,
      };
      await this.audit.record(tx, {
        action: 'api_key.create',
        targetType: 'api_key',
        targetId: keyId,
        spaceId: agent.spaceId,
        details,
      });
      this.agents.tell(tx, agent);
      return secretText;
    });
  }

  /**
   * Ends a key: its next call is refused. With the agent's newest key end also those that were to overlap with it, for
   * nobody revokes a key to leave its predecessor open. Gives the agent's uuid.
   * @throws DomainError NOT_FOUND when the key is missing, hidden, or has ended already
   */
  async revoke(ctx: RequestContext, keyId: string): Promise<string> {
    return this.work.write(ctx, async (tx) => {
      const key = await this.keys.find(tx, keyId);
      if (key === null) throw notFound('API key');
      const facts = { orgId: tx.orgId, ownerId: key.ownerId, agentOwnerId: key.ownerId };
      assertCan(tx.ability, 'revoke', 'ApiKey', { ...facts, acl: classOfApiKey(facts) });
      const newest = await this.keys.current(tx, key.agentId);
      await this.keys.revoke(tx, keyId);
      const others = newest?.id === keyId ? await this.keys.retire(tx, key.agentId, tx.now) : [];
      // Who revokes a key of somebody else need not see its agent.
      const agent = await this.rows.find(tx, key.agentId);
      const details = { agentId: key.agentId, endedToo: others.join(',') };
      await this.audit.record(tx, {
        action: 'api_key.revoke',
        targetType: 'api_key',
        targetId: keyId,
        spaceId: agent?.spaceId ?? null,
        details,
      });
      if (agent !== null) this.agents.tell(tx, agent);
      return key.agentId;
    });
  }
}
