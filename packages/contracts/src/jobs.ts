import { z } from 'zod';

/** Queues of the hub. Each has its own concurrency, so that a slow kind of work does not hold up another. */
export const QUEUES = ['memory', 'review', 'index'] as const;
export type QueueName = (typeof QUEUES)[number];

interface TopicDefinition {
  readonly queue: QueueName;
  readonly payload: z.ZodType;
  /** Kind of the task row that the requester may wait for; null when nobody waits for it. */
  readonly task: string | null;
}

const id = z.uuid();

/**
 * Every topic of the outbox. Payloads hold ids only: the handler reads the current rows and decides on them,
 * so a late or repeated delivery converges. Events of one topic and key are worked off together.
 */
export const TOPICS = {
  /** Turns were captured, or a session was ended, or extraction was asked for. Key: the conversation. */
  'memory.extract': {
    queue: 'memory',
    payload: z.object({ conversationId: id, trigger: z.enum(['turns', 'idle', 'manual', 'session_end']) }),
    task: 'extraction',
  },
  /** A card was added or changed by hand: arbitrate it, render its scene and the persona anew. Key: the card. */
  'memory.settle': { queue: 'memory', payload: z.object({ cardId: id }), task: 'memory' },
  /** Cards of one memory changed: render its scenes and persona anew. Key: agent and subject. */
  'memory.render': { queue: 'memory', payload: z.object({ agentId: id, subjectId: id }), task: null },
  /** The long tail of a turn or tool output is to be indexed. Key: the turn. */
  'memory.index_turn': {
    queue: 'index',
    payload: z.object({ conversationId: id, seq: z.int() }),
    task: null,
  },
  /** A proposal was submitted or revised in review: run its checks. Key: the proposal. */
  'review.check': {
    queue: 'review',
    payload: z.object({ proposalId: id, digest: z.string() }),
    task: 'checks',
  },
  /** An asset was published, narrowed or revoked: bring its chunks in line. Key: the asset. */
  'asset.index': { queue: 'index', payload: z.object({ assetId: id }), task: null },
} as const satisfies Record<string, TopicDefinition>;

export type Topic = keyof typeof TOPICS;
export type PayloadOf<T extends Topic> = z.infer<(typeof TOPICS)[T]['payload']>;

/** Starts of one event after which it is parked and shown instead of started again. */
export const MAX_STARTS = 3;
