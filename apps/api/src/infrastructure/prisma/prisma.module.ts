import { Global, Module, type DynamicModule, type OnApplicationShutdown, Inject } from '@nestjs/common';
import { AccessClasses } from './access-classes';
import { AuditLog } from './audit-log';
import { openClient, type AppClient, type ClientOptions } from './clients';
import { IdempotencyKeys } from './idempotency';
import { Outbox } from './outbox';
import { OutboxSignal } from './outbox-signal';
import { AFTER_COMMIT_LOG, APP_CLIENT, SYSTEM_CLIENT, type AfterCommitLog } from './tokens';
import { SystemWork } from './system-work';
import { UnitOfWork } from './unit-of-work';

export interface PrismaOptions {
  readonly app: ClientOptions;
  readonly system: ClientOptions;
  readonly log: AfterCommitLog;
}

@Global()
@Module({})
export class PrismaModule implements OnApplicationShutdown {
  constructor(
    @Inject(APP_CLIENT) private readonly app: AppClient,
    @Inject(SYSTEM_CLIENT) private readonly system: AppClient,
  ) {}

  static forRoot(options: PrismaOptions): DynamicModule {
    const services = [UnitOfWork, SystemWork, AccessClasses, Outbox, OutboxSignal, AuditLog, IdempotencyKeys];
    return {
      module: PrismaModule,
      providers: [
        { provide: APP_CLIENT, useFactory: () => openClient(options.app) },
        { provide: SYSTEM_CLIENT, useFactory: () => openClient(options.system) },
        { provide: AFTER_COMMIT_LOG, useValue: options.log },
        ...services,
      ],
      exports: [APP_CLIENT, SYSTEM_CLIENT, ...services],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.app.$disconnect(), this.system.$disconnect()]);
  }
}
