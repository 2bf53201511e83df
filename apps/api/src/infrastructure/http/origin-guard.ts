import { isLoopback } from '../../config';

export interface OriginRules {
  /** Public address of the hub, when there is one. */
  readonly publicUrl: string | undefined;
  readonly port: number;
}

/** True when the Host header names this hub; another name on our address is DNS rebinding. */
export function isOurHost(host: string | undefined, rules: OriginRules): boolean {
  if (host === undefined) return false;
  const [name = '', port = ''] = splitHost(host);
  if (rules.publicUrl !== undefined && new URL(rules.publicUrl).host === host) return true;
  return isLoopback(name) && (port === '' || Number(port) === rules.port);
}

/** True when a browser's Origin is one of our pages. Programs send none, which is fine. */
export function isOurOrigin(origin: string | undefined, rules: OriginRules): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  if (rules.publicUrl !== undefined && new URL(rules.publicUrl).origin === origin) return true;
  return url.protocol === 'http:' && isOurHost(url.host, rules) && isLoopback(url.hostname);
}

function splitHost(host: string): [string, string] {
  const match = /^(\[[^\]]+\]|[^:]*)(?::(\d+))?$/.exec(host);
  return [match?.[1] ?? '', match?.[2] ?? ''];
}
