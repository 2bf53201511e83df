import { errorCode } from './errors';

const ATTEMPTS = 8;
/** duplicate_object, duplicate_schema, unique_violation, and "tuple concurrently updated", which has no code of its own. */
const RACE_CODES = new Set(['42710', '42P06', '23505', 'XX000']);

/**
 * Roles, databases and schemas have no lock to wait for: when another program changes the same one at the same moment,
 * PostgreSQL answers with an error, and the second look finds the work done. `act` looks before it changes.
 */
export async function retryRaces(act: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await act();
      return;
    } catch (error) {
      if (attempt === ATTEMPTS || !RACE_CODES.has(errorCode(error) ?? '')) throw error;
    }
  }
}
