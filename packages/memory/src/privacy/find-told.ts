import type { FoundSecret } from './secret-kinds';

/** A secret told in a sentence, away from its name: "the password for the wifi is …", "the code of the alarm is …". */
interface Telling {
  readonly pattern: RegExp;
  /** Whether the first word behind the sign is the secret. */
  readonly isSecret: (value: string, rest: string) => boolean;
  /** Takes the words up to the end of the clause, for secrets of several words. */
  readonly phrase?: boolean;
}

const NAME = '(?:password|passwd|pass ?word|passphrase|pass phrase|passcode|pass code|pwd)';
const PHRASE =
  '(?:pass ?phrase|recovery phrase|seed phrase|seed words|secret phrase|mnemonic|recovery words)';
const GUARDED =
  '(?:alarm|burglar alarm|door|front door|back door|gate|entry|entrance|entrance door|access|security|safe|lock|padlock|lockbox|key ?box|key ?safe|key ?pad|locker|vault|garage|shed|office|building|stairwell|lift|unlock|bike lock|suitcase|luggage|card|credit card|debit card|bank card|bank|sim|sim card|phone|voicemail|verification|login|sign-in|2fa|two-factor|recovery|backup|one-time|tablet|laptop|intercom|barrier|cellar|cabinet|strongbox|till|cash register)';
const PIN =
  '(?:pin(?: code| number)?|puk(?: code)?|cvv2?|cvc|security code|access code|entry code|door code|alarm code|gate code)';
/** "for the wifi", "of our back door": what the secret opens. */
const OF =
  "(?: (?:for|of|to|on|at|in|from) (?:(?:the|my|our|your|his|her|their|this|that) )?[\\w'’.-]{1,30}(?: [\\w'’.-]{1,30}){0,4}?)?";
const SIGN =
  '(?:\\s{0,4}[:=：]\\s{0,4}|(?: (?:now|still|again|currently|today))? (?:is|was|are|became|reads|remains|stays)(?: (?:now|still|again|currently|simply|just|set to|changed to))?\\s{1,4}|(?: (?:is|was|has been|got|will be|should be))? (?:changed|set|reset|updated)(?: from \\S{1,64})? to\\s{1,4})';
const OPEN = '(?<open>["\'`“‘«]?)';
const VALUE = '(?<value>[^\\s"\'`“”‘’«»]{1,256})';

const told = (name: string, sign = SIGN): RegExp =>
  new RegExp(`\\b${name}${OF}(?:'s)?${sign}${OPEN}${VALUE}`, 'gi');

/** What people say of a password without telling it. */
const SAID_OF =
  /^(?:(?:not|never|no|so|too|very|really|quite|always|only|also|still|just|more|less|most|rather|pretty|wrong|right|correct|incorrect|invalid|valid|required|optional|missing|empty|blank|unset|null|none|unknown|known|secret|private|public|safe|unsafe|secure|insecure|weak|strong|short|long|longer|simple|easy|hard|difficult|complex|different|same|shared|old|new|temporary|fine|good|bad|ok|okay|gone|lost|due|here|there|this|that|it|what|where|why|how|when|who|which|the|an?|my|our|your|his|her|their|its|on|in|at|with|to|for|of|from|by|under|inside|behind|between|about|like|as|or|and|but|one|two|three|all|some|any|something|nothing|anything|stored|kept|saved|set|sent|up|needed|case-sensitive|plain|encrypted|hashed|rotated|confidential|important|necessary|possible|impossible|common|unique|ready|available|visible|sticky|taped|noted|someone|everyone|nobody|string|text|number|undefined|true|false|changeme|example|todo|tbd|redacted|hidden|masked|placeholder)|[a-z]{3,}(?:ed|ing|able|ible|ful|less|ous))[.,;:!?)]*$/i;
