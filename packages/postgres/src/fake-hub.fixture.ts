import { startEmbeddedPostgres } from './embedded-postgres';
import { quietLog } from './log';
import { query } from './database.fixture';

/** A program that keeps an embedded server, for tests that kill it. Talks JSON lines on its output. */
async function main([dataDir = '', port = '0']: string[]): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDir, log: quietLog, servingPort: Number(port) });
  const idle = setInterval(() => undefined, 60_000);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      clearInterval(idle);
      void lastWork().finally(() => void server.stop());
    });
  }
  tell({ ownerUrl: server.ownerUrl, pid: server.pid });

  /** A hub drains before it stops: its server must still answer then. */
  async function lastWork(): Promise<void> {
    tell({ answered: (await query(server.ownerUrl, 'SELECT 1 AS one')).length });
  }
}

function tell(facts: object): void {
  process.stdout.write(`${JSON.stringify(facts)}\n`);
}

void main(process.argv.slice(2)).catch((error: unknown) => {
  tell({ error: String(error) });
  process.exitCode = 1;
});
