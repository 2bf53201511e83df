import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { Settings } from '../../config';

/** Injection token of the settings of the process. */
export const SETTINGS_TOKEN = Symbol('settings');
/** Injection token of the installation's secret; signs cursors, never shown. */
export const SECRET_KEY = Symbol('secret key');

@Global()
@Module({})
export class SettingsModule {
  static forRoot(settings: Settings, secretKey: string): DynamicModule {
    const providers = [
      { provide: SETTINGS_TOKEN, useValue: settings },
      { provide: SECRET_KEY, useValue: secretKey },
    ];
    return { module: SettingsModule, providers, exports: [SETTINGS_TOKEN, SECRET_KEY] };
  }
}
