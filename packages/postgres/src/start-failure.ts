import { PostgresStartError } from './errors';

interface Cause {
  readonly pattern: RegExp;
  readonly explain: (
    dataDirectory: string,
    match: RegExpExecArray,
  ) => readonly [message: string, hint: string];
}

const CAUSES: readonly Cause[] = [
  {
    pattern: /No space left on device|Disk quota exceeded|disk full|wrote only \d+ of \d+ bytes/i,
    explain: (data) => [
      `The disk that holds ${data} is full.`,
      'Free some space and start again; everything that was saved is still there.',
    ],
  },
  {
    pattern: /could not bind|Address already in use/,
    explain: () => ['The port of the embedded PostgreSQL is taken.', 'Stop the program that listens on it.'],
  },
  {
    pattern: /incompatible with server|not compatible with this version/,
    explain: (data) => [
      `${data} was made by another version of PostgreSQL.`,
      'Start the version of Memory Hub that made it and take a backup, then restore it into an empty folder.',
    ],
  },
  {
    pattern: /lock file "[^"]*" already exists|pre-existing shared memory block/,
    explain: (data) => [
      `Another PostgreSQL still runs on ${data}.`,
      'Wait a moment and start again; if it stays, end the process whose number is in postmaster.pid there.',
    ],
  },
  {
    pattern: /could not (?:create|map|resize)[^\n]*shared memory|Cannot allocate memory|out of memory/i,
    explain: () => [
      'There is too little memory for the embedded PostgreSQL.',
      'Give it about 300 MB, then start again.',
    ],
  },
  {
    pattern:
      /could not locate a valid checkpoint record|invalid checkpoint record|invalid data in (?:file|control)/,
    explain: (data) => [`${data} is damaged.`, 'Restore the last backup into an empty folder.'],
  },
  {
    pattern:
      /"([^"]+)"[^\n]*(?:Permission denied|Operation not permitted)|(?:Permission denied|Operation not permitted)/,
    explain: (data, match) => [
      `The embedded PostgreSQL may not use ${match[1] ?? data}.`,
      'Give that file back to the user who started the hub before (`chown -R`), then start again.',
    ],
  },
];

/** Turns what the server wrote before it gave up into its cause and the way out. */
export function explainStartFailure(output: string, dataDirectory: string): PostgresStartError {
  for (const { pattern, explain } of CAUSES) {
    const match = pattern.exec(output);
    if (match === null) continue;
    const [message, hint] = explain(dataDirectory, match);
    return new PostgresStartError(message, { hint, cause: lastWords(output) });
  }
  return new PostgresStartError(`The embedded PostgreSQL did not start: ${lastWords(output)}`, {
    hint: 'Its log is postgres.log in the folder of the hub.',
  });
}

/** Whether another port would do. */
export function isPortTaken(output: string): boolean {
  return /could not bind|Address already in use/.test(output);
}

/** Whether waiting a moment would do: what is left of a killed server ends by itself. */
export function isStillEnding(output: string): boolean {
  return /pre-existing shared memory block/.test(output);
}

function lastWords(output: string): string {
  const lines = output.trim().split('\n');
  return (
    (lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? '') || 'it wrote nothing'
  );
}
