import { Inject, Injectable } from '@nestjs/common';
import { KEY_SCOPES, ORG_ROLES, SPACE_ROLES, type KeyScope } from '@memory-hub/contracts';
import type { SpaceMembership, UserPrincipal } from '@memory-hub/permissions';
import type { Requester } from '../../common';
import { mapDatabaseError, Prisma, SYSTEM_CLIENT, type SystemClient } from '../../infrastructure/prisma';
import { memoryTokensOf, type AgentFacts, type PersonFacts } from './domain/requester';

/** A session as it stands now; the epoch tells whether what is cached about its person still holds. */
export interface SessionState {
  readonly sessionId: string;
  readonly userId: string;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  readonly userStatus: string;
  readonly locale: string;
  readonly timeZone: string;
  readonly epoch: string;
}

/** A key as it stands now. */
export interface KeyState {
  readonly keyId: string;
  readonly agentId: string;
  readonly ownerId: string;
  readonly scopes: readonly KeyScope[];
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly agentStatus: string;
  readonly ownerStatus: string;
  /** False when the agent has another owner than the key was made for. */
  readonly sameOwner: boolean;
  readonly firstCallAt: Date | null;
  readonly locale: string;
  readonly timeZone: string;
  readonly epoch: string;
}

interface PersonRow {
  readonly id: string;
  readonly orgId: string;
  readonly orgRoles: readonly string[];
  readonly status: string;
  readonly locale: string;
  readonly timeZone: string;
  readonly subjectId: string;
  readonly memberships: readonly { readonly spaceId: string; readonly role: string }[];
  readonly teams: readonly string[] | null;
  readonly epoch: string;
}

interface AgentRow extends PersonRow {
  readonly agentId: string;
  readonly homeSpaceId: string;
  readonly mounted: readonly string[];
  readonly agentEpoch: string;
}

const PERSON = Prisma.sql`
  u.id, u.org_id AS "orgId", u.org_roles AS "orgRoles", u.status, u.locale, u.time_zone AS "timeZone", s.id AS "subjectId",
  (SELECT coalesce(jsonb_agg(jsonb_build_object('spaceId', m.space_id, 'role', m.role) ORDER BY m.space_id), '[]')
    FROM membership m WHERE m.user_id = u.id) AS memberships,
  CASE WHEN 'org_admin' = ANY (u.org_roles)
    THEN (SELECT array_agg(t.id::text) FROM space t WHERE t.org_id = u.org_id AND t.kind = 'team') END AS teams,
  coalesce((SELECT e.epoch FROM principal_epoch e WHERE e.principal_id = u.id), 0)::text AS epoch`;

/**
 * Reads who asks, before anybody is known. Each method is one statement, so that facts and epoch are of one moment.
 * All of it runs as the system role: nothing here is shown to the caller.
 */
@Injectable()
export class PrincipalStore {
  constructor(@Inject(SYSTEM_CLIENT) private readonly system: SystemClient) {}

  async session(by: { hash: Buffer } | { id: string }): Promise<SessionState | null> {
    const test = 'hash' in by ? Prisma.sql`s.hash = ${by.hash}` : Prisma.sql`s.id = ${by.id}::uuid`;
    return this.first<SessionState>(Prisma.sql`
      SELECT s.id AS "sessionId", s.user_id AS "userId", s.last_seen_at AS "lastSeenAt", s.expires_at AS "expiresAt",
        u.status AS "userStatus", u.locale, u.time_zone AS "timeZone", coalesce(e.epoch, 0)::text AS epoch
      FROM session_token s JOIN app_user u ON u.id = s.user_id LEFT JOIN principal_epoch e ON e.principal_id = u.id
      WHERE ${test}`);
  }

  async key(by: { hash: Buffer } | { id: string }): Promise<KeyState | null> {
    const test = 'hash' in by ? Prisma.sql`k.hash = ${by.hash}` : Prisma.sql`k.id = ${by.id}::uuid`;
    const row = await this.first<KeyState>(Prisma.sql`
      SELECT k.id AS "keyId", k.agent_id AS "agentId", a.owner_id AS "ownerId", k.scopes, k.expires_at AS "expiresAt",
        k.revoked_at AS "revokedAt", a.status AS "agentStatus", u.status AS "ownerStatus",
        k.owner_id = a.owner_id AS "sameOwner", a.first_call_at AS "firstCallAt", u.locale, u.time_zone AS "timeZone",
        coalesce(ea.epoch, 0)::text || '.' || coalesce(eo.epoch, 0)::text AS epoch
      FROM api_key k JOIN agent a ON a.id = k.agent_id JOIN app_user u ON u.id = a.owner_id
        LEFT JOIN principal_epoch ea ON ea.principal_id = a.id LEFT JOIN principal_epoch eo ON eo.principal_id = u.id
      WHERE ${test}`);
    return row === null ? null : { ...row, scopes: KEY_SCOPES.filter((scope) => row.scopes.includes(scope)) };
  }

