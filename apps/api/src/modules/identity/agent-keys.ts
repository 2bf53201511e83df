import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { invalidInput, newId, notFound, type KeyScope } from '@memory-hub/contracts';
import type { RequestContext } from '../../common';
import { UnitOfWork, type TxContext } from '../../infrastructure/prisma';
import { AgentKeysRepository, type AgentKey } from './agent-keys.repository';
import { SECRET_BYTES, writeKey } from './domain/key-text';

export interface KeyRequest {
  readonly agentId: string;
  readonly ownerId: string;
  /** Class of the key's row: `classOfApiKey`. */
  readonly aclId: string;
  readonly scopes: readonly KeyScope[];
  readonly expiresAt: Date | null;
}

export interface IssuedKey {
  readonly keyId: string;
  /** The key itself. It is nowhere stored and shown this once. */
  readonly secretText: string;
}

/** Keys of agents. Whether the caller may issue or end one is decided by the module that owns agents. */
@Injectable()
export class AgentKeys {
  constructor(
    private readonly work: UnitOfWork,
    private readonly keys: AgentKeysRepository,
  ) {}

  async issue(ctx: TxContext, request: KeyRequest): Promise<IssuedKey> {
    if (request.expiresAt !== null && request.expiresAt <= ctx.now)
      throw invalidInput(
        ['expiresAt'],
        'expiresAt is in the past.',
        'Give a later time, or none for a key that does not expire.',
      );
    if (request.scopes.length === 0) throw invalidInput(['scopes'], 'A key needs at least one scope.');
    const keyId = newId();
    const { text, prefix, hash } = writeKey(keyId, randomBytes(SECRET_BYTES));
    await this.keys.insert(ctx, { ...request, id: keyId, prefix, hash });
    return { keyId, secretText: text };
  }

  /** Ends a key now: its next call is refused. @throws DomainError NOT_FOUND when it is missing, hidden or ended already */
  async revoke(ctx: TxContext, keyId: string): Promise<void> {
    if (!(await this.keys.revoke(ctx, keyId))) throw notFound('API key');
  }

  /** Ends all open keys of an agent at this time, which may be now, and gives their ids. */
  async retire(ctx: TxContext, agentId: string, at: Date): Promise<string[]> {
    return this.keys.retire(ctx, agentId, at);
  }

  /** A key by its id; null when it is missing or hidden. */
  async find(ctx: RequestContext, keyId: string): Promise<AgentKey | null> {
    return this.work.read(ctx, (tx) => this.keys.find(tx, keyId));
  }

  /** The newest key of an agent, ended or not; null when it has none or the viewer may not see it. */
  async current(ctx: RequestContext, agentId: string): Promise<AgentKey | null> {
    return (await this.currentOf(ctx, [agentId])).get(agentId) ?? null;
  }

  /** The same for many agents. */
  async currentOf(ctx: RequestContext, agentIds: readonly string[]): Promise<ReadonlyMap<string, AgentKey>> {
    const keys = await this.work.read(ctx, (tx) => this.keys.newestOf(tx, agentIds));
    return new Map(keys.map((key) => [key.agentId, key]));
  }
}
