import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from 'pino';
import { HealthBoard } from './health';
import { Metrics } from './metrics';
import { RootLogger } from './root-logger';

@Global()
@Module({})
export class TelemetryModule {
  static forRoot(logger: Logger): DynamicModule {
    const providers = [{ provide: RootLogger, useValue: new RootLogger(logger) }, Metrics, HealthBoard];
    return { module: TelemetryModule, providers, exports: [RootLogger, Metrics, HealthBoard] };
  }
}
