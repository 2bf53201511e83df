import { spawn } from 'node:child_process';
import { DomainError, type ErrorCode } from '@memory-hub/contracts';
import { Command } from 'commander';
import { hubProgram, ROOT } from '../hub/installation';
import type { Console } from '../output/console';

/** `memhub admin`: what only somebody on the host can do. */
export function adminCommand(out: Console): Command {
  const admin = new Command('admin').description('What only somebody on the host of the hub can do.');
  admin.addCommand(
    new Command('reset-link')
      .description(
        'Make a one-time link on which a locked-out person sets a new password. Reads the database of this host.',
      )
      .argument('[email]', 'address of the account; not needed while nobody is set up')
      .option('--json', 'print JSON')
      .action(async (email: string | undefined) => {
        const link = await resetLink(out, email);
        out.result({ link }, [link]);
        out.note('It works once, for a day. Give it only to the person it is for.');
      }),
  );
  return admin;
}

async function resetLink(out: Console, email: string | undefined): Promise<string> {
  const hub = spawn(process.execPath, [hubProgram(), 'reset-link', ...(email === undefined ? [] : [email])], {
    cwd: ROOT,
    env: { ...out.around.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [said, complaint] = ['', ''];
  hub.stdout.on('data', (bytes: Buffer) => (said += bytes.toString('utf8')));
  hub.stderr.on('data', (bytes: Buffer) => (complaint += bytes.toString('utf8')));
  const code = await new Promise<number | null>((resolve, reject) => {
    hub.once('error', reject);
    hub.once('close', resolve);
  });
  const link = /^https?:\/\/\S+$/m.exec(said)?.[0];
  if (code === 0 && link !== undefined) return link;
  const [message = 'The hub could not make a link.', ...hints] = complaint.trim().split('\n');
  throw new DomainError(
    CODES.get(code ?? 1) ?? 'INTERNAL',
    message,
    hints.length === 0 ? {} : { hint: hints.join('\n') },
  );
}

/** Codes that stand for the exit codes of the hub's own program. */
const CODES: ReadonlyMap<number, ErrorCode> = new Map([
  [2, 'VALIDATION_FAILED'],
  [3, 'CONFIG_INVALID'],
  [5, 'NOT_FOUND'],
  [7, 'UNAVAILABLE'],
] as const);
