import { createHash } from 'node:crypto';

/** Roles that hold the rights. Nobody signs in as them; migrations grant to them and policies name them. */
export const GROUP_ROLES = { app: 'memhub_app', system: 'memhub_system' } as const;

export type RoleKind = keyof typeof GROUP_ROLES;

/** Roles are shared by all databases of a server, so each database has logins of its own. */
export function loginRole(kind: RoleKind, database: string): string {
  return `${GROUP_ROLES[kind]}_${createHash('sha256').update(database).digest('hex').slice(0, 8)}`;
}
