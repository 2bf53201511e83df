import { Injectable } from '@nestjs/common';
import { Authenticator, actorOf, type Actor, type RequestContext } from '../../common';
import { DomainError } from '@memory-hub/contracts';
import { hasScope } from '@memory-hub/permissions';

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
  constructor(private readonly authenticator: Authenticator) {}

  /** @throws DomainError FORBIDDEN for a key without the scope asset:propose */
  async proposerOf(caller: RequestContext): Promise<Proposer> {
    const { principal } = caller;
    const actor = actorOf(caller);
    if (principal.kind !== 'agent')
      return { ctx: caller, author: { authorKind: 'user', authorId: actor.id }, actor };
    if (!hasScope(principal, 'asset:propose'))
      throw new DomainError('FORBIDDEN', 'This key may not propose assets.', {
        hint: 'Ask for a key with the scopes asset:read and asset:propose.',
      });
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
