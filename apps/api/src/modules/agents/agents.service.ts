import { Injectable } from '@nestjs/common';
import { DomainError, encodeId, invalidInput, newId, notFound, type KeyScope } from '@memory-hub/contracts';
import { assertCan, classOfAgent, classOfApiKey } from '@memory-hub/permissions';
import { z } from 'zod';
import type { RequestContext } from '../../common';
import type { Page, PageRequest } from '../../infrastructure/graphql';
import { LiveEvents } from '../../infrastructure/live';
import {
  AccessClasses,
  AuditLog,
  IdempotencyKeys,
  isUniqueViolation,
  UnitOfWork,
  type TxContext,
} from '../../infrastructure/prisma';
import { AgentKeys, readName } from '../identity';
import { spacePlaceOf, Spaces } from '../spaces';
import { AgentsRepository } from './agents.repository';
import { agentFacts, DEFAULT_SCOPES, type Agent } from './domain/agent';
import { readBudget, readClientType, readPrompt, readScopes } from './domain/agent-input';

export interface NewAgent {
  readonly spaceId: string;
  readonly name: string;
  readonly clientType: string;
  readonly rolePrompt?: string | undefined;
  readonly rulesPrompt?: string | undefined;
  readonly scopes?: readonly KeyScope[] | undefined;
  readonly expiresAt?: Date | undefined;
  readonly idempotencyKey?: string | undefined;
}

export interface AgentChange {
  readonly name?: string | undefined;
  readonly clientType?: string | undefined;
  readonly rolePrompt?: string | undefined;
  readonly rulesPrompt?: string | undefined;
  readonly paused?: boolean | undefined;
  readonly budgetTokens?: number | undefined;
}

const DEFAULT_BUDGET_TOKENS = 4_000;
const OUTCOME = z.object({ agentId: z.uuid() });

/** Agents as the caller may see them. */
@Injectable()
export class Agents {
  constructor(
    private readonly work: UnitOfWork,
    private readonly agents: AgentsRepository,
    private readonly spaces: Spaces,
    private readonly keys: AgentKeys,
    private readonly classes: AccessClasses,
    private readonly once: IdempotencyKeys,
    private readonly live: LiveEvents,
    private readonly audit: AuditLog,
  ) {}

  async find(ctx: RequestContext, id: string): Promise<Agent | null> {
    return this.work.read(ctx, (tx) => this.agents.find(tx, id));
  }

  /** @throws DomainError NOT_FOUND when it is missing or hidden */
  async getOrThrow(ctx: RequestContext, id: string): Promise<Agent> {
    const agent = await this.find(ctx, id);
    if (agent === null) throw notFound('agent');
    return agent;
  }

  /** Newest first; all spaces when none is named. */
  async list(ctx: RequestContext, spaceId: string | null, page: PageRequest): Promise<Page<Agent>> {
    return this.work.read(ctx, (tx) => this.agents.list(tx, spaceId, page));
  }

  async count(ctx: RequestContext): Promise<number> {
    return this.work.read(ctx, (tx) => this.agents.count(tx, null));
  }

  /**
   * Makes an agent of the caller with its key. The key is given this once; a repetition under the same idempotency
   * key gives the same agent and no key.
   */
  async create(ctx: RequestContext, input: NewAgent): Promise<{ agentId: string; key: string | null }> {
    const settings = {
      name: readName(input.name, 'name'),
      clientType: readClientType(input.clientType),
      rolePrompt: readPrompt(input.rolePrompt ?? '', 'rolePrompt'),
      rulesPrompt: readPrompt(input.rulesPrompt ?? '', 'rulesPrompt'),
    };
    const key = { scopes: readScopes(input.scopes ?? DEFAULT_SCOPES), expiresAt: input.expiresAt ?? null };
    const body = { ...settings, ...key, spaceId: input.spaceId };
    const mark =
      input.idempotencyKey === undefined
        ? null
        : { operation: 'agent.create', key: input.idempotencyKey, body };
    return this.named(settings.name, async () => {
      let secret: string | null = null;
      const { agentId } = await this.work.write(ctx, (tx) =>
        this.once.once(tx, mark, OUTCOME, async () => {
          const agent = await this.insert(tx, input.spaceId, settings);
          secret = await this.issueFirst(tx, agent, key);
          return { agentId: agent.id };
        }),
      );
      return { agentId, key: secret };
    });
  }

