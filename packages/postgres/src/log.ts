/** Where the package tells what it does. A pino logger fits. Facts never hold passwords or content. */
export interface PostgresLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** Says nothing. */
export const quietLog: PostgresLog = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
