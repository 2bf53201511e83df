import { DomainError, invalidInput } from '@memory-hub/contracts';
import type { Console } from './console';

const MOST_CHARACTERS = 10_000;

/** The password of a person: asked for on a terminal, else the first line of standard input. Never an argument. */
export async function readPassword(out: Console): Promise<string> {
  const text = out.isInteractive ? await asked() : await firstLine(out.around.stdin);
  if (text !== '') return text;
  throw invalidInput(
    ['password'],
    'No password was given.',
    'Type it when asked, or send it as the first line of standard input.',
  );
}

async function asked(): Promise<string> {
  const { isCancel, password } = await import('@clack/prompts');
  const answer = await password({ message: 'Password' });
  if (isCancel(answer))
    throw new DomainError('UNAUTHENTICATED', 'You were not signed in.', { hint: 'Run the command again.' });
  return answer;
}

async function firstLine(stdin: AsyncIterable<unknown> & { readonly isTTY?: boolean }): Promise<string> {
  if (stdin.isTTY === true) return '';
  let text = '';
  for await (const chunk of stdin) {
    text += String(chunk);
    if (text.includes('\n') || text.length > MOST_CHARACTERS) break;
  }
  return text.split(/\r?\n/, 1)[0] ?? '';
}