const REFERENCE = /^(?:\$|<|\[|\(|\{|%|\*+|•+|x{4,}|\.{2,}|…|https?:\/\/)/i;
const CLAUSE_END = /^["'`”’»]?\s*(?:$|[.,;:!?)\]}\n]|(?:and|but|so|for|on|please|don't|thanks|ok)\b)/i;

const TELLINGS: readonly Telling[] = [
  { pattern: told(PHRASE), isSecret: isPhrase, phrase: true },
  { pattern: told(NAME), isSecret: isPassword },
  { pattern: told(PIN), isSecret: isCode },
  { pattern: told(`${GUARDED}(?:'s)? (?:code|combination|key ?code|number code|digits)`), isSecret: isCode },
  {
    pattern: new RegExp(
      `\\b(?:code|combination|key ?code|digits) (?:for|of|to|on) (?:(?:the|my|our|your|his|her|their|this|that) )?(?:[\\w'’-]{1,20} ){0,2}?${GUARDED}(?: [\\w'’-]{1,20}){0,3}?${SIGN}${OPEN}${VALUE}`,
      'gi',
    ),
    isSecret: isCode,
  },
  {
    pattern: new RegExp(
      `\\b(?:${NAME}|${PIN}|${GUARDED} code)(?: (?:for|of|to|on) (?:(?:the|my|our) )?[\\w'’-]{1,30}(?: [\\w'’-]{1,30}){0,1}?)?,?\\s{1,4}(?<open>["'\`“]?)(?<value>(?=[^\\s]{0,63}\\d)[^\\s"'\`“”,;]{4,64})`,
      'gi',
    ),
    isSecret: isTelling,
  },
];

const CHINESE_NAME =
  '(?:密码|口令|暗号|密钥|私钥|授权码|门禁码|开锁码|解锁码|验证码|安全码|取件码|助记词|PIN ?码?|pin ?码?|PUK ?码?|(?:报警器|警报|门禁|门锁|大门|保险柜|保险箱|车库|储物柜|密码锁|手机|银行卡|信用卡|门|锁|柜子)的?(?:代码|号码|数字|组合|码))';
const CHINESE_SIGN =
  '(?:[^，。；！？\\n]{0,6}?(?:改成了?|改为了?|换成了?|换为|变成了?|设成了?|设为|重置为)|(?:现在|目前|还|就|仍然?|一直)?(?:是|为|叫)|\\s{0,3}[：:=]|\\s{1,3})\\s{0,3}';
const CHINESE = new RegExp(`${CHINESE_NAME}${CHINESE_SIGN}["'“「『]?(?<value>[!-&(-~]{4,256})`, 'g');
const CHINESE_QUOTED = new RegExp(
  `${CHINESE_NAME}${CHINESE_SIGN}["'“「『](?<value>[^"'”」』\\n]{2,80})["'”」』]`,
  'g',
);

/** Secrets that a sentence names and tells. Every part of a pattern is bounded, so time is linear in the text. */
export function findTold(text: string): FoundSecret[] {
  return [...TELLINGS.flatMap((telling) => english(text, telling)), ...chinese(text)];
}

function english(text: string, { pattern, isSecret, phrase = false }: Telling): FoundSecret[] {
  const found: FoundSecret[] = [];
  for (const match of text.matchAll(pattern)) {
    const { value = '', open = '' } = match.groups ?? {};
    const end = match.index + match[0].length;
    const start = end - value.length;
    const rest = text.slice(end, end + 200);
    if (REFERENCE.test(value)) continue;
    const quoted = open === '' ? null : quotedEnd(text, start, open);
    if (quoted !== null && quoted > start) {
      if (!/^\W*$/.test(text.slice(start, quoted))) found.push({ kind: 'password', start, end: quoted });
      continue;
    }
    if (!isSecret(value, rest)) continue;
    const kept = phrase ? start + clauseLength(text.slice(start, start + 300)) : start + core(value).length;
    if (kept > start) found.push({ kind: 'password', start, end: kept });
  }
  return found;
}

function chinese(text: string): FoundSecret[] {
  return [CHINESE_QUOTED, CHINESE].flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap((match): FoundSecret[] => {
      const { value = '' } = match.groups ?? {};
      const start = match.index + match[0].lastIndexOf(value);
      const kept = pattern === CHINESE ? core(value) : value;
      if (REFERENCE.test(value) || SAID_OF.test(value)) return [];
      if (pattern === CHINESE && !/\d|[^A-Za-z]/.test(kept) && kept.length < 6) return [];
      return kept === '' ? [] : [{ kind: 'password', start, end: start + kept.length }];
    }),
  );
}

/** Where the quotation that begins before `start` ends; null when it does not within 200 characters. */
function quotedEnd(text: string, start: number, open: string): number | null {
  const close = { '“': '”', '‘': '’', '«': '»' }[open] ?? open;
  const at = text.slice(start, start + 200).indexOf(close);
  return at < 0 ? null : start + at;
}

const core = (value: string): string => value.replace(/[.,;:!?)\]}。，；]+$/, '');

/** Digits or signs inside, mixed case, or a plain word with which the clause ends. */
function isPassword(value: string, rest: string): boolean {
  const word = core(value);
  if (SAID_OF.test(value) || word.length < 4) return false;
  if (isTelling(value)) return true;
  return word.length >= 5 && /^[\x21-\x7e]+$/.test(word) && (word !== value || CLAUSE_END.test(rest));
}

/** A value that no sentence would contain. */
function isTelling(value: string): boolean {
  const word = core(value);
  if (word.length < 4 || !/^[\x21-\x7e]+$/.test(word) || SAID_OF.test(value)) return false;
  if (/^(?:\d{1,2}[:/]\d\d.*|v?\d+(?:\.\d+)+|\d+(?:ms|s|m|h|d|kb|mb|gb|%|st|nd|rd|th))$/i.test(word))
    return false;
  return /\d/.test(word) || /[a-z][A-Z]|[^A-Za-z0-9.'’,-]/.test(word);
}

/** A number of a lock: at least three digits, perhaps with signs of a key pad. */
function isCode(value: string): boolean {
  const word = core(value);
  return /^[A-Za-z]?[\d#*.-]{2,23}[A-Za-z#*\d]?$/.test(word) && (word.match(/\d/g) ?? []).length >= 3;
}

function isPhrase(value: string, rest: string): boolean {
  return !SAID_OF.test(value) && (isPassword(value, rest) || /^\s+[a-z]{3,}/i.test(rest));
}

function clauseLength(words: string): number {
  return core(/^[^,;!?\n.]*/.exec(words)?.[0] ?? '').trimEnd().length;
}
