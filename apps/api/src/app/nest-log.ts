import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';

/** Nest's own messages as lines of the process's log; its start-up chatter is debug. */
export class NestLog implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: unknown): void {
    this.logger.debug({ context }, String(message));
  }
  error(message: unknown, ...rest: unknown[]): void {
    this.logger.error({ err: message, rest }, 'the framework reported an error');
  }
  warn(message: unknown, context?: unknown): void {
    this.logger.warn({ context }, String(message));
  }
  debug(message: unknown, context?: unknown): void {
    this.logger.trace({ context }, String(message));
  }
  verbose(message: unknown, context?: unknown): void {
    this.logger.trace({ context }, String(message));
  }
}
