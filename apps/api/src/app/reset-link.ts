import { DomainError } from '@memory-hub/contracts';
import { hubAddress, type Settings } from '../config';
import { createLogger } from '../infrastructure/telemetry';
import { HostDoors } from '../modules/identity';
import { createApp } from './create-app';
import { openDatabaseBeside } from './running-database';

/**
 * Makes a link on the host: for the first person while nobody is set up, else on which this person sets a new
 * password. Works beside a running hub and without one.
 * @throws DomainError NOT_FOUND when nobody has the address
 */
export async function resetLink(settings: Settings, email: string | undefined): Promise<string> {
  const log = createLogger('fatal');
  const database = await openDatabaseBeside(settings, log);
  try {
    const app = await createApp({
      settings: { ...settings, MEMHUB_ROLES: [] },
      database: database.urls,
      secretKey: database.secretKey,
      logger: log,
    });
    try {
      const doors = app.get(HostDoors);
      const setupPath = await doors.setupPath();
      if (setupPath !== null) return `${hubAddress(settings)}${setupPath}`;
      if (email === undefined)
        throw new DomainError('VALIDATION_FAILED', 'Whose link?', {
          hint: 'Give the address of the account: reset-link ada@example.org',
        });
      return `${hubAddress(settings)}${await doors.resetPath(email)}`;
    } finally {
      await app.close();
    }
  } finally {
    await database.stop();
  }
}
