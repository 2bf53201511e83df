import { invalidInput, LIMITS } from '@memory-hub/contracts';

export const LOCALES = ['en', 'zh-CN'] as const;
export type Locale = (typeof LOCALES)[number];

export interface Profile {
  readonly name: string;
  readonly locale: Locale;
  readonly timeZone: string;
}

export interface NewAccount extends Profile {
  readonly email: string;
  readonly password: string;
}

export interface AccountInput {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly locale: string;
  readonly timeZone: string;
}

const PASSWORD = { least: 12, most: 200 } as const;
const EMAIL_CHARACTERS = 254;
/** One @, no spaces, a dot in the domain or a bare host: whether it exists only a letter would tell. */
const EMAIL = /^[^\s@\u0000-\u001f\u007f]+@[^\s@\u0000-\u001f\u007f]+$/u;

/** Reads what a person enters about themselves. @throws DomainError VALIDATION_FAILED that names the field */
export function readAccount(input: AccountInput): NewAccount {
  return {
    name: readName(input.name, 'name'),
    email: readEmail(input.email),
    password: readPassword(input.password),
    locale: readLocale(input.locale),
    timeZone: readTimeZone(input.timeZone),
  };
}

/** A name of a person, team or organisation: one line, something visible on it. */
export function readName(text: string, field: string): string {
  const name = text.normalize('NFC').replace(/\s+/gu, ' ').trim();
  if (!/[\p{L}\p{N}\p{S}\p{P}]/u.test(name)) throw invalidInput([field], `${field} must not be empty.`);
  if (/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u.test(name))
    throw invalidInput([field], `${field} contains a control character.`, 'Remove it; it cannot be seen.');
  if (name.length > LIMITS.nameCharacters)
    throw invalidInput([field], `${field} may have at most ${LIMITS.nameCharacters} characters.`);
  return name;
}

/** The form under which an address is stored and looked up. */
export function readEmail(text: string): string {
  const email = text.normalize('NFC').trim().toLowerCase();
  if (email.length > EMAIL_CHARACTERS || !EMAIL.test(email))
    throw invalidInput(['email'], 'email is not an e-mail address.', 'Write it like ada@example.org.');
  return email;
}

export function readPassword(text: string): string {
  const length = Array.from(text).length;
  if (length < PASSWORD.least || length > PASSWORD.most)
    throw invalidInput(['password'], `password must have ${PASSWORD.least} to ${PASSWORD.most} characters.`);
  return text;
}

export function readLocale(text: string): Locale {
  const locale = LOCALES.find((known) => known === text);
  if (locale === undefined) throw invalidInput(['locale'], `locale must be one of ${LOCALES.join(', ')}.`);
  return locale;
}

export function readTimeZone(text: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone === '' ? 'UTC' : text;
  } catch {
    throw invalidInput(
      ['timeZone'],
      'timeZone is not a time zone.',
      'Use a name such as Europe/Berlin or Asia/Shanghai.',
    );
  }
}

/** The language of a stranger, from the Accept-Language header. */
export function localeOfHeader(header: string | undefined): Locale {
  const first = (header ?? '').split(',', 1)[0]?.trim().toLowerCase() ?? '';
  return first.startsWith('zh') ? 'zh-CN' : 'en';
}

/** The stored language of a person; an unknown one reads as English. */
export function localeOrEnglish(text: string): Locale {
  return LOCALES.find((known) => known === text) ?? 'en';
}
