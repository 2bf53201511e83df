import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { GraphqlModule } from '../infrastructure/graphql';
import { PrismaModule } from '../infrastructure/prisma';
import { QueueModule } from '../infrastructure/queue';
import { SettingsModule } from '../infrastructure/settings';
import { RootLogger, TelemetryModule } from '../infrastructure/telemetry';
import type { HubOptions } from './hub-options';

/** Features, lowest tier first. */
const FEATURES: NonNullable<ModuleMetadata['imports']> = [];

/** The whole hub; which doors open and whether work is done is decided by the roles of the process. */
@Module({})
export class AppModule {
  static forRoot({ settings, database, secretKey, logger }: HubOptions): DynamicModule {
    const pool = settings.MEMHUB_DATABASE_POOL;
    return {
      module: AppModule,
      imports: [
        SettingsModule.forRoot(settings, secretKey),
        TelemetryModule.forRoot(logger),
        PrismaModule.forRoot({
          app: { url: database.appUrl, pool },
          system: { url: database.systemUrl, pool: 6 },
          log: new RootLogger(logger),
        }),
        QueueModule.forRoot({
          redisUrl: settings.REDIS_URL,
          databaseUrl: database.systemUrl,
          work: settings.MEMHUB_ROLES.includes('worker'),
        }),
        GraphqlModule.forRoot(),
        ...FEATURES,
      ],
    };
  }
}
