import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { DomainError } from '@memory-hub/contracts';
import type { FastifyInstance } from 'fastify';
import { contextOf, refuse } from '../http';
import { LiveStreams } from './live-streams';

/** `GET /events`: one stream of `{type, id}` per browser. */
@Injectable()
export class LiveRoutes implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly streams: LiveStreams,
  ) {}

  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    fastify.get('/events', async (request, reply) => {
      const ctx = contextOf(request);
      if (ctx.principal.kind === 'anonymous')
        return refuse(reply, request, new DomainError('UNAUTHENTICATED', 'Sign in to hear of changes.'));
      const lastEventId = request.headers['last-event-id'];
      try {
        this.streams.open(ctx, reply.raw, Array.isArray(lastEventId) ? lastEventId[0] : lastEventId);
        reply.hijack();
      } catch (error) {
        if (error instanceof DomainError) return refuse(reply, request, error);
        throw error;
      }
    });
  }
}
