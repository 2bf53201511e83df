import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { GraphqlModule } from '../infrastructure/graphql';
import { LiveModule } from '../infrastructure/live';
import { McpModule } from '../infrastructure/mcp';
import { ModelsModule } from '../infrastructure/models';
import { PrismaModule } from '../infrastructure/prisma';
import { QueueModule } from '../infrastructure/queue';
import { SettingsModule } from '../infrastructure/settings';
import { RootLogger, TelemetryModule } from '../infrastructure/telemetry';
import { AgentsModule } from '../modules/agents';
import { AssetsModule } from '../modules/assets';
import { AuditModule } from '../modules/audit';
import { IdentityModule } from '../modules/identity';
import { MemoryModule } from '../modules/memory';
import { RetrievalModule } from '../modules/retrieval';
import { ReviewsModule } from '../modules/reviews';
import { SpacesModule } from '../modules/spaces';
import { HealthModule } from './health.module';
import type { HubOptions } from './hub-options';

/** Features, lowest tier first. */
export const FEATURES: NonNullable<ModuleMetadata['imports']> = [
  HealthModule,
  IdentityModule,
  SpacesModule,
  AuditModule,
  RetrievalModule,
  AssetsModule,
  MemoryModule,
  ReviewsModule,
  AgentsModule,
];

/** The whole hub; which doors open and whether work is done is decided by the roles of the process. */
@Module({})
export class AppModule {
  static forRoot({ settings, database, secretKey, logger }: HubOptions): DynamicModule {
    const { MEMHUB_DATABASE_POOL: pool, MEMHUB_ROLES: roles } = settings;
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
          work: roles.includes('worker'),
        }),
        LiveModule.forRoot({ url: database.systemUrl, listen: roles.includes('api') }),
        ModelsModule.forRoot(settings),
        GraphqlModule.forRoot(),
        McpModule,
        ...FEATURES,
      ],
    };
  }
}
