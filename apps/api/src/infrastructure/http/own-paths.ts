import type { Role } from '../../config';

/** Paths that the hub answers itself, and the role that serves them; everything else is a page. */
const OWN_PATHS = {
  '/graphql': 'api',
  '/events': 'api',
  '/mcp': 'mcp',
  '/healthz': null,
  '/readyz': null,
  '/metrics': null,
} as const satisfies Record<string, Role | null>;

export type OwnPath = keyof typeof OWN_PATHS;

/** The path of ours that a URL belongs to; null for a page. */
export function ownPathOf(url: string): OwnPath | null {
  const path = url.split('?', 1)[0] ?? '/';
  return keys().find((own) => path === own || path.startsWith(`${own}/`)) ?? null;
}

/** Whether a process with these roles serves the path. */
export function serves(roles: readonly Role[], path: OwnPath): boolean {
  const role = OWN_PATHS[path];
  return role === null || roles.includes(role);
}

/** Paths for machines that watch the hub; they say nothing that needs a name. */
export function isProbe(path: OwnPath): boolean {
  return OWN_PATHS[path] === null;
}

function keys(): OwnPath[] {
  return Object.keys(OWN_PATHS).filter((path): path is OwnPath => path in OWN_PATHS);
}
