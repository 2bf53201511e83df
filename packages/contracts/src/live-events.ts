/** What `/events` tells a browser: that something changed, never what it says. The client fetches again. */
export const LIVE_EVENT_TYPES = [
  'proposal.changed',
  'check.changed',
  'agent.connected',
  'agent.changed',
  'task.changed',
  'inbox.changed',
  'memory.changed',
] as const;
export type LiveEventType = (typeof LIVE_EVENT_TYPES)[number];

export interface LiveEvent {
  readonly type: LiveEventType;
  /** Opaque id of the changed object. */
  readonly id: string;
}
