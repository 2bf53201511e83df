import { Inject, Injectable } from '@nestjs/common';
import { DomainError, KEY_SCOPES } from '@memory-hub/contracts';
import {
  Authenticator,
  type Actor,
  type Credentials,
  type Requester,
  type RequestContext,
} from '../../common';
import { AgentCalls } from './agent-calls.system';
import { localeOfHeader, localeOrEnglish } from './domain/account-input';
import { readCookie, type CookieForm } from './domain/cookies';
import { hashOfSecret, looksLikeKey } from './domain/key-text';
import { agentRequester, personRequester, STRANGER, type Unclassed } from './domain/requester';
import { isSessionLive } from './domain/session-lifetime';
import { PrincipalStore, type KeyState, type SessionState } from './principals.system';
import { RequesterCache } from './requester-cache';
import { COOKIE_FORM } from './tokens';
import { Sessions } from './sessions.system';

type Circumstances = Omit<RequestContext, keyof Requester>;

/** Finds out who asks. One round trip when nothing changed since the last time, three otherwise. */
@Injectable()
export class HubAuthenticator extends Authenticator {
  constructor(
    private readonly store: PrincipalStore,
    private readonly cache: RequesterCache,
    private readonly sessions: Sessions,
    private readonly calls: AgentCalls,
    @Inject(COOKIE_FORM) private readonly cookie: CookieForm,
  ) {
    super();
  }

  override async authenticate(credentials: Credentials): Promise<RequestContext> {
    const circumstances = circumstancesOf(credentials);
    if (credentials.authorization !== undefined)
      return this.byKey(credentials.authorization, credentials, circumstances);
    const value = readCookie(credentials.cookie, this.cookie);
    const session = value === null ? null : await this.store.session({ hash: hashOfSecret(value) });
    if (session !== null) return (await this.bySession(session, circumstances)) ?? strangerIn(circumstances);
    return strangerIn(circumstances);
  }

  override async refresh(ctx: RequestContext): Promise<RequestContext | null> {
    const circumstances = { ...circumstancesIn(ctx), now: new Date() };
    if (ctx.sessionId !== null) {
      const session = await this.store.session({ id: ctx.sessionId });
      return session === null ? null : this.bySession(session, circumstances);
    }
    const key = ctx.keyId === null ? null : await this.store.key({ id: ctx.keyId });
    return key === null || refusalOf(key, circumstances.now) !== null ? null : this.ofKey(key, circumstances);
  }

  override async actAs(actor: Actor, requestId: string): Promise<RequestContext | null> {
    const circumstances = {
      requestId,
      now: new Date(),
      address: 'hub',
      keyId: null,
      sessionId: null,
      locale: 'en',
      zone: 'UTC',
    } as const;
    if (actor.kind === 'system')
      return {
        ...STRANGER,
        classes: [],
        memoryClasses: [],
        ...circumstances,
        orgId: (await this.store.organisationId()) ?? '',
      };
    if (actor.kind === 'user') {
      const facts = await this.store.person(actor.id);
      if (facts === null) return null;
      return { ...(await this.classed(personRequester(facts))), ...circumstances, ...placeOf(facts) };
    }
    // The right to ask for the work was tested with the key that asked; the work itself is the hub's.
    const facts = await this.store.agent(actor.id, KEY_SCOPES);
    if (facts === null) return null;
    return { ...(await this.classed(agentRequester(facts))), ...circumstances, ...placeOf(facts.owner) };
  }

  /** The context of a session that was opened just now. */
  async ofSession(sessionId: string, ctx: RequestContext): Promise<RequestContext> {
    const session = await this.store.session({ id: sessionId });
    const opened = session === null ? null : await this.bySession(session, circumstancesIn(ctx));
    if (opened === null) throw unauthenticated('The session has ended already.');
    return opened;
  }

  private async byKey(
    header: string,
    { client }: Credentials,
    circumstances: Circumstances,
  ): Promise<RequestContext> {
    const text = /^Bearer +(\S+) *$/i.exec(header)?.[1];
    if (text === undefined) throw unauthenticated('The Authorization header is not a bearer key.');
    const key = looksLikeKey(text) ? await this.store.key({ hash: hashOfSecret(text) }) : null;
    if (key === null) throw unauthenticated('The API key is not valid.');
    const refusal = refusalOf(key, circumstances.now);
    if (refusal !== null) throw refusal;
    const ctx = await this.ofKey(key, circumstances);
    if (ctx === null) throw unauthenticated('The API key is not valid.');
    this.calls.record(key, { at: circumstances.now, client: client ?? '' });
    return ctx;
  }

