/** One change that the hub tells of: what kind, and the id of what changed. Read it again to see it. */
export interface HubEvent {
  type: string;
  id: string;
}
export type LiveState = 'connecting' | 'live' | 'paused';

export interface LiveListener {
  event(this: void, event: HubEvent): void;
  state(this: void, state: LiveState): void;
}

type Note = { kind: 'event'; event: HubEvent } | { kind: 'state'; state: LiveState } | { kind: 'hello' };

const NAMED = [
  'proposal.changed',
  'check.changed',
  'agent.connected',
  'agent.changed',
  'memory.changed',
  'task.changed',
  'inbox.changed',
] as const;
const NAME = 'memhub-events';
const RETRY_MS = [1_000, 2_000, 5_000, 10_000, 30_000] as const;
const FAILURES_BEFORE_PAUSED = 2;

/**
 * Follows `/events`. All tabs of a browser share one stream: the tab that holds the lock keeps it open and tells the
 * others; when it closes, the next tab takes over. Without locks (plain http on a network) each tab has its own.
 * Returns the way to stop.
 */
export function followEvents(listener: LiveListener): () => void {
  const stop = new AbortController();
  const channel = new BroadcastChannel(NAME);
  const tell = (note: Note) => {
    if (!stop.signal.aborted) channel.postMessage(note);
  };
  const hear = (note: Note) => {
    if (note.kind === 'event') listener.event(note.event);
    else if (note.kind === 'state') listener.state(note.state);
  };
  channel.onmessage = ({ data }: MessageEvent<Note>) => hear(data);
  tell({ kind: 'hello' });

  const lead = () =>
    keepStream(stop.signal, channel, (note) => {
      hear(note);
      tell(note);
    });
  if ('locks' in navigator) {
    navigator.locks
      .request(NAME, { signal: stop.signal }, async () => {
        lead();
        await new Promise<void>((release) => stop.signal.addEventListener('abort', () => release()));
      })
      .catch(() => undefined); // stopped while it waited for its turn
  } else {
    lead();
  }
  return () => {
    stop.abort();
    channel.close();
  };
}

function keepStream(stop: AbortSignal, channel: BroadcastChannel, tell: (note: Note) => void): void {
  let failures = 0;
  let state: LiveState = 'connecting';
  const enter = (next: LiveState) => {
    state = next;
    tell({ kind: 'state', state });
  };
  const deliver = ({ type, data }: MessageEvent<string>) => {
    const event = readEvent(type, data);
    if (event !== null) tell({ kind: 'event', event });
  };
  const open = () => {
    if (stop.aborted) return;
    const source = new EventSource('/events');
    source.onopen = () => {
      failures = 0;
      enter('live');
    };
    source.onmessage = deliver;
    for (const type of NAMED) source.addEventListener(type, deliver);
    source.onerror = () => {
      source.close();
      failures += 1;
      if (failures >= FAILURES_BEFORE_PAUSED) enter('paused');
      setTimeout(open, RETRY_MS[Math.min(failures, RETRY_MS.length) - 1]);
    };
    stop.addEventListener('abort', () => source.close(), { once: true });
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Note>) => {
    if (data.kind === 'hello') tell({ kind: 'state', state });
  });
  open();
}

/** A line of the stream. `type` of the body wins over the name of the event; anything else is not for us. */
export function readEvent(name: string, body: string): HubEvent | null {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { type, id } = value as { type?: unknown; id?: unknown };
  const kind = typeof type === 'string' ? type : name;
  return typeof id === 'string' && kind !== 'message' ? { type: kind, id } : null;
}