  /** Changes what is given. A paused agent is refused at its next call. */
  async update(ctx: RequestContext, id: string, change: AgentChange): Promise<void> {
    await this.named(change.name ?? '', () =>
      this.work.write(ctx, async (tx) => {
        const agent = await this.agents.findForUpdate(tx, id);
        if (agent === null) throw notFound('agent');
        assertCan(ctx.ability, 'edit', 'Agent', agentFacts(agent));
        const next = changed(agent, change);
        const fields = (
          ['name', 'clientType', 'rolePrompt', 'rulesPrompt', 'status', 'budgetTokens'] as const
        ).filter((field) => next[field] !== agent[field]);
        if (fields.length === 0) return;
        await this.agents.update(tx, next);
        const details = { fields: fields.join(','), status: next.status };
        await this.audit.record(tx, {
          action: 'agent.update',
          targetType: 'agent',
          targetId: id,
          spaceId: agent.spaceId,
          details,
        });
        this.tell(tx, agent);
      }),
    );
  }

  /** Tells who watches that something of the agent changed. */
  tell(ctx: TxContext, { id, aclId }: Agent): void {
    this.live.publish(ctx, { type: 'agent.changed', id: encodeId('agent', id), aclId });
  }

  private async insert(
    tx: TxContext,
    spaceId: string,
    settings: Pick<Agent, 'name' | 'clientType' | 'rolePrompt' | 'rulesPrompt'>,
  ): Promise<Agent> {
    const place = spacePlaceOf(await this.spaces.getOrThrow(tx, spaceId));
    const draft = { ...place, id: newId(), ownerId: tx.userId ?? '' };
    const acl = classOfAgent(draft);
    assertCan(tx.ability, 'create', 'Agent', { ...draft, acl });
    const aclId = await this.classes.ensure(tx, acl);
    const agent: Agent = {
      ...draft, ...settings, acl, aclId, status: 'active', budgetTokens: DEFAULT_BUDGET_TOKENS,
      createdAt: tx.now, firstCallAt: null, lastCallAt: null, lastClient: null,
    }; // prettier-ignore
    await this.agents.insert(tx, agent);
    await this.audit.record(tx, {
      action: 'agent.create',
      targetType: 'agent',
      targetId: agent.id,
      spaceId,
      details: { clientType: settings.clientType },
    });
    this.tell(tx, agent);
    return agent;
  }

  private async issueFirst(
    tx: TxContext,
    agent: Agent,
    key: { scopes: readonly KeyScope[]; expiresAt: Date | null },
  ): Promise<string> {
    const aclId = await this.classes.ensure(
      tx,
      classOfApiKey({ orgId: agent.orgId, ownerId: agent.ownerId }),
    );
    const { keyId, secretText } = await this.keys.issue(tx, {
      agentId: agent.id,
      ownerId: agent.ownerId,
      aclId,
      ...key,
    });
    const details = { agentId: agent.id, scopes: key.scopes.join(','), expires: key.expiresAt !== null };
    await this.audit.record(tx, {
      action: 'api_key.create',
      targetType: 'api_key',
      targetId: keyId,
      spaceId: agent.spaceId,
      details,
    });
    return secretText;
  }

  /** Two agents of one space never share a name, so that a name means one agent. */
  private async named<T>(name: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new DomainError(
        'CONFLICT',
        `There is already an agent called ${JSON.stringify(name)} in this space.`,
        {
          hint: 'Choose another name; it may be an agent of somebody else.',
          path: ['name'],
          cause: error,
        },
      );
    }
  }
}

function changed(agent: Agent, change: AgentChange): Agent {
  if (Object.values(change).every((value) => value === undefined))
    throw invalidInput(
      [],
      'Nothing to change was given.',
      'Give name, clientType, rolePrompt, rulesPrompt, paused or budgetTokens.',
    );
  return {
    ...agent,
    ...(change.name === undefined ? {} : { name: readName(change.name, 'name') }),
    ...(change.clientType === undefined ? {} : { clientType: readClientType(change.clientType) }),
    ...(change.rolePrompt === undefined ? {} : { rolePrompt: readPrompt(change.rolePrompt, 'rolePrompt') }),
    ...(change.rulesPrompt === undefined
      ? {}
      : { rulesPrompt: readPrompt(change.rulesPrompt, 'rulesPrompt') }),
    ...(change.paused === undefined ? {} : { status: change.paused ? 'paused' : 'active' }),
    ...(change.budgetTokens === undefined
      ? {}
      : { budgetTokens: readBudget(change.budgetTokens, 'budgetTokens') }),
  };
}
