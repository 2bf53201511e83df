import { createServer } from 'node:net';
import { DomainError } from '@memory-hub/contracts';

/** Looks before anything is started, so that a second start fails at once. @throws DomainError CONFLICT */
export async function assertPortIsFree(host: string, port: number): Promise<void> {
  const taken = await new Promise<boolean>((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EADDRINUSE'));
    probe.listen(port, host, () => probe.close(() => resolve(false)));
  });
  if (taken) throw portTaken(host, port);
}

export function portTaken(host: string, port: number): DomainError {
  return new DomainError('CONFLICT', `Port ${port} on ${host} is taken by another program.`, {
    hint: `Stop that program, or start with another port: MEMHUB_PORT=${port + 1} npm start`,
  });
}
