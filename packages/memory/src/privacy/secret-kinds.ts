export const SECRET_KINDS = [
  'cloud_key',
  'access_token',
  'hub_key',
  'jwt',
  'private_key',
  'url_password',
  'authorization_header',
  'password',
  'assigned_secret',
  'media',
] as const;
export type SecretKind = (typeof SECRET_KINDS)[number];

/** A found secret as UTF-16 offsets into the text that was searched. */
export interface FoundSecret {
  readonly kind: SecretKind;
  readonly start: number;
  readonly end: number;
}

/**
 * A key that is known by its first characters. `body` are the characters that may follow, `min` how many must.
 * Formats: the issuers' published token prefixes.
 */
export interface KeyFormat {
  readonly kind: SecretKind;
  readonly prefix: string;
  readonly body: RegExp;
  readonly min: number;
  readonly max?: number;
}

const WORD = /[A-Za-z0-9]/;
const DASHED = /[A-Za-z0-9_-]/;
const UPPER = /[A-Z0-9]/;

const cloud = (prefix: string, min: number, body = DASHED): KeyFormat => ({
  kind: 'cloud_key',
  prefix,
  body,
  min,
});
const token = (prefix: string, min: number, body = DASHED): KeyFormat => ({
  kind: 'access_token',
  prefix,
  body,
  min,
});

export const KEY_FORMATS: readonly KeyFormat[] = [
  { kind: 'hub_key', prefix: 'mh_', body: DASHED, min: 16 },
  cloud('sk-', 16),
  cloud('sk_live_', 10),
  cloud('sk_test_', 10),
  cloud('rk_live_', 10),
  cloud('rk_test_', 10),
  cloud('whsec_', 16),
  cloud('AIza', 30),
  { kind: 'cloud_key', prefix: 'AKIA', body: UPPER, min: 16, max: 16 },
  { kind: 'cloud_key', prefix: 'ASIA', body: UPPER, min: 16, max: 16 },
  cloud('LTAI', 12, WORD),
  cloud('AKID', 28, WORD),
  cloud('GOCSPX-', 20),
  cloud('gsk_', 20, WORD),
  cloud('xai-', 20),
  cloud('r8_', 20, WORD),
  cloud('pplx-', 20, WORD),
  cloud('nvapi-', 20),
  cloud('SG.', 30, /[A-Za-z0-9_.-]/),
  cloud('key-', 32, /[a-f0-9]/),
  token('ghp_', 16, WORD),
  token('gho_', 16, WORD),
  token('ghu_', 16, WORD),
  token('ghs_', 16, WORD),
  token('ghr_', 16, WORD),
  token('github_pat_', 20, /[A-Za-z0-9_]/),
  token('glpat-', 16),
  token('gldt-', 16),
  token('xoxa-', 8),
  token('xoxb-', 8),
  token('xoxe-', 8),
  token('xoxe.xoxp-', 8),
  token('xoxo-', 8),
  token('xoxp-', 8),
  token('xoxr-', 8),
  token('xoxs-', 8),
  token('xapp-', 8),
  token('npm_', 30, WORD),
  token('pypi-', 40),
  token('hf_', 20, WORD),
  token('dop_v1_', 32, /[a-f0-9]/),
  token('shpat_', 24, /[A-Fa-f0-9]/),
  token('shpss_', 24, /[A-Fa-f0-9]/),
  token('ya29.', 20),
  token('EAACEdEose0cBA', 10, WORD),
  token('sq0atp-', 20),
  token('sq0csp-', 20),
  token('figd_', 20),
  token('ntn_', 20, WORD),
  token('secret_', 32, WORD),
  token('lin_api_', 20, WORD),
  token('PMAK-', 20),
  token('dapi', 32, /[a-f0-9]/),
  token('https://hooks.slack.com/services/', 20, /[A-Za-z0-9/]/),
  token('https://discord.com/api/webhooks/', 20, /[A-Za-z0-9/_-]/),
];
