import { Injectable } from '@nestjs/common';
import { pino, type Logger } from 'pino';

/** Places where a secret or content could stand in a logged object. */
const REDACTED = [
  'authorization', 'cookie', '*.authorization', '*.cookie', 'req.headers.authorization', 'req.headers.cookie',
  'res.headers["set-cookie"]', '*.password', '*.secret', '*.token', '*.key', '*.content', '*.variables', 'err.cause.query', 'err.query',
]; // prettier-ignore

/** Makes the logger of the process: JSON lines with ids and counts, without content or secrets. */
export function createLogger(level: string): Logger {
  return pino({ level, base: { pid: process.pid }, redact: { paths: REDACTED, censor: '[redacted]' } });
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
