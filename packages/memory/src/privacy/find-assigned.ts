import type { FoundSecret, SecretKind } from './secret-kinds';

/** `name = value`, `"name": "value"`, `export NAME=value`, 密码：value. All parts are bounded: linear time. */
const ASSIGNMENT =
  /(?<![A-Za-z0-9_.-])(?<export>export\s{1,4}|set\s{1,4}|setx\s{1,4}|env\s{1,4}|-{1,2})?(?<quote>["'`]?)(?<name>[A-Za-z_][A-Za-z0-9_.-]{0,63}(?: [A-Za-z]{2,12}){0,2})\k<quote>\s{0,8}(?<sign>:=|=>|[:=：＝]|\s(?:is|was|are)\s)\s{0,8}(?<open>["'`]?)(?<value>[^\s"'`]{1,512})/g;
const CHINESE =
  /(?<name>密码|口令|密钥|私钥|令牌|访问密钥|授权码|token|api ?key)(?<sign>\s{0,3}(?:是|为|：|:|=)\s{0,3})["'“「]?(?<value>[!-~]{4,512})/gi;
const HEADER = /\b(?<scheme>Bearer|Basic|Token|ApiKey)\s{1,4}(?<value>[A-Za-z0-9._~+/=-]{8,4096})/gi;
const HEADER_NAME =
  /\b(?:authorization|proxy-authorization|x-api-key|x-auth-token)["']?\s{0,4}[:=]\s{0,4}["']?(?:\w{3,10}\s{1,4})?(?<value>[A-Za-z0-9._~+/=-]{6,4096})/gi;

const SECRET_WORD =
  /^(?:password|passwd|passwort|pwd|pass|passphrase|passcode|secret|token|apikey|credentials?|pin|auth)$/;
const KEY_OWNER =
  /^(?:api|access|secret|private|signing|encryption|auth|account|master|service|license|app)$/;
/** Last words that turn the name into something about a secret: `token_count`, `password_policy`. */
const ABOUT =
  /^(?:count|limit|limits|type|name|length|size|budget|usage|expiry|ttl|file|path|policy|hint|field|reset|manager|min|max|id|url|uri|header|prefix|format|rotation|age|strength|rule|rules|error|expires?)$/;
const PASSWORD_WORD = /^(?:password|passwd|passwort|pwd|pass|passphrase|passcode|pin)$/;
/** Values that point at a secret, name a type, or say that there is none. */
const REFERENCE =
  /^(?:\$|<|\[|\(|\{|%|\*+$|•+$|x{4,}$|\.{3}|…|import\.meta|process\.|os\.|env\.|ENV\[|System\.|Deno\.|config\.|settings\.|secrets\.|vault:|ref\+|op:\/\/|arn:|https?:\/\/|[\w$]+\()/i;
const DOTTED = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+[;,)]*$/;
const EMPTY_WORD =
  /^(?:null|nil|none|undefined|true|false|yes|no|not|await|new|async|function|required|optional|missing|empty|unset|string|str|number|bool(?:ean)?|any|bytes|text|secretstr|redacted|hidden|masked|changeme|placeholder|your\w*|my\w*|example|todo|tbd|n\/a|the|a|an|to|for|in|on|is|was|wrong|invalid|expired|correct|incorrect|stored|saved|set|needed|valid|too|still|only|never|always|now|here|there|it|this|that|and|or|of|with|from|by|at)[.,;:!?)]*$/i;

/** Secrets that are given away by the name in front of them. */
export function findAssigned(text: string): FoundSecret[] {
  return [
    ...matches(text, ASSIGNMENT, assignedKind),
    ...matches(text, CHINESE, chineseKind),
    ...matches(text, HEADER, headerKind),
    ...matches(text, HEADER_NAME, ({ value = '' }) =>
      REFERENCE.test(value) || EMPTY_WORD.test(value) ? null : 'authorization_header',
    ),
  ];
}

type Groups = Readonly<Record<string, string | undefined>>;
type Judge = (groups: Groups, rest: string) => SecretKind | null;

function matches(text: string, pattern: RegExp, judge: Judge): FoundSecret[] {
  const found: FoundSecret[] = [];
  for (const match of text.matchAll(pattern)) {
    const value = match.groups?.value ?? '';
    const end = match.index + match[0].length;
    const kind = judge(match.groups ?? {}, text.slice(end, end + 40));
    const kept = value.replace(/[),;\]}。，；）]+$/, '').length;
    if (kind && kept > 0) found.push({ kind, start: end - value.length, end: end - value.length + kept });
  }
  return found;
}

function assignedKind(
  { name = '', sign = '', value = '', open = '', export: exported }: Groups,
  rest: string,
): SecretKind | null {
  if (REFERENCE.test(value) || DOTTED.test(value)) return null;
  const words = wordsOf(name);
  if (!isSecretName(words)) return exported !== undefined && isDense(value) ? 'assigned_secret' : null;
  if (EMPTY_WORD.test(value)) return null;
  const kind: SecretKind = words.some((word) => PASSWORD_WORD.test(word)) ? 'password' : 'assigned_secret';
  if (words.at(-1) === 'pin' || words.at(-1) === 'passcode') return /^\d{4,8}\W*$/.test(value) ? kind : null;
  if (/is|was|are/.test(sign)) return isTellingValue(value) ? kind : null;
  return isValue({ value, quoted: open !== '', sign, rest, password: kind === 'password' }) ? kind : null;
}

/** `OPENAI_API_KEY`, `dbPassword`, "wifi password" → lower-case words. */
function wordsOf(name: string): string[] {
  const spaced = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/[_.-]+/g, ' ');
  return spaced
    .toLowerCase()
    .split(' ')
    .filter((word) => word !== '');
}

function isSecretName(words: readonly string[]): boolean {
  if (ABOUT.test(words.at(-1) ?? '')) return false;
  return words.some(
    (word, at) => SECRET_WORD.test(word) || (word === 'key' && KEY_OWNER.test(words[at - 1] ?? '')),
  );
}

interface AssignedValue {
  readonly value: string;
  readonly quoted: boolean;
  readonly sign: string;
  readonly rest: string;
  readonly password: boolean;
}

/** Plain lower-case words after a colon are prose unless they stand alone at the end of the line. */
function isValue({ value, quoted, sign, rest, password }: AssignedValue): boolean {
  if (value.length < 4) return false;
  if (isTellingValue(value) || quoted) return password || value.length >= 6;
  if (!/^[\x21-\x7e]+$/.test(value)) return false;
  const alone = /^[ \t]*(?:$|[\r\n])/.test(rest);
  if (sign === '=') return password || value.length >= 8;
  return password && alone && value.length >= 5;
}

/** A value that no sentence would contain: digits or signs inside, or mixed case. */
function isTellingValue(value: string): boolean {
  const core = value.replace(/[.,;:!?)]+$/, '');
  if (core.length < 6 || !/^[\x21-\x7e]+$/.test(core)) return false;
  if (/^\d{1,2}[:/]\d|^v?\d+(?:\.\d+)+$|^\d+(?:ms|s|m|h|d|kb|mb|gb|%)?$/i.test(core) && core.length < 8)
    return false;
  return /\d/.test(core) || /[a-z][A-Z]|[^A-Za-z0-9.'’-]/.test(core);
}

function chineseKind({ name = '', value = '' }: Groups): SecretKind | null {
  if (REFERENCE.test(value) || EMPTY_WORD.test(value) || DOTTED.test(value)) return null;
  if (/^[a-z]/i.test(name)) return isTellingValue(value) ? 'assigned_secret' : null;
  return /密码|口令/.test(name) ? 'password' : 'assigned_secret';
}

function headerKind({ scheme = '', value = '' }: Groups): SecretKind | null {
  if (DOTTED.test(value) && !/\d/.test(value)) return null;
  const certain = /^(?:Bearer|Basic)$/.test(scheme);
  const random = /\d/.test(value) && /[A-Za-z]/.test(value) && value.length >= (certain ? 8 : 16);
  const padded = certain && /=$/.test(value);
  return random || padded || (value.length >= 24 && isDense(value)) ? 'authorization_header' : null;
}

/** Long and mixed enough to be drawn at random: at least 16 characters, 3.2 bits each, digits among letters. */
function isDense(value: string): boolean {
  if (value.length < 16 || !/\d/.test(value) || !/[A-Za-z]/.test(value) || /^[./~]|\/\//.test(value))
    return false;
  const counts = new Map<string, number>();
  for (const char of value) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits >= 3.2;
}
