import { createHmac } from 'node:crypto';
import { Global, Module } from '@nestjs/common';
import { Authenticator } from '../../common';
import type { Settings } from '../../config';
import { SECRET_KEY, SETTINGS_TOKEN } from '../../infrastructure/settings';
import { Accounts } from './accounts.system';
import { AgentCalls } from './agent-calls.system';
import { AgentKeys } from './agent-keys';
import { AgentKeysRepository } from './agent-keys.repository';
import { cookieForm, type CookieForm } from './domain/cookies';
import { SessionCookies } from './graphql/session-cookies';
import { SessionResolver } from './graphql/session.resolver';
import { ViewerView } from './graphql/viewer-view';
import { HostDoors } from './host-doors.system';
import { HostLinks } from './host-links.system';
import { HubAuthenticator } from './hub-authenticator';
import { Installation } from './installation.system';
import { Passwords } from './passwords';
import { PrincipalStore } from './principals.system';
import { RequesterCache } from './requester-cache';
import { Sessions } from './sessions.system';
import { SignInThrottle } from './sign-in-throttle';
import { SignIn } from './sign-in.system';
import { EndedSessionsSweeper } from './sweepers/ended-sessions.sweeper';
import { COOKIE_FORM } from './tokens';
import { UsersRepository } from './users.repository';
import { Users } from './users.service';

/** Several hubs on one machine share cookies; this tells theirs apart. */
function formOf(settings: Settings, secretKey: string): CookieForm {
  const installation = createHmac('sha256', secretKey).update('installation').digest('hex').slice(0, 8);
  return cookieForm(settings.MEMHUB_PUBLIC_URL, installation);
}

@Global()
@Module({
  providers: [
    { provide: COOKIE_FORM, inject: [SETTINGS_TOKEN, SECRET_KEY], useFactory: formOf },
    { provide: Authenticator, useExisting: HubAuthenticator },
    HubAuthenticator,
    PrincipalStore,
    RequesterCache,
    Sessions,
    AgentCalls,
    AgentKeys,
    AgentKeysRepository,
    Accounts,
    Passwords,
    HostLinks,
    HostDoors,
    Installation,
    SignIn,
    SignInThrottle,
    Users,
    UsersRepository,
    SessionCookies,
    SessionResolver,
    ViewerView,
    EndedSessionsSweeper,
  ],
  exports: [
    Authenticator,
    Accounts,
    AgentCalls,
    AgentKeys,
    HostDoors,
    HostLinks,
    Passwords,
    SessionCookies,
    SignIn,
    Users,
    ViewerView,
    COOKIE_FORM,
  ],
})
export class IdentityModule {}
