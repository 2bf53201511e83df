import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** Version of the program, from its package. */
export function hubVersion(): string {
  const file = path.join(__dirname, '..', '..', 'package.json');
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8'))).version;
}
