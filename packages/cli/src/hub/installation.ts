import fs from 'node:fs';
import path from 'node:path';
import { DomainError } from '@memory-hub/contracts';

/** Folder of the installation that this memhub belongs to. */
export const ROOT = path.resolve(__dirname, '..', '..', '..', '..');

/** The program of the hub. @throws DomainError CONFIG_INVALID when it is not built here */
export function hubProgram(): string {
  const file = path.join(ROOT, 'apps', 'api', 'dist', 'main.js');
  if (fs.existsSync(file)) return file;
  throw new DomainError('CONFIG_INVALID', 'The hub is not built here.', {
    hint: `Run \`npm start\` once in ${ROOT}; it builds and starts the hub.`,
  });
}
