import { Args, Query, Resolver } from '@nestjs/graphql';
import { decodeId, notFound } from '@memory-hub/contracts';
import { Authenticator, Authorize, type RequestContext } from '../../../common';
import { Ctx } from '../../../infrastructure/graphql';
import { MemoryReader } from '../memory-reader.service';
import { Recall as RecallService } from '../recall.service';
import { RecallArgs } from './memory.args';
import { Recall } from './recall.types';
import { recallView } from './recall.views';

@Resolver()
export class RecallResolver {
  constructor(
    private readonly memory: RecallService,
    private readonly reader: MemoryReader,
    private readonly authenticator: Authenticator,
  ) {}

  @Authorize('read', 'Card')
  @Query(() => Recall, {
    description:
      'What an agent should know before its next turn. A person sees it for an agent of their own.',
  })
  async recall(
    @Ctx() ctx: RequestContext,
    @Args() { text, agentId, sessionId, budgetTokens }: RecallArgs,
  ): Promise<Recall> {
    const agent = await this.asAgent(ctx, agentId ?? null);
    const answer = await this.memory.recall(agent, {
      text,
      ...(sessionId == null ? {} : { sessionId }),
      ...(budgetTokens == null ? {} : { budgetTokens }),
    });
    return recallView(ctx, answer);
  }

  /** The context of the agent itself: what it recalls is cut down by its own loadout, whoever looks. */
  private async asAgent(ctx: RequestContext, agentId: string | null): Promise<RequestContext> {
    if (ctx.principal.kind === 'agent') {
      if (agentId !== null && decodeId('agent', agentId) !== ctx.principalId) throw notFound('agent');
      return ctx;
    }
    if (agentId === null) throw notFound('agent');
    const agent = await this.reader.ownAgent(ctx, decodeId('agent', agentId));
    const eyes = await this.authenticator.actAs({ kind: 'agent', id: agent.id }, ctx.requestId);
    if (eyes === null) throw notFound('agent');
    return { ...eyes, locale: ctx.locale };
  }
}
