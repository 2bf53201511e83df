import { Injectable } from '@nestjs/common';
import { DomainError, notFound } from '@memory-hub/contracts';
import { hasScope } from '@memory-hub/permissions';
import { Authenticator, actorOf, type Actor, type RequestContext } from '../../common';
import { UnitOfWork } from '../../infrastructure/prisma';
import { AssetsRepository } from './assets.repository';

/** Who answers for a proposal, and who wrote it. */
export interface Proposer {
  /** The person's own context. */
  readonly ctx: RequestContext;
  readonly author: { readonly authorKind: 'user' | 'agent'; readonly authorId: string };
  /** For the audit log. */
  readonly actor: Actor;
}

/** An agent proposes in its owner's name: with its owner's rights as of now, and the scope of its own key. */
@Injectable()
export class Proposing {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly work: UnitOfWork,
    private readonly assets: AssetsRepository,
  ) {}

  /**
   * @param assetId the asset to change; for an agent one that is mounted on it, for it knows of no other
   * @throws DomainError FORBIDDEN for a key without the scope asset:propose, NOT_FOUND for an asset out of sight
   */
  async proposerOf(caller: RequestContext, assetId: string | null): Promise<Proposer> {
    const { principal } = caller;
    const actor = actorOf(caller);
    if (principal.kind !== 'agent')
      return { ctx: caller, author: { authorKind: 'user', authorId: actor.id }, actor };
    if (!hasScope(principal, 'asset:propose'))
      throw new DomainError('FORBIDDEN', 'This key may not propose assets.', {
        hint: 'Ask for a key with the scopes asset:read and asset:propose.',
      });
    if (assetId !== null && (await this.work.read(caller, (tx) => this.assets.find(tx, assetId))) === null)
      throw notFound('asset');
    const owner = await this.authenticator.actAs({ kind: 'user', id: principal.ownerId }, caller.requestId);
    if (owner === null)
      throw new DomainError('FORBIDDEN', 'The owner of this agent may no longer do this.', {
        hint: 'Ask an admin of the space.',
      });
    const { address, keyId, locale, zone, now } = caller;
    return {
      ctx: { ...owner, address, keyId, locale, zone, now },
      author: { authorKind: 'agent', authorId: principal.agentId },
      actor,
    };
  }
}
