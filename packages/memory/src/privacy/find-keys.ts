import { isWordChar, occurrences, RunReader } from './runs';
import { KEY_FORMATS, type FoundSecret, type KeyFormat } from './secret-kinds';

const TOKEN = /[A-Za-z0-9_-]/;
const BASE64 = /[A-Za-z0-9+/=_-]/;
/** A base64 run this long is a picture, a sound or a file; keys and hashes are shorter. */
const MEDIA_CHARACTERS = 256;
/** So much of a run shows whether it is encoded. */
const ENCODED_SAMPLE = 200;
const PEM_CHARACTERS = 16_384;
const URL_USERINFO = 256;

/** Keys known by their prefix, JSON web tokens, PEM blocks, passwords in URLs. Time is linear in the text. */
export function findKeys(text: string): FoundSecret[] {
  return [
    ...KEY_FORMATS.flatMap((format) => ofFormat(text, format)),
    ...jsonWebTokens(text),
    ...privateKeys(text),
    ...urlPasswords(text),
  ];
}

/** Base64 media: data URLs, and bare runs of at least 256 characters. */
export function findMedia(text: string): FoundSecret[] {
  const found: FoundSecret[] = [];
  const runs = new RunReader(text, BASE64);
  for (const at of occurrences(text, ';base64,')) {
    const start = dataUrlStart(text, at);
    if (start !== null) found.push({ kind: 'media', start, end: runs.endOf(at + ';base64,'.length) });
  }
  // Whole runs, so that each character is read once; a fixed length would be tried again at every place of a run.
  for (const match of text.matchAll(/[A-Za-z0-9+/=_-]+/g)) {
    if (match[0].length < MEDIA_CHARACTERS || !looksEncoded(match[0].slice(0, ENCODED_SAMPLE))) continue;
    found.push({ kind: 'media', start: match.index, end: match.index + match[0].length });
  }
  return found;
}

function looksEncoded(piece: string): boolean {
  return /[a-z]/.test(piece) && /[A-Z]/.test(piece) && /\d/.test(piece) && !/[-_]{3}/.test(piece);
}

function dataUrlStart(text: string, at: number): number | null {
  const before = text.slice(Math.max(0, at - 120), at);
  const match = /data:[\w.+-]{0,60}(?:\/[\w.+-]{0,60})?(?:;[\w=.-]{0,40}){0,2}$/i.exec(before);
  return match ? at - before.length + match.index : null;
}

function ofFormat(text: string, format: KeyFormat): FoundSecret[] {
  const found: FoundSecret[] = [];
  const runs = new RunReader(text, format.body);
  let from = 0;
  for (const start of occurrences(text, format.prefix)) {
    if (start < from || (start > 0 && isKeyChar(text.charAt(start - 1)))) continue;
    const end = runs.endOf(start + format.prefix.length);
    const length = end - start - format.prefix.length;
    const body = text.slice(start + format.prefix.length, Math.min(end, start + 80));
    if (length < format.min || (format.max !== undefined && length > format.max) || !isRandom(body)) continue;
    found.push({ kind: format.kind, start, end });
    from = end;
  }
  return found;
}

/** "sk-learn-based-pipelines" has the prefix of a key but is words; a key has digits or mixed case. */
function isRandom(body: string): boolean {
  return /\d/.test(body) || (/[a-z]/.test(body) && /[A-Z]/.test(body));
}

const isKeyChar = (char: string): boolean => isWordChar(char);

function jsonWebTokens(text: string): FoundSecret[] {
  const found: FoundSecret[] = [];
  const runs = new RunReader(text, TOKEN);
  let from = 0;
  for (const start of occurrences(text, 'eyJ')) {
    if (start < from || (start > 0 && isKeyChar(text.charAt(start - 1)))) continue;
    const header = runs.endOf(start);
    from = header;
    if (header - start < 10 || text.charAt(header) !== '.') continue;
    const payload = runs.endOf(header + 1);
    if (payload - header < 8) continue;
    const end = text.charAt(payload) === '.' ? runs.endOf(payload + 1) : payload;
    found.push({ kind: 'jwt', start, end });
    from = end;
  }
  return found;
}

function privateKeys(text: string): FoundSecret[] {
  const found: FoundSecret[] = [];
  let from = 0;
  for (const start of occurrences(text, '-----BEGIN ')) {
    const label = /^-----BEGIN ([A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?)-----/.exec(
      text.slice(start, start + 80),
    );
    if (start < from || !label) continue;
    const close = `-----END ${label[1] ?? ''}-----`;
    // Blocks do not nest, so each piece ends before the next opening mark and no character is read twice.
    const next = text.indexOf('-----BEGIN ', start + 1);
    const piece = text.slice(start, Math.min(next < 0 ? text.length : next, start + PEM_CHARACTERS));
    const at = piece.indexOf(close);
    const end = at >= 0 ? start + at + close.length : start + openEnd(piece, label[0].length);
    found.push({ kind: 'private_key', start, end });
    from = end;
  }
  return found;
}

/** A block without its end (a cut paste): everything that still looks like its body. */
function openEnd(piece: string, from: number): number {
  const body = /^(?:[\sA-Za-z0-9+/=:,\\-]{0,16000})/.exec(piece.slice(from));
  const lines = (body?.[0] ?? '').split(/(?<=\n)/);
  let length = from;
  for (const line of lines) {
    if (/[A-Za-z]{2,} [A-Za-z]{2,}/.test(line) && !line.includes(':')) break;
    length += line.length;
  }
  return length;
}

function urlPasswords(text: string): FoundSecret[] {
  const found: FoundSecret[] = [];
  for (const at of occurrences(text, '://')) {
    if (!/[A-Za-z]/.test(text.charAt(at - 1))) continue;
    const start = at + 3;
    const authority = /^[^\s/?#"'<>`]{1,256}/.exec(text.slice(start, start + URL_USERINFO))?.[0] ?? '';
    const host = authority.lastIndexOf('@');
    const colon = authority.indexOf(':');
    if (host < 0 || colon < 0 || colon + 1 >= host) continue;
    const password = authority.slice(colon + 1, host);
    if (/^(?:\*+|x{3,}|\$\{.*|\$[A-Z_]+|<.*|\{.*|\[.*|%s)$/i.test(password)) continue;
    found.push({ kind: 'url_password', start: start + colon + 1, end: start + host });
  }
  return found;
}
