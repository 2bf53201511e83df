import { Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { DomainError } from '@memory-hub/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Authenticator } from '../common';
import { isLoopback } from '../config';
import { refuse } from '../infrastructure/http';
import { HealthBoard, Metrics } from '../infrastructure/telemetry';

/** `/healthz`: the process answers. `/readyz`: it can work. `/metrics`: figures for Prometheus. */
@Injectable()
export class HealthRoutes implements OnModuleInit, BeforeApplicationShutdown {
  private draining = false;

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly health: HealthBoard,
    private readonly metrics: Metrics,
    private readonly authenticator: Authenticator,
  ) {}

  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    fastify.get('/healthz', async () => ({ status: 'ok' }));
    fastify.get('/readyz', async (request, reply) => {
      const parts = await this.health.parts();
      const down = this.draining || parts.some(({ required, state }) => required && state === 'down');
      if (down) void reply.status(503).header('retry-after', '2');
      const state = parts.some((part) => part.state === 'down' || part.state === 'degraded')
        ? 'degraded'
        : 'ok';
      // Which engines and versions are in use is for the people who run the hub.
      const detailed = await this.mayLook(request);
      const shown = parts.map(({ name, state: of, detail }) =>
        detailed ? { name, state: of, detail } : { name, state: of },
      );
      return { status: this.draining ? 'draining' : down ? 'down' : state, parts: shown };
    });
    fastify.get('/metrics', async (request, reply) => {
      if (!(await this.mayLook(request)))
        return refuse(
          reply,
          request,
          new DomainError('UNAUTHENTICATED', 'Figures are for the machine itself, or for admins.'),
        );
      return reply.type(this.metrics.registry.contentType).send(await this.metrics.registry.metrics());
    });
  }

  beforeApplicationShutdown(): void {
    this.draining = true;
  }

  /** From this machine, and not handed on by a proxy; else people with a role in the organisation. */
  private async mayLook(request: FastifyRequest): Promise<boolean> {
    const { headers, ip, id: requestId } = request;
    const forwarded = headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined;
    if (!forwarded && isLoopback(ip.replace(/^::ffff:/, ''))) return true;
    const { authorization, cookie } = headers;
    try {
      const { principal } = await this.authenticator.authenticate({
        authorization,
        cookie,
        requestId,
        address: ip,
        language: undefined,
        client: undefined,
      });
      return principal.kind === 'user' && principal.orgRoles.length > 0;
    } catch (error) {
      if (error instanceof DomainError) return false;
      throw error;
    }
  }
}
