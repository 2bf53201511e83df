import { Inject, Injectable } from '@nestjs/common';
import { mapDatabaseError, SYSTEM_CLIENT, type SystemClient } from '../../infrastructure/prisma';

/** What anybody may know of this hub. */
@Injectable()
export class Installation {
  constructor(@Inject(SYSTEM_CLIENT) private readonly system: SystemClient) {}

  /** Name of the organisation; null until somebody has set the hub up. */
  async organisationName(): Promise<string | null> {
    try {
      const rows = await this.system.$queryRaw<{ name: string }[]>`
        SELECT o.name FROM organisation o WHERE EXISTS (SELECT FROM app_user u WHERE u.org_id = o.id) ORDER BY o.created_at LIMIT 1`;
      return rows[0]?.name ?? null;
    } catch (error) {
      throw mapDatabaseError(error);
    }
  }
}
