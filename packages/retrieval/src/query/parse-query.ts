import { ASSET_KINDS, MEMORY_LAYERS, wellFormed, type MemoryLayer } from '@memory-hub/contracts';
import { startOfDateValue, type Clock } from './date-value';

/** What a query asks for beside its words. Values of one list are alternatives; the lists are all required. */
export interface QueryFilters {
  readonly kinds: readonly string[];
  readonly spaces: readonly string[];
  readonly agents: readonly string[];
  readonly authors: readonly string[];
  readonly tags: readonly string[];
  readonly layers: readonly MemoryLayer[];
  readonly languages: readonly string[];
  readonly sessions: readonly string[];
  /** Half-open interval of event times: `from` ≤ t < `to`. */
  readonly from?: Date;
  readonly to?: Date;
}

export interface ParsedQuery {
  /** Everything that is not a qualifier, literally; the words of exact phrases are in it, without their quotes. */
  readonly text: string;
  readonly phrases: readonly string[];
  readonly filters: QueryFilters;
}

export interface ParseContext extends Clock {
  /** What `kind:` may name; anything else stays text. Default: `SEARCH_KINDS`. */
  readonly kinds?: readonly string[];
}

/** Kinds of assets and of memories, as a person names them in `kind:`. */
export const SEARCH_KINDS: readonly string[] = [
  ...ASSET_KINDS,
  'wiki',
  'code_graph',
  'memory',
  'turn',
  'card',
  'scene',
  'persona',
];
export const QUALIFIERS = [
  'kind',
  'space',
  'agent',
  'by',
  'tag',
  'layer',
  'after',
  'before',
  'lang',
  'session',
] as const;
type Qualifier = (typeof QUALIFIERS)[number];

const QUALIFIER = new RegExp(
  `(${QUALIFIERS.join('|')})[:：](?:"([^"\\n]{1,200})"|([^\\s"]{1,200}))(?=\\s|$)`,
  'iy',
);
const PHRASE = /"([^"]+)"|“([^“”]+)”/y;
const ASCII_WORD = /[A-Za-z0-9]/;
const MAX_PHRASES = 8;
const MAX_VALUES = 16;
const NAME = /^[\p{L}\p{N}_@][\p{L}\p{M}\p{N}_@.+\- ]{0,99}$/u;
const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

type Draft = { -readonly [Key in keyof QueryFilters]: QueryFilters[Key] };

class QueryReader {
  private at = 0;
  private literal = '';
  private readonly phrases: string[] = [];
  private filters: Draft = {
    kinds: [],
    spaces: [],
    agents: [],
    authors: [],
    tags: [],
    layers: [],
    languages: [],
    sessions: [],
  };

  constructor(
    private readonly text: string,
    private readonly context: ParseContext,
  ) {}

  read(): ParsedQuery {
    while (this.at < this.text.length) {
      if (this.takeQualifier() || this.takePhrase()) continue;
      this.literal += this.text.charAt(this.at++);
    }
    return { text: this.literal.replace(/\s+/g, ' ').trim(), phrases: this.phrases, filters: this.filters };
  }

  private takeQualifier(): boolean {
    if (this.at > 0 && !/\s/.test(this.text.charAt(this.at - 1))) return false;
    QUALIFIER.lastIndex = this.at;
    const match = QUALIFIER.exec(this.text);
    const name = QUALIFIERS.find((qualifier) => qualifier === match?.[1]?.toLowerCase());
    if (match === null || name === undefined) return false;
    const quoted = match[2];
    const values =
      quoted === undefined ? (match[3] ?? '').replace(/[,;，；。]+$/, '').split(/[,，]/) : [quoted.trim()];
    const applied = applyQualifier(this.filters, { name, values }, this.context);
    if (applied === undefined) return false;
    this.filters = applied;
    this.at = QUALIFIER.lastIndex;
    return true;
  }

  /** A quote opens a phrase unless it follows a letter or digit (6" pipe); an unpaired one is a character. */
  private takePhrase(): boolean {
    const opening = this.text.charAt(this.at);
    if (opening !== '"' && opening !== '“') return false;
    if (ASCII_WORD.test(this.text.charAt(this.at - 1)) || this.phrases.length >= MAX_PHRASES) return false;
    PHRASE.lastIndex = this.at;
    const match = PHRASE.exec(this.text);
    const phrase = (match?.[1] ?? match?.[2] ?? '').trim();
    if (match === null || phrase === '' || ASCII_WORD.test(this.text.charAt(PHRASE.lastIndex))) return false;
    this.phrases.push(phrase);
    this.literal += ` ${phrase} `;
    this.at = PHRASE.lastIndex;
    return true;
  }
}

interface QualifierUse {
  readonly name: Qualifier;
  readonly values: readonly string[];
}

/** The filters with one qualifier added, or undefined when its value means nothing: then it was text. */
function applyQualifier(
  filters: Draft,
  { name, values }: QualifierUse,
  context: ParseContext,
): Draft | undefined {
  switch (name) {
    case 'after':
    case 'before':
      return withDate(filters, name, startOfDateValue(values.join(','), context));
    case 'kind':
      return withList(filters, 'kinds', kindsOf(values, context.kinds ?? SEARCH_KINDS));
    case 'layer':
      return withList(
        filters,
        'layers',
        values.map((value) => MEMORY_LAYERS.find((layer) => layer === value.toUpperCase())),
      );
    case 'lang':
      return withList(filters, 'languages', values.map(languageOf));
    default:
      return withList(
        filters,
        NAME_LISTS[name],
        values.map((value) => (NAME.test(value) ? value : undefined)),
      );
  }
}

const NAME_LISTS = {
  space: 'spaces',
  agent: 'agents',
  by: 'authors',
  tag: 'tags',
  session: 'sessions',
} as const;

function withDate(filters: Draft, name: 'after' | 'before', date: Date | undefined): Draft | undefined {
  if (date === undefined) return undefined;
  if (name === 'after')
    return { ...filters, from: filters.from !== undefined && filters.from > date ? filters.from : date };
  return { ...filters, to: filters.to !== undefined && filters.to < date ? filters.to : date };
}

type ListName = Exclude<keyof QueryFilters, 'from' | 'to'>;

function withList<Name extends ListName>(
  filters: Draft,
  name: Name,
  values: readonly (QueryFilters[Name][number] | undefined)[],
): Draft | undefined {
  const known = values.filter((value) => value !== undefined);
  const list = [...new Set([...filters[name], ...known])];
  if (known.length !== values.length || known.length === 0 || list.length > MAX_VALUES) return undefined;
  return { ...filters, [name]: list };
}

function kindsOf(values: readonly string[], kinds: readonly string[]): (string | undefined)[] {
  return values.map((value) => kinds.find((kind) => kind === value.toLowerCase().replaceAll('-', '_')));
}

function languageOf(value: string): string | undefined {
  if (!/^[a-z]{2,3}(-[a-z0-9]{2,8}){0,2}$/i.test(value)) return undefined;
  return languageNames.of(value) === undefined ? undefined : value.toLowerCase();
}

/**
 * Reads `kind: space: agent: by: tag: layer: after: before: lang: session:` and "exact phrases" out of what a person
 * typed. Everything else is literal text: nothing is an operator, an unknown or malformed qualifier stays text, and no
 * input is an error. `after:D` means from the start of D on, `before:D` before the start of D, in the person's zone, so
 * `after:2024 before:2025` is the year 2024; a number is a date only there.
 */
export function parseQuery(text: string, context: ParseContext): ParsedQuery {
  return new QueryReader(wellFormed(text).text, context).read();
}
