import type { Ability, Principal } from '@memory-hub/permissions';

/** Who asks, resolved once per request from a session, a key or a stored actor. */
export interface Requester {
  readonly principal: Principal;
  readonly ability: Ability;
  readonly orgId: string;
  /** Uuid of the user or agent; null for strangers. */
  readonly principalId: string | null;
  /** Uuid of the user, or of the user for whom the agent acts. */
  readonly userId: string | null;
  readonly tokens: readonly string[];
  /** Ids of the access classes that the tokens open. */
  readonly classes: readonly string[];
  /** Those of `classes` that hold memories (a `subject:` token for people, an `agent:` token for agents), never assets. */
  readonly memoryClasses: readonly string[];
  /** Ids of mounted assets for an agent; null for people, who are not limited by mounts. */
  readonly mounted: readonly string[] | null;
  readonly writeSpaces: readonly string[];
  readonly adminSpaces: readonly string[];
  /** Changes whenever anything that decides what the principal may read changes. */
  readonly epoch: string;
}

/** First argument of every service method. */
export interface RequestContext extends Requester {
  readonly requestId: string;
  readonly now: Date;
  readonly address: string;
  readonly locale: 'en' | 'zh-CN';
  readonly zone: string;
  /** Id of the API key or session that was used; null in a job. */
  readonly keyId: string | null;
  readonly sessionId: string | null;
}

/** Who started a piece of background work. */
export interface Actor {
  readonly kind: 'user' | 'agent' | 'system';
  readonly id: string;
}

/** Raw facts of an HTTP request that decide who asks. */
export interface Credentials {
  readonly authorization: string | undefined;
  readonly cookie: string | undefined;
  readonly requestId: string;
  readonly address: string;
  readonly language: string | undefined;
  /** What the caller says it is: the User-Agent header. */
  readonly client: string | undefined;
}

/** Turns credentials or a stored actor into a context. Implemented by the identity module. */
export abstract class Authenticator {
  /** The program behind a call says who it is, in better words than its User-Agent. */
  abstract introduce(ctx: RequestContext, client: string): void;

  /**
   * Gives the context of a request. Without credentials, and with a cookie whose session has ended, it is a
   * stranger's: a browser must be able to come back to the sign-in page with an old cookie.
   * @throws DomainError UNAUTHENTICATED when a key is given and not valid, FORBIDDEN when its agent is paused.
   */
  abstract authenticate(credentials: Credentials): Promise<RequestContext>;

  /**
   * The context as it would be resolved now, from the same session or key; null when that has ended. For what
   * outlives a request, such as a stream.
   */
  abstract refresh(ctx: RequestContext): Promise<RequestContext | null>;

  /** Gives the context in which background work of this actor runs, or null when the actor is gone or suspended. */
  abstract actAs(actor: Actor, requestId: string): Promise<RequestContext | null>;
}

/** The actor that a context stands for. */
export function actorOf(ctx: RequestContext): Actor {
  if (ctx.principal.kind === 'agent') return { kind: 'agent', id: ctx.principal.agentId };
  if (ctx.principal.kind === 'user') return { kind: 'user', id: ctx.principal.userId };
  return { kind: 'system', id: '00000000-0000-0000-0000-000000000000' };
}
