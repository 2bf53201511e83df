import fc from 'fast-check';
import { lineAt, splitStatements, transactionWord } from './sql-statements';
import { readTokens } from './sql-tokens';

const texts = (sql: string) => splitStatements(sql).map((statement) => statement.text);

describe('splitting a file of SQL', () => {
  it.each([
    ['nothing', '', []],
    ['only comments', '-- a;\n/* b; /* c; */ d; */ ;;', []],
    ['plain statements', 'SELECT 1; SELECT 2', ['SELECT 1', 'SELECT 2']],
    ['texts', "SELECT 'a;''b;'; SELECT 2", ["SELECT 'a;''b;'", 'SELECT 2']],
    ['texts with escapes', "SELECT E'\\';'; SELECT 2", ["SELECT E'\\';'", 'SELECT 2']],
    ['a backslash in a plain text', "SELECT '\\'; SELECT 2", ["SELECT '\\'", 'SELECT 2']],
    ['names', 'SELECT ";""";; SELECT 2', ['SELECT ";"""', 'SELECT 2']],
    [
      'dollar quotes',
      'DO $$ BEGIN; END $$; DO $a$ $$;$b$ $a$;',
      ['DO $$ BEGIN; END $$', 'DO $a$ $$;$b$ $a$'],
    ],
    ['a dollar inside a name', 'SELECT a$b$; SELECT c$b$', ['SELECT a$b$', 'SELECT c$b$']],
    ['parameters', 'SELECT $1; SELECT $2', ['SELECT $1', 'SELECT $2']],
    [
      'parentheses',
      'CREATE RULE r AS ON INSERT TO t DO (A; B); C',
      ['CREATE RULE r AS ON INSERT TO t DO (A; B)', 'C'],
    ],
    ['comments inside', 'SELECT 1 -- ;\n + 2; SELECT 3', ['SELECT 1 -- ;\n + 2', 'SELECT 3']],
    ['an open text', "SELECT 'a; b", ["SELECT 'a; b"]],
    ['an open dollar quote', 'DO $$ a; b', ['DO $$ a; b']],
    ['Chinese', "SELECT '数据；'; SELECT 数据", ["SELECT '数据；'", 'SELECT 数据']],
  ])('keeps %s whole', (_, sql, expected) => {
    expect(texts(sql)).toEqual(expected);
  });

  it.each(['CREATE FUNCTION', 'create or replace procedure'])('keeps the body of %s whole', (make) => {
    const routine = `${make} f() BEGIN ATOMIC SELECT CASE WHEN true THEN 1 END; SELECT 2; END`;
    expect(texts(`${routine}; SELECT 3`)).toEqual([routine, 'SELECT 3']);
  });

  it('tells where each statement begins', () => {
    const sql = '-- 😀\n\n/* two\nlines */ SELECT 1;\n\nSELECT 2;';
    expect(splitStatements(sql).map(({ start }) => lineAt(sql, start))).toEqual([4, 6]);
  });

  it('loses no character, whatever the input', () => {
    const piece = fc.constantFrom(
      "'",
      '"',
      '$$',
      '$a$',
      ';',
      '--',
      '\n',
      '/*',
      '*/',
      '(',
      ')',
      'E',
      'BEGIN',
      '\\',
      ' ',
      '数',
      'x',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
        (sql) => {
          expect(Array.from(readTokens(sql), ({ text }) => text).join('')).toBe(sql);
          for (const { text, start } of splitStatements(sql)) expect(sql.startsWith(text, start)).toBe(true);
        },
      ),
    );
  });

  it('finds every statement again between the semicolons of quoted ones', () => {
    const statement = fc.constantFrom(
      "SELECT ';'",
      'SELECT ";"',
      'DO $x$;$x$',
      'SELECT /* ; */ 1',
      'SELECT (1)',
      "SELECT E'\\';'",
    );
    fc.assert(
      fc.property(fc.array(statement), (list) => {
        expect(texts(list.join(';\n'))).toEqual(list);
      }),
    );
  });
});

describe('a statement that would leave the transaction', () => {
  it.each([
    'BEGIN',
    'begin work',
    'COMMIT',
    'END',
    'ROLLBACK',
    'ABORT',
    'START TRANSACTION',
    "PREPARE TRANSACTION 'x'",
  ])('is found: %s', (sql) => {
    expect(splitStatements(sql).map(transactionWord)).toEqual([expect.any(String)]);
  });

  it.each([
    'SAVEPOINT a',
    'ROLLBACK TO a',
    'PREPARE q AS SELECT 1',
    'SELECT 1',
    'DO $$ BEGIN END $$',
    '"COMMIT"',
  ])('is not seen in: %s', (sql) => {
    expect(splitStatements(sql).map(transactionWord)).toEqual([undefined]);
  });
});
