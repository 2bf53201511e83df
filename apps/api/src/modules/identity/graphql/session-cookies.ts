import { Inject, Injectable } from '@nestjs/common';
import type { RequestContext } from '../../../common';
import type { GraphqlContext } from '../../../infrastructure/graphql';
import { setCookie, type CookieForm } from '../domain/cookies';
import { ABSOLUTE_MS } from '../domain/session-lifetime';
import { COOKIE_FORM } from '../tokens';

/** Gives a browser the cookie of its session, or takes it away. */
@Injectable()
export class SessionCookies {
  constructor(@Inject(COOKIE_FORM) private readonly form: CookieForm) {}

  /** The rest of this request is answered to whoever has just signed in. */
  enter(gql: GraphqlContext, signedIn: { secret: string; ctx: RequestContext }): void {
    gql.setCookie(setCookie(this.form, signedIn.secret, ABSOLUTE_MS / 1_000));
    gql.become(signedIn.ctx);
  }

  leave(gql: GraphqlContext): void {
    gql.setCookie(setCookie(this.form, '', 0));
  }
}
