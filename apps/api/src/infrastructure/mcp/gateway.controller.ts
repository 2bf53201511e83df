import {
  All,
  Controller,
  Inject,
  Req,
  Res,
  type BeforeApplicationShutdown,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, Server, type McpHttpHandler } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '@memory-hub/contracts';
import { z } from 'zod';
import { Authenticator, type RequestContext } from '../../common';
import type { Settings } from '../../config';
import { contextOf, refuse, stepAside } from '../http';
import { SETTINGS_TOKEN } from '../settings';
import { RootLogger } from '../telemetry';
import { nestedTooDeep, type TooDeep } from './input-door';
import { failure, ToolCalls } from './tool-calls';
import { ToolRegistry } from './tool-registry';

const VERSION = '0.1.0';
const INSTRUCTIONS =
  'Memory Hub keeps what you and your team worked out. Call memory_recall before you answer and conversation_append after a turn; use memory_add for a fact worth keeping, hub_search and hub_read for mounted knowledge. At most 3 searches a turn.';

interface Caller {
  readonly ctx: RequestContext;
  readonly stepAside: () => void;
}

/** The MCP door: Streamable HTTP, stateless, a new server for every request so that equal request ids never cross. */
@Controller()
export class GatewayController implements BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly handler: McpHttpHandler;
  private readonly drain = new AbortController();
  private readonly callers = new WeakMap<object, Caller>();

  constructor(
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
    private readonly registry: ToolRegistry,
    private readonly calls: ToolCalls,
    private readonly authenticator: Authenticator,
    private readonly log: RootLogger,
  ) {
    this.handler = createMcpHandler(({ authInfo }) => this.serverFor(authInfo), {
      legacy: 'stateless',
      onerror: (error) => this.log.warn({ err: error }, 'an MCP request failed'),
    });
  }

  @All('mcp')
  async handle(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const ctx = contextOf(request);
    const refusal = this.refusalOf(ctx, request);
    if (refusal !== null) return refuse(reply, request, refusal);
    const deep = nestedTooDeep(request.body);
    if (deep !== null) return this.refuseDeep(request, reply, deep);
    const client = clientOf(request.body);
    if (client !== null) this.authenticator.introduce(ctx, client);
    reply.hijack();
    const extra = {};
    this.callers.set(extra, { ctx, stepAside: () => stepAside(request) });
    const raw = Object.assign(request.raw, {
      auth: { token: '', clientId: ctx.principalId ?? '', scopes: [], extra },
    });
    await toNodeHandler(this.handler, {
      onerror: (error) => this.log.error({ err: error }, 'the MCP door failed'),
    })(raw, reply.raw, request.body);
  }

  /** The server waits for its requests to end before it closes, so calls that wait are told before that. */
  beforeApplicationShutdown(): void {
    this.drain.abort();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.handler.close();
  }

  private refusalOf(ctx: RequestContext, request: FastifyRequest): DomainError | null {
    if (!this.settings.MEMHUB_ROLES.includes('mcp'))
      return new DomainError('NOT_FOUND', 'This process does not serve MCP.', {
        hint: 'Use the process with the mcp role.',
      });
    if (ctx.principal.kind !== 'agent')
      return new DomainError('UNAUTHENTICATED', 'MCP needs the API key of an agent as a bearer token.', {
        hint: 'Create an agent in the web app; its key is shown once.',
      });
    // We never give out session ids: one that is carried along belongs to another server or an earlier life.
    if (request.headers['mcp-session-id'] !== undefined && !isInitialize(request.body))
      return new DomainError('NOT_FOUND', 'This session is not known here.', {
        hint: 'Send initialize without a session id; this server keeps no sessions.',
      });
    return null;
  }

  /** A model that called a tool reads the fault as its answer. */
  private async refuseDeep(
    request: FastifyRequest,
    reply: FastifyReply,
    { fault, callId }: TooDeep,
  ): Promise<void> {
    if (callId === null) return refuse(reply, request, fault);
    await reply.send({ jsonrpc: '2.0', id: callId, result: failure(fault) });
  }

  private serverFor(authInfo: { extra?: Record<string, unknown> } | undefined): Server {
    const caller = authInfo?.extra === undefined ? undefined : this.callers.get(authInfo.extra);
    if (caller === undefined) throw new Error('an MCP request reached the server without its context');
    const { ctx } = caller;
    const server = new Server(
      { name: 'memory-hub', title: 'Memory Hub', version: VERSION },
      { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
    );
    server.setRequestHandler('tools/list', () => ({
      tools: this.registry.listFor(ctx).map(({ tool: { definition }, inputSchema, outputSchema }) => ({
        name: definition.name,
        title: definition.title,
        description: definition.description,
        inputSchema: { ...inputSchema, type: 'object' as const },
        outputSchema: { ...outputSchema, type: 'object' as const },
        annotations: { title: definition.title, ...definition.annotations },
      })),
    }));
    server.setRequestHandler('tools/call', ({ params }, { mcpReq }) =>
      this.calls.run(ctx, {
        name: params.name,
        input: params.arguments,
        meta: params._meta,
        signal: AbortSignal.any([mcpReq.signal, this.drain.signal]),
        stepAside: caller.stepAside,
      }),
    );
    return server;
  }
}

function isInitialize(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'method' in body && body.method === 'initialize';
}

const introduction = z.object({
  method: z.literal('initialize'),
  params: z.object({ clientInfo: z.object({ name: z.string().min(1), version: z.string().default('') }) }),
});

/** Name and version of the program, when it introduces itself. */
function clientOf(body: unknown): string | null {
  const { data } = introduction.safeParse(body);
  return data === undefined
    ? null
    : `${data.params.clientInfo.name} ${data.params.clientInfo.version}`.trim();
}
