import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../common';
import { UnitOfWork } from '../prisma';

/** A piece of background work that somebody may wait for. */
export interface TaskRow {
  readonly id: string;
  readonly kind: string;
  readonly state: 'queued' | 'running' | 'done' | 'failed' | 'parked';
  readonly attempts: number;
  readonly error: string | null;
  /** Ids and counts, no content. */
  readonly result: unknown;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

/** Reads tasks as far as the principal may: those it asked for. */
@Injectable()
export class Tasks {
  constructor(private readonly work: UnitOfWork) {}

  /** The task of this uuid; null when it is missing or somebody else's. */
  async find(ctx: RequestContext, id: string): Promise<TaskRow | null> {
    return this.work.read(ctx, async ({ tx, classes }) => {
      const row = await tx.task.findFirst({ where: { id, aclId: { in: [...classes] } } });
      if (row === null) return null;
      const { kind, attempts, error, result, createdAt, finishedAt } = row;
      return { id, kind, state: stateOf(row.state), attempts, error, result, createdAt, finishedAt };
    });
  }
}

function stateOf(text: string): TaskRow['state'] {
  switch (text) {
    case 'queued':
    case 'running':
    case 'done':
    case 'failed':
    case 'parked':
      return text;
    default:
      throw new Error(`a task has the unknown state ${text}`);
  }
}
