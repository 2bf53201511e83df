import { DomainError, TOPICS, type Topic } from '@memory-hub/contracts';
import type { Authenticator } from '../../common';
import type { JobHandler } from './job-handler';
import type { OutboxStore, StartedEvent } from './outbox-store';

const LEASE_RENEWAL_MILLISECONDS = 20_000;
const FIRST_RETRY_SECONDS = 5;

interface Log {
  error(facts: object, message: string): void;
  warn(facts: object, message: string): void;
}

export interface JobRunnerParts {
  readonly store: OutboxStore;
  readonly handlers: ReadonlyMap<Topic, JobHandler>;
  readonly authenticator: Authenticator;
  readonly log: Log;
  /** Called when a job has ended, however it ended: another of its key may be due. */
  readonly onSettled: () => void;
}

/** Runs the handler of one event as its actor, and writes down how it ended. */
export class JobRunner {
  constructor(private readonly parts: JobRunnerParts) {}

  async run(eventId: string, signal: AbortSignal): Promise<void> {
    const event = await this.parts.store.start(eventId);
    if (event === null) return;
    const lease = setInterval(() => this.renew(event), LEASE_RENEWAL_MILLISECONDS);
    try {
      const result = await this.handle(event, signal);
      await this.parts.store.finish(event, result);
    } catch (error) {
      await this.giveUp(event, error, signal);
    } finally {
      clearInterval(lease);
      this.parts.onSettled();
    }
  }

  private async handle(event: StartedEvent, signal: AbortSignal): Promise<unknown> {
    const handler = this.parts.handlers.get(event.topic);
    if (handler === undefined) throw new Error(`no handler for ${event.topic}`);
    const ctx = await this.parts.authenticator.actAs(
      { kind: event.actorKind, id: event.actorId },
      event.requestId,
    );
    if (ctx === null) return { skipped: 'the requester may no longer do this' };
    const payload = TOPICS[event.topic].payload.parse(event.payload);
    return handler.run(ctx, payload, {
      eventId: event.id,
      taskId: event.taskId,
      start: event.starts,
      signal,
    });
  }

  private async giveUp(event: StartedEvent, error: unknown, signal: AbortSignal): Promise<void> {
    const facts = { err: error, eventId: event.id, topic: event.topic, start: event.starts };
    if (signal.aborted) {
      await this.parts.store.release(event);
      return;
    }
    if (error instanceof DomainError && error.code === 'UNAVAILABLE' && event.starts === 1)
      this.parts.log.warn(facts, 'a job met an outage and is tried again');
    const delay = FIRST_RETRY_SECONDS * 3 ** (event.starts - 1);
    const outcome = await this.parts.store.fail(event, reasonOf(error), delay);
    this.parts.log.error(
      facts,
      outcome === 'parked' ? 'a job was parked after its last start' : 'a job failed and is tried again',
    );
  }

  private renew(event: StartedEvent): void {
    this.parts.store.extend(event.id).catch((error: unknown) => {
      this.parts.log.warn({ err: error, eventId: event.id }, 'the lease of a job could not be renewed');
    });
  }
}

/** Only our own messages are shown; foreign ones may quote content. */
function reasonOf(error: unknown): string {
  return error instanceof DomainError
    ? `${error.code}: ${error.message}`
    : 'INTERNAL: see the log of the worker';
}
