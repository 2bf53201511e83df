import type { Logger } from 'pino';
import type { Settings } from '../config';

/** Connections of the three database roles. */
export interface DatabaseUrls {
  readonly ownerUrl: string;
  readonly appUrl: string;
  readonly systemUrl: string;
}

export interface HubOptions {
  readonly settings: Settings;
  readonly database: DatabaseUrls;
  /** At least 32 bytes; signs cursors and derives passwords. */
  readonly secretKey: string;
  readonly logger: Logger;
}
