import { z } from 'zod';

/** Parts of the program that one process can run. */
export const ROLES = ['api', 'mcp', 'worker', 'web'] as const;
export type Role = (typeof ROLES)[number];

const positive = () =>
  z.coerce
    .number({ error: 'must be a whole number' })
    .int('must be a whole number')
    .positive('must be above 0');
const flag = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((value) => value === 'true');
const url = z.url({ error: 'must be a URL such as https://hub.example.org' });

/** One entry per environment variable: how it is read, its default, and the line that documents it. */
export const SETTINGS = {
  MEMHUB_ROLES: {
    about: 'What this process runs, separated by commas: api, mcp, worker, web.',
    schema: z
      .string()
      .default(ROLES.join(','))
      .transform((text, ctx): Role[] => {
        const names = text
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '');
        const known = names.filter((name): name is Role => ROLES.some((role) => role === name));
        if (known.length !== names.length || known.length === 0)
          ctx.addIssue({ code: 'custom', message: `must list some of ${ROLES.join(', ')}` });
        return known;
      }),
  },
  MEMHUB_HOST: {
    about: 'Address to listen on. Anything but loopback needs MEMHUB_PUBLIC_URL.',
    schema: z.string().default('127.0.0.1'),
  },
  MEMHUB_PORT: {
    about: 'Port of the hub.',
    schema: positive().max(65_535, 'must be at most 65535').default(7077),
  },
  MEMHUB_PUBLIC_URL: {
    about: 'Address under which people and agents reach the hub.',
    schema: url.optional(),
  },
  MEMHUB_ALLOW_INSECURE_HTTP: {
    about: 'Allows plain http on an address that is not loopback.',
    schema: flag.default(false),
  },
  MEMHUB_TRUSTED_PROXIES: {
    about: 'Addresses or networks of reverse proxies, separated by commas.',
    schema: z.string().default(''),
  },
  MEMHUB_WEB_URL: {
    about: 'Address of a separately running web process; without it the hub starts its own.',
    schema: url.optional(),
  },
  MEMHUB_DATA_DIR: {
    about: 'Folder of the embedded database and generated secrets.',
    schema: z.string().min(1).default('.memhub'),
  },
  MEMHUB_SECRET_KEY: {
    about: 'At least 32 characters; required with DATABASE_URL, generated otherwise.',
    schema: z.string().min(32, 'must have at least 32 characters').optional(),
  },
  MEMHUB_LOG_LEVEL: {
    about: 'trace, debug, info, warn, error or silent.',
    schema: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  },
  MEMHUB_DATABASE_POOL: {
    about: 'Connections of the application role per process.',
    schema: positive().max(200).default(12),
  },
  MEMHUB_EMBED_WORKERS: { about: 'Threads that run the embedder.', schema: positive().max(32).default(1) },
  MEMHUB_EXTRACT_WARMUP: {
    about: 'User turns after which a new session is extracted, separated by commas.',
    schema: z
      .string()
      .regex(/^\d+(,\d+)*$/, 'must be numbers separated by commas')
      .default('1,2,4')
      .transform((text) => text.split(',').map(Number)),
  },
  MEMHUB_EXTRACT_EVERY_TURNS: {
    about: 'User turns between extractions after the warm-up.',
    schema: positive().default(5),
  },
  MEMHUB_EXTRACT_IDLE_SECONDS: {
    about: 'Idle seconds after which waiting turns are extracted.',
    schema: positive().default(600),
  },
  MEMHUB_LLM_API_KEY: {
    about: 'Key of the language model. Without the three MEMHUB_LLM settings rules are used.',
    schema: z.string().min(1).optional(),
  },
  MEMHUB_LLM_BASE_URL: { about: 'Base URL of an OpenAI-compatible endpoint.', schema: url.optional() },
  MEMHUB_LLM_MODEL: { about: 'Name of the model.', schema: z.string().min(1).optional() },
  MEMHUB_LLM_TIMEOUT_SECONDS: {
    about: 'Longest wait for one answer of the model.',
    schema: positive().default(60),
  },
  DATABASE_URL: {
    about: 'Any PostgreSQL 15 or newer; without it the hub runs its own.',
    schema: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must start with postgresql://')
      .optional(),
  },
  REDIS_URL: {
    about: 'Redis for the queue; without it the queue is in PostgreSQL.',
    schema: z
      .string()
      .regex(/^rediss?:\/\//, 'must start with redis:// or rediss://')
      .optional(),
  },
  MEILI_URL: {
    about: 'Meilisearch. This version reports it and does not use it yet.',
    schema: url.optional(),
  },
  MEILI_KEY: { about: 'Key for MEILI_URL.', schema: z.string().optional() },
  QDRANT_URL: { about: 'Qdrant. This version reports it and does not use it yet.', schema: url.optional() },
  QDRANT_KEY: { about: 'Key for QDRANT_URL.', schema: z.string().optional() },
} as const satisfies Record<string, { about: string; schema: z.ZodType }>;

/** Names that belong to the command line and the SDK; the hub must not refuse an environment that carries them. */
export const CLIENT_SETTINGS = ['MEMHUB_URL', 'MEMHUB_API_KEY'] as const;

export type SettingName = keyof typeof SETTINGS;
export type Environment = Readonly<Record<string, string | undefined>>;
export type Settings = { readonly [N in SettingName]: z.output<(typeof SETTINGS)[N]['schema']> };

/** Every name that a deployment may set. */
export function knownSettings(): string[] {
  return [...Object.keys(SETTINGS), ...CLIENT_SETTINGS];
}
