import { explainStartFailure, isPortTaken, isStillEnding } from './start-failure';
import { restartDelay } from './supervisor';

const line = (text: string) =>
  `2026-01-01 00:00:00 UTC [9] LOG:  starting PostgreSQL\n2026-01-01 00:00:00 UTC [9] ${text}\n`;

describe('a server that does not start', () => {
  it.each([
    ['FATAL:  could not extend file "base/1/2": wrote only 4096 of 8192 bytes at block 1', /disk .* is full/],
    [
      'FATAL:  could not write to file "pg_wal/xlogtemp.9": No space left on device',
      /disk that holds \/data is full/,
    ],
    ['FATAL:  could not extend file "base/1/2": wrote only 4096 of 8192 bytes at block 1', /disk .* is full/],
    [
      'FATAL:  could not open file "/data/postgresql.conf": Permission denied',
      /may not use \/data\/postgresql\.conf/,
    ],
    [
      'initdb: error: could not change permissions of directory "/data": Operation not permitted',
      /may not use \/data\./,
    ],
    ['FATAL:  lock file "postmaster.pid" already exists', /Another PostgreSQL still runs on \/data/],
    ['FATAL:  database files are incompatible with server', /another version/],
    ['FATAL:  could not map anonymous shared memory: Cannot allocate memory', /too little memory/],
    ['PANIC:  could not locate a valid checkpoint record at 0/1', /damaged/],
    [
      'FATAL:  could not create any TCP/IP sockets\nLOG:  could not bind IPv4 address "127.0.0.1"',
      /port .* is taken/,
    ],
    ['FATAL:  something new', /did not start: .*FATAL: {2}something new/],
    ['', /did not start/],
  ])('is explained: %s', (text, message) => {
    const error = explainStartFailure(line(text), '/data');
    expect(error.message).toMatch(message);
    expect(error.hint).toMatch(/\.$/);
  });

  it('is tried again where that helps', () => {
    expect(isPortTaken(line('LOG:  could not bind IPv4 address "127.0.0.1": Address already in use'))).toBe(
      true,
    );
    expect(
      isStillEnding(line('FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use')),
    ).toBe(true);
    expect(isPortTaken(line('FATAL:  x')) || isStillEnding(line('FATAL:  x'))).toBe(false);
  });

  it('waits longer from try to try, and never more than five seconds', () => {
    expect([0, 1, 2, 10].map(restartDelay)).toEqual([100, 200, 400, 5_000]);
  });
});
