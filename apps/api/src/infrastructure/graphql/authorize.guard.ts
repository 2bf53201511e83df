import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { GqlExecutionContext, type GqlContextType } from '@nestjs/graphql';
import { DomainError } from '@memory-hub/contracts';
import { AUTHORIZE, type Requirement } from '../../common';
import type { GraphqlContext } from './context';

/** First wall of GraphQL: an operation without `@Authorize` or `@Public` is refused, not let through. */
@Injectable()
export class AuthorizeGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(execution: ExecutionContext): boolean {
    if (execution.getType<GqlContextType>() !== 'graphql') return true;
    const requirement = this.reflector.get<Requirement | undefined>(AUTHORIZE, execution.getHandler());
    if (requirement === undefined)
      throw new Error(
        `${execution.getClass().name}.${execution.getHandler().name} has neither @Authorize nor @Public`,
      );
    if (requirement === null) return true;
    const { ctx } = GqlExecutionContext.create(execution).getContext<GraphqlContext>();
    if (ctx.principal.kind === 'anonymous')
      throw new DomainError('UNAUTHENTICATED', 'Sign in, or send an API key as a bearer token.', {
        hint: 'The key is shown once when an agent is created.',
      });
    if (ctx.ability.rules.can(requirement.action, requirement.subject)) return true;
    throw new DomainError('FORBIDDEN', 'Your role or the scopes of this key do not allow this.', {
      hint: 'Ask an admin of the space for a role that allows it.',
    });
  }
}
