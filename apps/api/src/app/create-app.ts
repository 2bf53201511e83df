import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Authenticator } from '../common';
import { FASTIFY_OPTIONS, prepareHttp } from '../infrastructure/http';
import { AppModule } from './app.module';
import type { HubOptions } from './hub-options';
import { NestLog } from './nest-log';

/** Builds the program around an open database; it does not listen yet. */
export async function createApp(options: HubOptions): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter(FASTIFY_OPTIONS);
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.forRoot(options), adapter, {
    logger: new NestLog(options.logger),
    abortOnError: false,
  });
  await prepareHttp(app, {
    authenticator: app.get(Authenticator),
    publicUrl: options.settings.MEMHUB_PUBLIC_URL,
    port: options.settings.MEMHUB_PORT,
  });
  return app;
}
