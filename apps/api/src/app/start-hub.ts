import { existsSync } from 'node:fs';
import path from 'node:path';
import { DomainError } from '@memory-hub/contracts';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { hubAddress, type Settings } from '../config';
import { servePages, startWeb, type WebProcess } from '../infrastructure/http';
import { HealthBoard } from '../infrastructure/telemetry';
import { COOKIE_FORM, HostDoors, type CookieForm } from '../modules/identity';
import type { Cleanup } from './cleanup';
import { createApp } from './create-app';
import { openDatabase } from './open-database';
import { assertPortIsFree, portTaken } from './port';

export interface RunningHub {
  /** Address for people. */
  readonly address: string;
  /** Path of the one-time link; null when somebody is set up. */
  readonly setupPath: string | null;
}

/** The pages start beside the hub; a browser that comes sooner is asked to wait. */
const PAGES_WITHIN_MS = 20_000;
/** Requests and jobs that run get this long to end; then the rest is stopped without them. */
const DRAIN_MS = 25_000;

/**
 * Starts everything that the roles ask for, each part with its end in `cleanup`, and listens.
 * @throws DomainError with the way out
 */
export async function startHub(settings: Settings, log: Logger, cleanup: Cleanup): Promise<RunningHub> {
  const { MEMHUB_HOST: host, MEMHUB_PORT: port } = settings;
  await assertPortIsFree(host, port);
  const database = await openDatabase(settings, log);
  cleanup.add('database', () => database.stop());
  const web = await startPages(settings, log);
  if (web !== null) cleanup.add('web process', () => web.stop());
  const app = await createApp({
    settings,
    database: database.urls,
    secretKey: database.secretKey,
    logger: log,
  });
  cleanup.add('hub', () => app.close(), DRAIN_MS);
  if (settings.MEMHUB_ROLES.includes('web')) await connectPages(app, settings, web);
  await listen(app, host, port);
  if (web !== null && !(await web.up(PAGES_WITHIN_MS))) log.warn({}, 'the pages do not answer yet');
  const setupPath = settings.MEMHUB_ROLES.includes('api') ? await app.get(HostDoors).setupPath() : null;
  return { address: hubAddress(settings), setupPath };
}

async function startPages(settings: Settings, log: Logger): Promise<WebProcess | null> {
  if (!settings.MEMHUB_ROLES.includes('web') || settings.MEMHUB_WEB_URL !== undefined) return null;
  const server = path.join(
    __dirname,
    '..',
    '..',
    '..',
    'web',
    '.next',
    'standalone',
    'apps',
    'web',
    'server.js',
  );
  if (existsSync(server)) return startWeb(server, log);
  log.warn({ server }, 'the pages are not built; the hub runs without them');
  return null;
}

async function connectPages(
  app: NestFastifyApplication,
  settings: Settings,
  web: WebProcess | null,
): Promise<void> {
  const cookie = app.get<CookieForm>(COOKIE_FORM);
  const url = settings.MEMHUB_WEB_URL ?? web?.url ?? null;
  await servePages(app, { url, withheldCookies: (name) => name === cookie.name });
  app.get(HealthBoard).register(async () => {
    if (url === null) return { name: 'pages', state: 'down', detail: 'They are not built.', required: false };
    const up = web === null || (await web.isUp());
    return {
      name: 'pages',
      state: up ? 'ok' : 'down',
      detail: up ? 'They are served.' : 'Their process does not answer.',
      required: false,
    };
  });
}

async function listen(app: NestFastifyApplication, host: string, port: number): Promise<void> {
  try {
    await app.listen(port, host);
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') throw portTaken(host, port);
    if (code === 'EADDRNOTAVAIL')
      throw new DomainError('CONFIG_INVALID', `${host} is no address of this machine.`, {
        hint: 'Set MEMHUB_HOST to 127.0.0.1 or 0.0.0.0.',
        cause: error,
      });
    throw error;
  }
}
