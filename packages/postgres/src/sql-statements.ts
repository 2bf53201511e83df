import { type SqlToken, readTokens } from './sql-tokens';

/** One statement of a file of SQL, without the semicolon that ends it. */
export interface SqlStatement {
  readonly text: string;
  /** Position of its first character in the file, in UTF-16 units. */
  readonly start: number;
  /** Its first words in capitals, enough to tell what kind of statement it is. */
  readonly words: readonly string[];
}

/** First words that begin or end a transaction, which a file that runs inside one may not do. */
const TRANSACTION_WORDS = new Set(['ABORT', 'BEGIN', 'COMMIT', 'END', 'ROLLBACK', 'START']);
const WORDS_KEPT = 4;

/**
 * Splits a file as psql does: a semicolon ends a statement unless it stands in a text, a name, a comment, a dollar
 * quote, parentheses or the `BEGIN ATOMIC … END` body of a routine. Parts without anything but comments are left out.
 */
export function splitStatements(sql: string): readonly SqlStatement[] {
  const statements: SqlStatement[] = [];
  let part = newPart();
  for (const token of readTokens(sql)) {
    if (token.text !== ';' || part.parentheses > 0 || part.openBodies > 0) {
      part = extend(part, token);
      continue;
    }
    if (part.start !== undefined) statements.push(toStatement(sql, part.start, part));
    part = newPart();
  }
  if (part.start !== undefined) statements.push(toStatement(sql, part.start, part));
  return statements;
}

/** The word by which a statement would begin or end a transaction; nothing for every other statement. */
export function transactionWord({ words: [first = '', second = ''] }: SqlStatement): string | undefined {
  if (first === 'PREPARE' && second === 'TRANSACTION') return 'PREPARE TRANSACTION';
  // ROLLBACK TO a savepoint stays inside the transaction
  if (first === 'ROLLBACK' && second === 'TO') return undefined;
  return TRANSACTION_WORDS.has(first) ? first : undefined;
}

/** Line of a position, from 1. */
export function lineAt(sql: string, position: number): number {
  return sql.slice(0, position).split('\n').length;
}

/** What was read of a statement so far. */
interface Part {
  readonly start: number | undefined;
  readonly end: number;
  readonly words: readonly string[];
  readonly parentheses: number;
  /** `BEGIN` and `CASE` of a routine's body that wait for their `END`. */
  readonly openBodies: number;
}

function newPart(): Part {
  return { start: undefined, end: 0, words: [], parentheses: 0, openBodies: 0 };
}

function extend(part: Part, { kind, text, start }: SqlToken): Part {
  if (kind === 'gap') return part;
  const next = { ...part, start: part.start ?? start, end: start + text.length };
  if (text === '(') return { ...next, parentheses: part.parentheses + 1 };
  if (text === ')') return { ...next, parentheses: Math.max(0, part.parentheses - 1) };
  if (kind !== 'word') return next;
  const word = text.toUpperCase();
  return {
    ...next,
    words: part.words.length < WORDS_KEPT ? [...part.words, word] : part.words,
    openBodies: part.openBodies + bodyStep(word, part),
  };
}

function bodyStep(word: string, { words, openBodies }: Part): -1 | 0 | 1 {
  const madeThing = words[1] === 'OR' && words[2] === 'REPLACE' ? words[3] : words[1];
  if (words[0] !== 'CREATE' || (madeThing !== 'FUNCTION' && madeThing !== 'PROCEDURE')) return 0;
  if (word === 'BEGIN' || (word === 'CASE' && openBodies > 0)) return 1;
  return word === 'END' && openBodies > 0 ? -1 : 0;
}

function toStatement(sql: string, start: number, { end, words }: Part): SqlStatement {
  return { text: sql.slice(start, end), start, words };
}
