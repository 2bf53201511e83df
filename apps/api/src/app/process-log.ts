import { mkdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Settings } from '../config';
import { createLogger, type LogTarget } from '../infrastructure/telemetry';

const LARGEST_BYTES = 20 * 1024 * 1024;

export interface ProcessLog {
  readonly logger: Logger;
  /** File of the log; null when it goes to stderr. */
  readonly file: string | null;
}

/** On one's own machine the terminal is for people and the log is a file; in a container the log is stderr. */
export function openLog(settings: Settings): ProcessLog {
  const level = settings.MEMHUB_LOG_LEVEL;
  if (settings.DATABASE_URL !== undefined) return { logger: createLogger(level, { fd: 2 }), file: null };
  const file = path.join(settings.MEMHUB_DATA_DIR, 'hub.log');
  mkdirSync(settings.MEMHUB_DATA_DIR, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  setAside(file);
  const target: LogTarget = { file };
  return { logger: createLogger(level, target), file };
}

/** A log that has grown large is kept once more under another name. */
function setAside(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LARGEST_BYTES) renameSync(file, `${file}.1`);
}
