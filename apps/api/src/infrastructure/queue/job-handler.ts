import { Injectable, SetMetadata } from '@nestjs/common';
import type { PayloadOf, Topic } from '@memory-hub/contracts';
import type { RequestContext } from '../../common';

const TOPIC = Symbol('topic of a job handler');
const SWEEPER = Symbol('sweeper');

/** Marks the one class that handles a topic. Boot fails on a topic with no handler or with two. */
export const HandlesTopic = (topic: Topic) => (target: new (...args: never[]) => object) => {
  SetMetadata(TOPIC, topic)(target);
  Injectable()(target);
};

/** Marks a class whose `sweep` runs on a timer in the worker role. */
export const RunsRegularly = () => (target: new (...args: never[]) => object) => {
  SetMetadata(SWEEPER, true)(target);
  Injectable()(target);
};

export const topicOf = (target: object): Topic | undefined =>
  Reflect.getMetadata(TOPIC, target) as Topic | undefined;
export const isSweeper = (target: object): boolean => Reflect.getMetadata(SWEEPER, target) === true;

export interface JobFacts {
  /** Uuid of the outbox event. */
  readonly eventId: string;
  /** Uuid of the task row, when somebody may wait. */
  readonly taskId: string | null;
  /** 1 for the first start. */
  readonly start: number;
  /** Ends when the process drains. */
  readonly signal: AbortSignal;
}

/**
 * Works one event off. It re-reads what the ids point to, so running it again changes nothing more.
 * Throwing gives the event back; after three starts it is parked and shown.
 */
export interface JobHandler<T extends Topic = Topic> {
  run(ctx: RequestContext, payload: PayloadOf<T>, facts: JobFacts): Promise<JobResult>;
}

/** Facts for the task row: ids and counts, no content. */
export type JobResult = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** Regular work that no event asks for: idle sessions, expired claims, folding of counters, sealing. */
export interface Sweeper {
  readonly name: string;
  readonly everySeconds: number;
  sweep(signal: AbortSignal): Promise<void>;
}
