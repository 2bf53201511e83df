import { Inject } from '@nestjs/common';
import { SYSTEM_CLIENT, type SystemClient } from '../../../infrastructure/prisma';
import { RunsRegularly, type Sweeper } from '../../../infrastructure/queue';

/** Removes sessions and links of the host that have ended, so that their hashes do not pile up. */
@RunsRegularly()
export class EndedSessionsSweeper implements Sweeper {
  readonly name = 'ended sessions';
  readonly everySeconds = 3_600;

  constructor(@Inject(SYSTEM_CLIENT) private readonly system: SystemClient) {}

  async sweep(): Promise<void> {
    await this.system.$executeRaw`
      DELETE FROM session_token WHERE expires_at < now() OR last_seen_at < now() - interval '13 hours'`;
    await this.system.$executeRaw`DELETE FROM host_link WHERE expires_at < now() - interval '30 days'`;
  }
}
