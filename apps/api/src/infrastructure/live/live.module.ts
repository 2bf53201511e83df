import { Global, Module, type DynamicModule } from '@nestjs/common';
import { LiveEvents } from './live-events.system';
import { LiveFeed } from './live-feed';
import { LIVE_OPTIONS, type LiveOptions } from './live-options';
import { LiveStreams } from './live-streams';
import { LiveRoutes } from './live.routes';

@Global()
@Module({})
export class LiveModule {
  static forRoot(options: LiveOptions): DynamicModule {
    return {
      module: LiveModule,
      providers: [
        { provide: LIVE_OPTIONS, useValue: options },
        LiveEvents,
        LiveFeed,
        LiveStreams,
        LiveRoutes,
      ],
      exports: [LiveEvents],
    };
  }
}