  override introduce(ctx: RequestContext, client: string): void {
    this.calls.name(ctx, client);
  }

  private async bySession(
    session: SessionState,
    circumstances: Circumstances,
  ): Promise<RequestContext | null> {
    if (session.userStatus !== 'active' || !isSessionLive(session, circumstances.now)) return null;
    this.sessions.used(session, circumstances.now);
    const requester = await this.resolve(`user ${session.userId}`, session.epoch, async () => {
      const facts = await this.store.person(session.userId);
      return facts === null ? null : personRequester(facts);
    });
    if (requester === null) return null;
    return {
      ...requester,
      ...circumstances,
      ...placeOf(session),
      keyId: session.sessionId,
      sessionId: session.sessionId,
    };
  }

  private async ofKey(key: KeyState, circumstances: Circumstances): Promise<RequestContext | null> {
    const requester = await this.resolve(`key ${key.keyId}`, key.epoch, async () => {
      const facts = await this.store.agent(key.agentId, key.scopes);
      return facts === null ? null : agentRequester(facts);
    });
    if (requester === null) return null;
    if (!isAtHome(requester))
      throw new DomainError('FORBIDDEN', 'The owner of this agent no longer belongs to its space.', {
        hint: 'Ask an admin of the space.',
      });
    return { ...requester, ...circumstances, ...placeOf(key), keyId: key.keyId, sessionId: null };
  }

  private async resolve(
    cacheKey: string,
    epoch: string,
    read: () => Promise<Unclassed | null>,
  ): Promise<Requester | null> {
    const cached = this.cache.find(cacheKey, epoch);
    if (cached !== undefined) return cached;
    const facts = await read();
    if (facts === null) return null;
    const requester = await this.classed(facts);
    this.cache.keep(cacheKey, requester);
    return requester;
  }

  private async classed(facts: Unclassed): Promise<Requester> {
    return { ...facts, ...(await this.store.classesOf(facts.tokens)) };
  }
}

/** Why a key opens nothing now. All ends of a key are one answer; a pause is told, because its holder may wait. */
function refusalOf(key: KeyState, now: Date): DomainError | null {
  const ended = key.revokedAt !== null && key.revokedAt <= now;
  const expired = key.expiresAt !== null && key.expiresAt <= now;
  if (ended || expired || !key.sameOwner || key.ownerStatus !== 'active')
    return unauthenticated('The API key was revoked or has expired.');
  if (key.agentStatus === 'active') return null;
  return new DomainError('FORBIDDEN', 'This agent is paused.', {
    hint: 'Its owner or an admin of its space can resume it.',
  });
}

/** An agent works in the space it lives in only as long as its owner belongs to it. */
function isAtHome({ principal }: Requester): boolean {
  if (principal.kind !== 'agent') return true;
  return principal.owner.memberships.some(({ spaceId }) => spaceId === principal.homeSpaceId);
}

function strangerIn(circumstances: Circumstances): RequestContext {
  return { ...STRANGER, classes: [], memoryClasses: [], ...circumstances };
}

function circumstancesOf({ requestId, address, language }: Credentials): Circumstances {
  const locale = localeOfHeader(language);
  return { requestId, now: new Date(), address, locale, zone: 'UTC', keyId: null, sessionId: null };
}

function circumstancesIn({
  requestId,
  now,
  address,
  locale,
  zone,
  keyId,
  sessionId,
}: RequestContext): Circumstances {
  return { requestId, now, address, locale, zone, keyId, sessionId };
}

function placeOf({
  locale,
  timeZone,
}: {
  locale: string;
  timeZone: string;
}): Pick<RequestContext, 'locale' | 'zone'> {
  return { locale: localeOrEnglish(locale), zone: timeZone };
}

function unauthenticated(message: string): DomainError {
  return new DomainError('UNAUTHENTICATED', message, {
    hint: 'Sign in, or send a valid API key as a bearer token.',
  });
}
