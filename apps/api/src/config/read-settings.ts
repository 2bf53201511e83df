import { DomainError } from '@memory-hub/contracts';
import { z } from 'zod';
import { SETTINGS, knownSettings, type Environment, type Settings } from './settings';

const schema = z.object(
  Object.fromEntries(Object.entries(SETTINGS).map(([name, setting]) => [name, setting.schema])),
);

/**
 * Reads the settings once, from the environment of the process. An empty value counts as unset.
 * @throws DomainError CONFIG_INVALID whose message lists every fault, one per line, with the fix.
 */
export function readSettings(environment: Environment = process.env): Settings {
  const given = Object.fromEntries(
    Object.entries(environment).filter(
      ([name, value]) => name in SETTINGS && value !== undefined && value !== '',
    ),
  );
  const parsed = schema.safeParse(given);
  const faults = [
    ...unknownNames(environment),
    ...(parsed.success
      ? []
      : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)),
    ...(parsed.success ? contradictions(settingsOf(parsed.data)) : []),
  ];
  if (faults.length > 0 || !parsed.success)
    throw new DomainError('CONFIG_INVALID', ['The configuration has faults:', ...faults].join('\n  '));
  return settingsOf(parsed.data);
}

/** The schema is built from SETTINGS, so its output has the shape that SETTINGS declares. */
function settingsOf(data: Record<string, unknown>): Settings {
  return data as Settings;
}

function unknownNames(environment: Environment): string[] {
  const known = knownSettings();
  return Object.keys(environment)
    .filter((name) => name.startsWith('MEMHUB_') && !known.includes(name))
    .map((name) => `${name}: unknown setting; did you mean ${nearest(name, known)}?`);
}

function contradictions(settings: Settings): string[] {
  const faults: string[] = [];
  if (settings.DATABASE_URL !== undefined && settings.MEMHUB_SECRET_KEY === undefined)
    faults.push(
      'MEMHUB_SECRET_KEY: is required with DATABASE_URL; set the same value for every process (openssl rand -hex 32)',
    );
  const llm = [settings.MEMHUB_LLM_API_KEY, settings.MEMHUB_LLM_BASE_URL, settings.MEMHUB_LLM_MODEL];
  if (llm.some((value) => value !== undefined) && llm.some((value) => value === undefined))
    faults.push('MEMHUB_LLM_API_KEY, MEMHUB_LLM_BASE_URL, MEMHUB_LLM_MODEL: set all three or none');
  const publicUrl = settings.MEMHUB_PUBLIC_URL === undefined ? null : new URL(settings.MEMHUB_PUBLIC_URL);
  if (publicUrl === null && !isLoopback(settings.MEMHUB_HOST))
    faults.push('MEMHUB_PUBLIC_URL: is required when MEMHUB_HOST is not a loopback address');
  if (
    publicUrl?.protocol === 'http:' &&
    !isLoopback(publicUrl.hostname) &&
    !settings.MEMHUB_ALLOW_INSECURE_HTTP
  )
    faults.push(
      'MEMHUB_PUBLIC_URL: plain http is only allowed on loopback; use https or set MEMHUB_ALLOW_INSECURE_HTTP=true',
    );
  return faults;
}

/** True for addresses that never leave the machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

function nearest(name: string, known: readonly string[]): string {
  return known.reduce(
    (best, candidate) => (distance(name, candidate) < distance(name, best) ? candidate : best),
    known[0] ?? name,
  );
}

/** Levenshtein distance, one row at a time. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substitution = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((next[j - 1] ?? 0) + 1, (row[j] ?? 0) + 1, substitution));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
