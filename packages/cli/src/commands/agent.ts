import { DomainError } from '@memory-hub/contracts';
import { Command } from 'commander';
import type { z } from 'zod';
import { HubClient, hubSettings } from '../hub/hub-client';
import { CREATE_AGENT, OWN_SPACES, SIGN_IN, SIGN_OUT } from '../hub/operations';
import type { Console } from '../output/console';
import { readPassword } from '../output/password';

interface CreateOptions {
  readonly space?: string;
  readonly name: string;
  readonly client: string;
  readonly email: string;
}

/** `memhub agent`: agents of a person, who signs in for it. */
export function agentCommand(out: Console): Command {
  const agent = new Command('agent').description('Agents of yours.');
  agent.addCommand(
    new Command('create')
      .description(
        'Make an agent and print its key, which is shown this once. You sign in with your password: asked for, or the first line of standard input.',
      )
      .requiredOption('--email <address>', 'address of your account')
      .requiredOption('--name <name>', 'name of the agent, unique in its space')
      .option(
        '--space <name or id>',
        'space it is to live in; not needed when you can make agents in one team only',
      )
      .option('--client <type>', 'program it lives in: claude-code, codex, cursor, generic', 'generic')
      .option('--json', 'print JSON')
      .action(async (options: CreateOptions) => create(out, options)),
  );
  return agent;
}

async function create(out: Console, { email, name, client, space: wanted }: CreateOptions): Promise<void> {
  // A key in the environment is an agent's; making agents is for people.
  const hub = new HubClient({ ...hubSettings(out.around.env), key: null });
  const { signIn } = await hub.ask(SIGN_IN, { input: { email, password: await readPassword(out) } });
  hub.useCsrf(signIn.viewer.csrfToken);
  try {
    const { viewer } = await hub.ask(OWN_SPACES, {});
    const space = chooseSpace(
      viewer.spaces.map((one) => one.space),
      wanted,
    );
    const { createAgent } = await hub.ask(CREATE_AGENT, {
      input: { spaceId: space.id, name, clientType: client },
    });
    const { agent, key } = createAgent;
    const snippet =
      agent.connect.find((one) => one.client === client) ??
      agent.connect.find((one) => one.client === 'generic');
    const connect =
      snippet === undefined ? null : { file: snippet.file, code: snippet.code.replaceAll('<KEY>', key) };
    out.note(`Agent ${agent.name} is ready in ${space.name}. Keep the key: it is shown this once.`);
    const lines =
      connect === null ? [] : ['', ...(connect.file === null ? [] : [`# ${connect.file}`]), connect.code];
    out.result({ id: agent.id, name: agent.name, space: { id: space.id, name: space.name }, key, connect }, [
      `id   ${agent.id}`,
      `key  ${key}`,
      ...lines,
    ]);
  } finally {
    await hub.ask(SIGN_OUT, {});
  }
}

type Space = z.output<typeof OWN_SPACES.data>['viewer']['spaces'][number]['space'];

/** The one space that is meant. A name that fits several is never guessed at. */
function chooseSpace(spaces: readonly Space[], wanted: string | undefined): Space {
  const open = spaces.filter(({ viewerCan }) => viewerCan.createAgent);
  const named = wanted === undefined ? open.filter(({ kind }) => kind === 'TEAM') : spacesNamed(open, wanted);
  const [first, ...others] = named;
  if (first !== undefined && others.length === 0) return first;
  const choices = (first === undefined ? open : named).map(({ name, id }) => `${name} (${id})`).join(', ');
  if (first === undefined)
    throw new DomainError(
      'NOT_FOUND',
      wanted === undefined
        ? 'You can make agents in no team.'
        : `You can make agents in no space called ${JSON.stringify(wanted)}.`,
      {
        hint: `Give --space one of: ${choices === '' ? 'none; ask an admin for the member role' : choices}.`,
      },
    );
  throw new DomainError(
    'CONFLICT',
    wanted === undefined
      ? 'You can make agents in several teams.'
      : `Several spaces are called ${JSON.stringify(wanted)}.`,
    { hint: `Give --space the id of one of them: ${choices}.` },
  );
}

function spacesNamed(spaces: readonly Space[], wanted: string): Space[] {
  const byId = spaces.filter(({ id }) => id === wanted);
  if (byId.length > 0) return byId;
  const plain = (text: string): string => text.normalize('NFC').trim().toLowerCase();
  return spaces.filter(({ name, slug }) => plain(name) === plain(wanted) || slug === plain(wanted));
}
