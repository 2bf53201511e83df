import { All, Controller, Inject, type OnApplicationShutdown, Req, Res } from '@nestjs/common';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, Server, type McpHttpHandler } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '@memory-hub/contracts';
import { z } from 'zod';
import type { RequestContext } from '../../common';
import type { Settings } from '../../config';
import { contextOf } from '../http';
import { SETTINGS_TOKEN } from '../settings';
import { RootLogger } from '../telemetry';
import { ToolCalls } from './tool-calls';
import { ToolRegistry } from './tool-registry';

const VERSION = '0.1.0';
const INSTRUCTIONS =
  'Memory Hub keeps what you and your team worked out. Call memory_recall before you answer and conversation_append after a turn; use memory_add for a fact worth keeping, hub_search and hub_read for mounted knowledge. At most 3 searches a turn.';

const callMeta = z.looseObject({ idempotencyKey: z.string().optional() }).optional();

/** The MCP door: Streamable HTTP, stateless, a new server for every request so that equal request ids never cross. */
@Controller()
export class GatewayController implements OnApplicationShutdown {
  private readonly handler: McpHttpHandler;
  private readonly drain = new AbortController();
  private readonly contexts = new WeakMap<object, RequestContext>();

  constructor(
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
    private readonly registry: ToolRegistry,
    private readonly calls: ToolCalls,
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
    if (refusal !== null) {
      await reply
        .status(refusal.status)
        .headers(refusal.status === 401 ? { 'www-authenticate': 'Bearer realm="memory-hub"' } : {})
        .send({
          jsonrpc: '2.0',
          id: null,
          error: {
            code: -32_000,
            message: refusal.message,
            data: { code: refusal.code, hint: refusal.hint },
          },
        });
      return;
    }
    reply.hijack();
    const extra = {};
    this.contexts.set(extra, ctx);
    const raw = Object.assign(request.raw, {
      auth: { token: '', clientId: ctx.principalId ?? '', scopes: [], extra },
    });
    await toNodeHandler(this.handler, {
      onerror: (error) => this.log.error({ err: error }, 'the MCP door failed'),
    })(raw, reply.raw, request.body);
  }

  async onApplicationShutdown(): Promise<void> {
    this.drain.abort();
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

  private serverFor(authInfo: { extra?: Record<string, unknown> } | undefined): Server {
    const ctx = authInfo?.extra === undefined ? undefined : this.contexts.get(authInfo.extra);
    if (ctx === undefined) throw new Error('an MCP request reached the server without its context');
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
      this.calls.run(
        ctx,
        { name: params.name, input: params.arguments },
        {
          idempotencyKey: callMeta.safeParse(params._meta).data?.idempotencyKey ?? null,
          signal: AbortSignal.any([mcpReq.signal, this.drain.signal]),
        },
      ),
    );
    return server;
  }
}

function isInitialize(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'method' in body && body.method === 'initialize';
}