  /** A person with everything that decides about their rights; null when missing or suspended. */
  async person(userId: string): Promise<PersonFacts | null> {
    const row = await this.first<PersonRow>(Prisma.sql`
      SELECT ${PERSON} FROM app_user u JOIN subject s ON s.user_id = u.id WHERE u.id = ${userId}::uuid AND u.status = 'active'`);
    return row === null ? null : personOf(row);
  }

  /** An agent with its owner as of now; null when it is missing or its owner is suspended. */
  async agent(agentId: string, scopes: readonly KeyScope[]): Promise<AgentFacts | null> {
    const row = await this.first<AgentRow>(Prisma.sql`
      SELECT a.id AS "agentId", a.space_id AS "homeSpaceId",
        (SELECT coalesce(array_agg(m.asset_id::text ORDER BY m.asset_id), '{}') FROM mount m
          WHERE m.agent_id = a.id AND m.mode <> 'off') AS mounted,
        coalesce((SELECT e.epoch FROM principal_epoch e WHERE e.principal_id = a.id), 0)::text AS "agentEpoch", ${PERSON}
      FROM agent a JOIN app_user u ON u.id = a.owner_id JOIN subject s ON s.user_id = u.id
      WHERE a.id = ${agentId}::uuid AND u.status = 'active'`);
    if (row === null) return null;
    const owner = personOf(row);
    const { homeSpaceId, mounted: mountedAssetIds } = row;
    const agent = {
      kind: 'agent',
      agentId,
      ownerId: row.id,
      owner: owner.person,
      homeSpaceId,
      scopes,
      mountedAssetIds,
    } as const;
    return { agent, owner, epoch: `${row.agentEpoch}.${row.epoch}` };
  }

  /** Ids of the classes that hold one of the tokens, and those of them that hold memories. */
  async classesOf(tokens: readonly string[]): Promise<Pick<Requester, 'classes' | 'memoryClasses'>> {
    if (tokens.length === 0) return { classes: [], memoryClasses: [] };
    const rows = await this.all<{ id: string; memory: boolean }>(Prisma.sql`
      SELECT id, tokens && ${memoryTokensOf(tokens)}::text[] AND NOT EXISTS (
        SELECT FROM unnest(tokens) t WHERE t NOT LIKE 'subject:%' AND t NOT LIKE 'agent:%') AS memory FROM access_class WHERE tokens && ${[...tokens]}::text[]`);
    return {
      classes: rows.map(({ id }) => id),
      memoryClasses: rows.filter(({ memory }) => memory).map(({ id }) => id),
    };
  }

  /** The one organisation; null before the first run. */
  async organisationId(): Promise<string | null> {
    const row = await this.first<{ id: string }>(
      Prisma.sql`SELECT id FROM organisation ORDER BY created_at LIMIT 1`,
    );
    return row?.id ?? null;
  }

  private async first<T>(query: Prisma.Sql): Promise<T | null> {
    return (await this.all<T>(query))[0] ?? null;
  }

  private async all<T>(query: Prisma.Sql): Promise<T[]> {
    try {
      return await this.system.$queryRaw<T[]>(query);
    } catch (error) {
      throw mapDatabaseError(error);
    }
  }
}

function personOf(row: PersonRow): PersonFacts {
  const memberships = row.memberships.flatMap(({ spaceId, role }): SpaceMembership[] => {
    const known = SPACE_ROLES.find((one) => one === role);
    return known === undefined ? [] : [{ spaceId, role: known }];
  });
  const person: UserPrincipal = {
    kind: 'user',
    userId: row.id,
    subjectId: row.subjectId,
    orgId: row.orgId,
    orgRoles: ORG_ROLES.filter((role) => row.orgRoles.includes(role)),
    memberships,
  };
  return {
    person,
    administeredTeams: row.teams ?? [],
    locale: row.locale,
    timeZone: row.timeZone,
    epoch: row.epoch,
  };
}
