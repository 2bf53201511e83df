import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { encodeId } from '@memory-hub/contracts';
import type { RequestContext } from '../../common';
import { LiveEvents } from '../../infrastructure/live';
import { SYSTEM_CLIENT, type SystemClient } from '../../infrastructure/prisma';
import { RootLogger } from '../../infrastructure/telemetry';
import { Batch } from './batch';

interface Call {
  readonly keyId: string | null;
  readonly at: Date;
  readonly client: string;
}

/** A person waits in front of "not connected yet": the first call is written at once, later ones together. */
const FIRST_CALL_MS = 100;
const LATER_CALL_MS = 2_000;
const CLIENT_CHARACTERS = 120;

/** Writes down when agents and their keys were last used, and by which program, without a write per call. */
@Injectable()
export class AgentCalls implements BeforeApplicationShutdown {
  private readonly calls: Batch<Call>;
  private readonly names = new Map<string, string>();

  constructor(
    @Inject(SYSTEM_CLIENT) private readonly system: SystemClient,
    private readonly live: LiveEvents,
    log: RootLogger,
  ) {
    this.calls = new Batch(
      (calls) => this.write(calls),
      (error) => log.warn({ err: error }, 'the last use of some keys was not written down'),
    );
  }

  /** A call with a valid key. */
  record(
    key: { keyId: string; agentId: string; firstCallAt: Date | null },
    { at, client }: { at: Date; client: string },
  ): void {
    const name = this.names.get(key.agentId) ?? client;
    const delay = key.firstCallAt === null ? FIRST_CALL_MS : LATER_CALL_MS;
    this.calls.add(key.agentId, { keyId: key.keyId, at, client: printable(name) }, delay);
  }

  /** The program says who it is, in words better than its User-Agent: name and version of an MCP client. */
  name(ctx: RequestContext, client: string): void {
    if (ctx.principal.kind !== 'agent' || client === '') return;
    if (this.names.size >= 10_000) this.names.clear();
    this.names.set(ctx.principal.agentId, client);
    this.calls.add(
      ctx.principal.agentId,
      { keyId: ctx.keyId, at: ctx.now, client: printable(client) },
      FIRST_CALL_MS,
    );
  }

  /** Writes what waits. */
  async flush(): Promise<void> {
    await this.calls.flush();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.flush();
  }

  private async write(calls: ReadonlyMap<string, Call>): Promise<void> {
    const values = [...calls.values()];
    const times = values.map(({ at }) => at);
    const keys = values.map(({ keyId }) => keyId);
    await this.system.$executeRaw`
      UPDATE api_key k SET last_used_at = greatest(k.last_used_at, used.at)
      FROM unnest(${keys}::uuid[], ${times}::timestamptz[]) AS used(id, at) WHERE k.id = used.id`;
    const changed = await this.system.$queryRaw<{ id: string; aclId: string; isFirst: boolean }[]>`
      UPDATE agent a SET last_call_at = greatest(a.last_call_at, used.at), first_call_at = coalesce(a.first_call_at, used.at),
        last_client = used.client
      FROM unnest(${[...calls.keys()]}::uuid[], ${times}::timestamptz[], ${values.map(({ client }) => client)}::text[]) AS used(id, at, client)
      WHERE a.id = used.id RETURNING a.id, a.acl_id AS "aclId", a.first_call_at = used.at AS "isFirst"`;
    const first = changed.filter(({ isFirst }) => isFirst);
    this.live.publishCommitted(
      first.map(({ id, aclId }) => ({ type: 'agent.connected', id: encodeId('agent', id), aclId })),
    );
  }
}

/** One line that is safe to show. */
function printable(text: string): string {
  return text
    .replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ')
    .trim()
    .slice(0, CLIENT_CHARACTERS);
}
