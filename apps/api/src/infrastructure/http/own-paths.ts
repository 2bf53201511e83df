import type { FastifyRequest } from 'fastify';
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

/**
 * The path of ours that a request belongs to; null for a page. What the router chose counts first: it reads `/%6dcp` as
 * `/mcp`, and a request must not come to a route of ours past its guards, however its path is written.
 */
export function ownPathOf({
  url,
  routeOptions,
}: Pick<FastifyRequest, 'url' | 'routeOptions'>): OwnPath | null {
  const path = decoded(url.split(/[?#]/, 1)[0] ?? '/');
  return keys().find((own) => own === routeOptions.url || path === own || path.startsWith(`${own}/`)) ?? null;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
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
