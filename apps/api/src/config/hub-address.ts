import type { Settings } from './settings';

/** Address under which people reach the hub, without a slash at its end. */
export function hubAddress({ MEMHUB_PUBLIC_URL, MEMHUB_HOST, MEMHUB_PORT }: Settings): string {
  if (MEMHUB_PUBLIC_URL !== undefined) return MEMHUB_PUBLIC_URL.replace(/\/+$/, '');
  const host = MEMHUB_HOST.includes(':') && !MEMHUB_HOST.startsWith('[') ? `[${MEMHUB_HOST}]` : MEMHUB_HOST;
  return `http://${host}:${MEMHUB_PORT}`;
}
