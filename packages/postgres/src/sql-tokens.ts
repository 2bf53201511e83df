/** A piece of SQL. All pieces of a file, joined, are the file. */
export interface SqlToken {
  /** `gap` is space or a comment; `symbol` one character, or a quoted thing as a whole. */
  readonly kind: 'gap' | 'word' | 'symbol';
  readonly text: string;
  /** Position in the file, in UTF-16 units. */
  readonly start: number;
}

/** In this order, because `E'…'` begins like a word and `--` like a symbol. An open quote reaches to the end. */
const PATTERNS: readonly (readonly [kind: SqlToken['kind'], pattern: RegExp])[] = [
  ['gap', /\s+|--[^\n]*/y],
  ['symbol', /[eE]'(?:[^'\\]|''|\\[\s\S])*(?:'|\\?$)/y],
  ['symbol', /'(?:[^']|'')*(?:'|$)/y],
  ['symbol', /"(?:[^"]|"")*(?:"|$)/y],
  ['symbol', /(\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$)[\s\S]*?(?:\1|$)/y],
  ['word', /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y],
  ['symbol', /[\s\S]/y],
];

export function* readTokens(sql: string): Generator<SqlToken> {
  for (let at = 0; at < sql.length;) {
    const token = readToken(sql, at);
    yield token;
    at += token.text.length;
  }
}

function readToken(sql: string, start: number): SqlToken {
  if (sql.startsWith('/*', start)) return { kind: 'gap', text: readBlockComment(sql, start), start };
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = start;
    const text = pattern.exec(sql)?.[0];
    if (text !== undefined && text !== '') return { kind, text, start };
  }
  return { kind: 'symbol', text: sql.slice(start), start };
}

/** Block comments nest in PostgreSQL. */
function readBlockComment(sql: string, start: number): string {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = start;
  let depth = 0;
  for (let mark = marks.exec(sql); mark !== null; mark = marks.exec(sql)) {
    depth += mark[0] === '/*' ? 1 : -1;
    if (depth === 0) return sql.slice(start, marks.lastIndex);
  }
  return sql.slice(start);
}
