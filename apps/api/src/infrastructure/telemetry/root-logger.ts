import { Injectable } from '@nestjs/common';
import { destination, pino, type Logger } from 'pino';

/** Places where a secret or content could stand in a logged object. */
const REDACTED = [
  'authorization', 'cookie', '*.authorization', '*.cookie', 'req.headers.authorization', 'req.headers.cookie',
  'res.headers["set-cookie"]', '*.password', '*.secret', '*.token', '*.key', '*.content', '*.variables', 'err.cause.query', 'err.query',
]; // prettier-ignore

/** Where the lines go: a file of mode 600, or an open descriptor. */
export type LogTarget = { readonly file: string } | { readonly fd: number };

/** Makes the logger of the process: JSON lines with ids and counts, without content or secrets. */
export function createLogger(level: string, target: LogTarget = { fd: 2 }): Logger {
  const options = { level, base: { pid: process.pid }, redact: { paths: REDACTED, censor: '[redacted]' } };
  // Written at once: the last lines before a crash are the ones that matter.
  const stream =
    'file' in target
      ? destination({ dest: target.file, sync: true, append: true, mode: 0o600 })
      : destination({ fd: target.fd, sync: true });
  return pino(options, stream);
}

/** The process's logger, for injection. */
@Injectable()
export class RootLogger {
  constructor(private readonly logger: Logger) {}

  info(facts: object, message: string): void {
    this.logger.info(facts, message);
  }
  warn(facts: object, message: string): void {
    this.logger.warn(facts, message);
  }
  error(facts: object, message: string): void {
    this.logger.error(facts, message);
  }
}
