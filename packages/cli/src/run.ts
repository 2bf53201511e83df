import fs from 'node:fs';
import path from 'node:path';
import { DomainError, ERROR_CODES } from '@memory-hub/contracts';
import { Command, CommanderError } from 'commander';
import { z } from 'zod';
import { agentCommand } from './commands/agent';
import { adminCommand } from './commands/admin';
import { doctorCommand } from './commands/doctor';
import { importCommand } from './commands/import';
import { searchCommand } from './commands/search';
import { upCommand } from './commands/up';
import { Console, type Surroundings } from './output/console';

export type { Surroundings } from './output/console';

const EXIT_CODES = `
Exit codes:
  0 done              4 not signed in, or not allowed     7 the hub or a part of it is down
  1 the hub failed    5 not found                         3 wrong configuration
  2 wrong input       6 conflict

MEMHUB_URL is the address of the hub (http://127.0.0.1:7077), MEMHUB_API_KEY the key of an agent.`;

/** Runs one command to its end and gives its exit code. Results go to stdout, everything else to stderr. */
export async function run(args: readonly string[], around: Surroundings): Promise<number> {
  // What stands behind `--` is words, whatever they look like.
  const options = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
  const out = new Console(around, options.includes('--json'));
  try {
    await program(out).parseAsync([...args], { from: 'user' });
    return out.exitCode;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0;
      out.failed(misuse(error)); // its text is on stderr already
      return ERROR_CODES.VALIDATION_FAILED.exit;
    }
    out.complain(error);
    return error instanceof DomainError ? ERROR_CODES[error.code].exit : ERROR_CODES.INTERNAL.exit;
  }
}

function program(out: Console): Command {
  const memhub = new Command('memhub')
    .version(ownVersion(), '--version', 'print the version of memhub')
    .description('Memory Hub: the memory of a team and its AI agents.')
    .showHelpAfterError('Use --help to see what it takes.')
    .addHelpText('after', EXIT_CODES)
    .configureOutput({ writeOut: (text) => out.write(text), writeErr: (text) => out.note(text.trimEnd()) })
    .exitOverride();
  for (const command of [upCommand, doctorCommand, importCommand, searchCommand, agentCommand, adminCommand])
    memhub.addCommand(inherit(command(out), memhub));
  return memhub;
}

function misuse({ code, message }: CommanderError): DomainError {
  const text = code === 'commander.help' ? 'No command was given.' : message.replace(/^error: /, '');
  return new DomainError('VALIDATION_FAILED', text, { hint: 'Use --help to see what it takes.' });
}

function ownVersion(): string {
  const file = path.join(__dirname, '..', 'package.json');
  return z.object({ version: z.string() }).parse(JSON.parse(fs.readFileSync(file, 'utf8'))).version;
}

/** Sub-commands end by exception and write like the program does. */
function inherit(command: Command, parent: Command): Command {
  command.copyInheritedSettings(parent);
  for (const inner of command.commands) inherit(inner, parent);
  return command;
}
