import { createHash } from 'node:crypto';

/** The parts of a key as its text shows them. */
export interface KeyText {
  readonly text: string;
  /** What may be shown later, to tell keys apart. */
  readonly prefix: string;
  /** SHA-256 of the text: the only thing that is stored of the secret. */
  readonly hash: Buffer;
}

/** Bytes of the secret; more than can be guessed. */
export const SECRET_BYTES = 32;

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^43 is the first power above 2^256. */
const SECRET_DIGITS = 43;
const CHECKSUM_DIGITS = 8;
const FORM = new RegExp(`^mh_agent_[0-9a-f]{32}_[0-9A-Za-z]{${SECRET_DIGITS}}[0-9a-f]{${CHECKSUM_DIGITS}}$`);

/** Writes a key: `mh_agent_<id>_<secret><checksum>`, so that scanners find it and a slip is noticed without a lookup. */
export function writeKey(keyId: string, secret: Buffer): KeyText {
  const head = `mh_agent_${keyId.replaceAll('-', '')}`;
  const body = `${head}_${toDigits(secret)}`;
  return {
    text: `${body}${checksum(body)}`,
    prefix: head.slice(0, 'mh_agent_'.length + 12),
    hash: hashOfSecret(`${body}${checksum(body)}`),
  };
}

/** Whether the text has the form and the checksum of a key. Says nothing about whether the key is valid. */
export function looksLikeKey(text: string): boolean {
  if (!FORM.test(text)) return false;
  const body = text.slice(0, -CHECKSUM_DIGITS);
  return text.endsWith(checksum(body));
}

/** How secrets with enough chance in them (keys, cookies, links) are stored. */
export function hashOfSecret(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}

function checksum(body: string): string {
  return createHash('sha256').update(`checksum ${body}`).digest('hex').slice(0, CHECKSUM_DIGITS);
}

function toDigits(bytes: Buffer): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`);
  let digits = '';
  for (let place = 0; place < SECRET_DIGITS; place += 1) {
    digits = `${DIGITS.charAt(Number(rest % 62n))}${digits}`;
    rest /= 62n;
  }
  return digits;
}
