import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Authenticator } from '../common';
import { fastifyOptions, prepareHttp } from '../infrastructure/http';
import { AppModule } from './app.module';
import type { HubOptions } from './hub-options';
import { NestLog } from './nest-log';

/** Builds the program around an open database; it does not listen yet. */
export async function createApp(options: HubOptions): Promise<NestFastifyApplication> {
  const { settings } = options;
  const adapter = new FastifyAdapter(fastifyOptions(settings.MEMHUB_TRUSTED_PROXIES));
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.forRoot(options), adapter, {
    logger: new NestLog(options.logger),
    abortOnError: false,
  });
  prepareHttp(app, {
    authenticator: app.get(Authenticator),
    roles: settings.MEMHUB_ROLES,
    publicUrl: settings.MEMHUB_PUBLIC_URL,
  });
  return app;
}
