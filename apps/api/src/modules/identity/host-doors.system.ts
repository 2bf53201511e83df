import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DomainError } from '@memory-hub/contracts';
import { Authenticator, type RequestContext } from '../../common';
import { AuditLog, SystemWork } from '../../infrastructure/prisma';
import { Accounts } from './accounts.system';
import { readEmail } from './domain/account-input';
import { HostLinks } from './host-links.system';

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** What only somebody on the host can do: the first link, and a way back in for the locked-out. */
@Injectable()
export class HostDoors {
  constructor(
    private readonly work: SystemWork,
    private readonly accounts: Accounts,
    private readonly links: HostLinks,
    private readonly audit: AuditLog,
    private readonly authenticator: Authenticator,
  ) {}

  /** Path of a new link for the first person; null when somebody is there already. */
  async setupPath(): Promise<string | null> {
    return this.work.write(await this.host(), async (tx) => {
      if (await this.accounts.anybodyExists(tx)) return null;
      return `/setup?token=${await this.links.make(tx, 'setup', null)}`;
    });
  }

  /** Path of a new link on which this person sets a new password. @throws DomainError NOT_FOUND when nobody has the address */
  async resetPath(email: string): Promise<string> {
    return this.work.write(await this.host(), async (tx) => {
      const account = await this.accounts.findByEmail(tx, readEmail(email));
      if (account === null)
        throw new DomainError('NOT_FOUND', 'Nobody has an account with this address.', {
          hint: 'Check the spelling.',
        });
      await this.audit.record(
        { ...tx, orgId: account.orgId },
        { action: 'user.reset_link', targetType: 'user', targetId: account.userId },
      );
      return `/reset?token=${await this.links.make(tx, 'password', account.userId)}`;
    });
  }

  private async host(): Promise<RequestContext> {
    const ctx = await this.authenticator.actAs({ kind: 'system', id: NOBODY }, randomUUID());
    if (ctx === null) throw new DomainError('INTERNAL', 'The hub could not act for itself.');
    return ctx;
  }
}
