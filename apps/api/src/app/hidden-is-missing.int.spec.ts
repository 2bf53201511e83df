import { randomBytes } from 'node:crypto';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import {
  getNamedType, getNullableType, isEnumType, isInputObjectType, isLeafType, isListType, isNonNullType, isObjectType,
  type GraphQLArgument, type GraphQLField, type GraphQLInputType, type GraphQLOutputType,
} from 'graphql'; // prettier-ignore
import { skill } from '../modules/reviews/review-desk.fixture';
import { timeless, TwoWorlds } from './two-worlds.fixture';
import type { TestAgent, TestPerson } from './test-app.fixture';

/** One place in an operation that takes an id: the names down to it. */
interface IdPlace {
  readonly operation: 'query' | 'mutation';
  readonly field: GraphQLField<unknown, unknown>;
  readonly path: readonly string[];
}

const SECRET_SESSION = 'a-session-of-bo';
const DIGEST = 'a'.repeat(64);
/** Values under which an operation gets as far as its ids. */
const FILLED: Readonly<Record<string, unknown>> = {
  text: 'Heron', content: 'A fact.', name: 'a-name', title: 'A title', description: 'What it is.', message: 'Why.', reason: 'It was wrong.', note: 'Read.',
  clientType: 'generic', sessionId: 'session-of-hidden', expectedDigest: DIGEST, digest: DIGEST, approvals: 1, selfApproval: false, turns: [{ role: 'USER', content: 'Something.' }],
}; // prettier-ignore

describe('an id that one may not read', () => {
  let worlds: TwoWorlds;
  let hidden: Readonly<Record<string, readonly string[]>>;
  let taoBot: TestAgent;
  /** A card of each agent that a caller may use. */
  const cards = new Map<string, string>();

  beforeAll(async () => {
    worlds = await TwoWorlds.open();
    taoBot = await worlds.hub.createAgent({ owner: worlds.people.tao, name: 'tao-bot' });
    for (const agent of [taoBot, worlds.agents.pia])
      cards.set(agent.id, (await worlds.remember(agent, ['The tide table hangs in the hall.']))[0] ?? '');
    for (const agent of [worlds.agents.bo, worlds.agents.eve]) {
      await worlds.remember(agent, ['The vault is behind the mirror.']);
      await worlds.capture(agent, ['I live in Oslo.', 'I like rye bread.', 'My cat is called Pixel.']);
      await worlds.hub.must(
        'mutation ($input: EndSessionInput!) { endSession(input: $input) { userErrors { code } } }',
        { input: { sessionId: 'monday' } },
        agent,
      );
    }
    const turns = [{ role: 'USER', content: 'Nobody else knows of this session.' }];
    await worlds.hub.must(
      'mutation ($input: CaptureTurnsInput!) { captureTurns(input: $input) { userErrors { code } } }',
      { input: { sessionId: SECRET_SESSION, turns } },
      worlds.agents.bo,
    );
    for (const kind of ['draft', 'submit', 'publish', 'invite'] as const)
      await worlds.act({ kind, by: 'stranger', word: 1 });
    await worlds.act({ kind: 'draft', by: 'neighbour', word: 1 });
    await worlds.settled();
    hidden = await hiddenIds(worlds);
  }, 240_000);
  afterAll(() => worlds?.close());

  it('is answered like one that does not exist, by every operation that takes an id', async () => {
    const { schema } = worlds.hub.app.get(GraphQLSchemaHost);
    const places = (['query', 'mutation'] as const).flatMap((operation) => {
      const root = operation === 'query' ? schema.getQueryType() : schema.getMutationType();
      return Object.values(root?.getFields() ?? {}).flatMap((field) =>
        idPlaces(field.args).map((path) => ({ operation, field, path })),
      );
    });
    expect(places.length).toBeGreaterThan(40);
    const differences: unknown[] = [];
    const shallow: string[] = [];
    for (const place of places) {
      const codes = new Set<string>();
      for (const caller of [worlds.people.tao, worlds.people.pia, worlds.agents.pia])
        for (const id of candidates(hidden, place.path.at(-1) ?? '')) {
          const [theirs, missing] = [await ask(place, id, caller), await ask(place, strange(id), caller)];
          if (JSON.stringify(theirs) !== JSON.stringify(missing))
            differences.push({ place: nameOf(place), caller: caller.kind, id, theirs, missing });
          for (const [, code = ''] of JSON.stringify(theirs).matchAll(/"code":"([A-Z_]+)"/g)) codes.add(code);
        }
      if (codes.has('VALIDATION_FAILED') && !codes.has('NOT_FOUND')) shallow.push(nameOf(place));
    }
    expect(differences).toEqual([]);
    // A call that fails for another reason before its id is looked at proves nothing.
    expect(shallow).toEqual([]);
  }, 600_000);

  it('is answered like one that does not exist, by every tool', async () => {
    const ids = Object.values(hidden).flat();
    const calls = (id: string): [tool: string, input: Record<string, unknown>][] => [
      ['hub_read', { id }],
      ['memory_trace', { id }],
      ['memory_update', { id, content: 'Changed.' }],
      ['memory_delete', { id }],
      ['memory_task_wait', { taskId: id, timeout: 1 }],
      ['memory_add', { content: 'A fact.', agentId: id }],
      ['memory_search', { search: 'vault', agentId: id }],
    ];
    await worlds.mcp(worlds.agents.pia, async (client) => {
      for (const id of ids) {
        const other = strange(id);
        const missing = calls(other);
        for (const [index, [tool, input]] of calls(id).entries()) {
          const [theirs, none] = [
            await client.call(tool, input),
            await client.call(tool, missing[index]?.[1] ?? {}),
          ];
          expect({ tool, id, answer: masked(theirs, id) }).toEqual({ tool, id, answer: masked(none, other) });
          expect(theirs.isError).toBe(true);
        }
      }
      for (const tool of ['memory_search', 'memory_recall']) {
        const of = (sessionId: string) =>
          client.call(tool, {
            ...(tool === 'memory_search' ? { search: 'vault' } : { text: 'vault' }),
            sessionId,
          });
        expect(timeless(masked(await of(SECRET_SESSION), SECRET_SESSION))).toEqual(
          timeless(masked(await of('another'), 'another')),
        );
      }
    });
  }, 240_000);

  async function ask(
    { operation, field, path }: IdPlace,
    id: string,
    caller: TestPerson | TestAgent,
  ): Promise<unknown> {
    const own: Readonly<Record<string, unknown>> = {
      agentId: caller.kind === 'agent' ? caller.id : taoBot.id, assetId: worlds.mounted.asset.id, spaceId: worlds.desk.team.id, userId: worlds.people.pia.id,
      id: worlds.mounted.id, proposalId: worlds.mounted.id, revisionId: worlds.mounted.revision.id, findingId: `finding_${'0'.repeat(32)}`,
      cardIds: [cards.get(caller === worlds.people.tao ? taoBot.id : worlds.agents.pia.id)], name: path.at(-1) === 'baseRevisionId' ? 'release-check' : 'a-name',
    }; // prettier-ignore
    const variables = Object.fromEntries(
      field.args.flatMap((argument) => filled(argument, { path, id, own, at: [] })),
    );
    const used = field.args.filter(({ name }) => name in variables);
    const head = used.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
    const body = used.map(({ name }) => `${name}: $${name}`).join(', ');
    return masked(
      await worlds.graphql(
        `${operation} (${head}) { ${field.name}(${body}) ${selection(field.type)} }`,
        variables,
        caller,
      ),
      id,
    );
  }
});

function nameOf({ field, path }: IdPlace): string {
  return `${field.name}(${path.join('.')})`;
}

/** Another id of the same type that nothing has. */
function strange(id: string): string {
  return `${id.slice(0, id.indexOf('_'))}_${randomBytes(16).toString('hex')}`;
}

function masked(answer: unknown, id: string): unknown {
  return JSON.parse(JSON.stringify(answer).replaceAll(id, '<id>'));
}

function isId(type: GraphQLInputType): boolean {
  return getNamedType(type).name === 'ID';
}

function idPlaces(args: readonly GraphQLArgument[]): string[][] {
  return args.flatMap(({ name, type }) => {
    if (isId(type)) return [[name]];
    const inner = getNullableType(type);
    return isInputObjectType(inner)
      ? Object.values(inner.getFields()).flatMap((field) => (isId(field.type) ? [[name, field.name]] : []))
      : [];
  });
}

interface Filling {
  readonly path: readonly string[];
  readonly id: string;
  readonly own: Readonly<Record<string, unknown>>;
  readonly at: readonly string[];
}

/** Name and value of what an operation needs to get as far as the id in question. */
function filled(
  { name, type }: { readonly name: string; readonly type: GraphQLInputType },
  filling: Filling,
): [string, unknown][] {
  const at = [...filling.at, name];
  const inner = getNullableType(type);
  if (at.join('.') === filling.path.join('.')) return [[name, isListType(inner) ? [filling.id] : filling.id]];
  // A base says nothing without the asset that it is a revision of.
  const goesWith = name === 'assetId' && filling.path.at(-1) === 'baseRevisionId';
  if (!isNonNullType(type) && !goesWith && !filling.path.join('.').startsWith(`${at.join('.')}.`)) return [];
  if (isId(type)) return [[name, filling.own[name]]];
  if (isInputObjectType(inner))
    return [
      [
        name,
        Object.fromEntries(
          Object.values(inner.getFields()).flatMap((field) => filled(field, { ...filling, at })),
        ),
      ],
    ];
  if (isEnumType(inner)) return [[name, inner.getValues()[0]?.name]];
  if (name === 'files') return [[name, skill(String(filling.own['name']))]];
  return [[name, name in FILLED ? FILLED[name] : 'x']];
}

function selection(type: GraphQLOutputType): string {
  const named = getNamedType(type);
  if (isLeafType(named)) return '';
  if (!isObjectType(named)) return '{ __typename }';
  const fields = named.getFields();
  if ('userErrors' in fields) return '{ __typename userErrors { code message hint path } }';
  return 'edges' in fields ? '{ edges { cursor } }' : '{ __typename }';
}

function candidates(hidden: Readonly<Record<string, readonly string[]>>, name: string): string[] {
  const type = /^(\w*?)Ids?$/.exec(name)?.[1] ?? '';
  const kind = /revision/i.test(type) ? 'revision' : type;
  return [...(hidden[kind] ?? Object.values(hidden).flat())];
}

/** Ids of everything that belongs to the other team or to the neighbour alone, by type. */
async function hiddenIds({
  hub,
  agents,
  elsewhere,
  desk,
  people,
}: TwoWorlds): Promise<Record<string, string[]>> {
  const read = async (type: string, sql: string, values: unknown[]): Promise<[string, string[]]> => {
    const rows = await hub.sql<{ id: string }>(sql, values);
    if (rows.length === 0) throw new Error(`nothing hidden of type ${type}`);
    return [type, rows.slice(0, 2).map(({ id }) => `${type}_${id.replaceAll('-', '')}`)];
  };
  const owners = [agents.bo.uuid, agents.eve.uuid];
  const author = desk.author.uuid;
  return Object.fromEntries([
    ['agent', [agents.eve.id]],
    ['space', [elsewhere.id]],
    ['user', [people.eve.id]],
    await read('asset', 'SELECT id FROM asset WHERE space_id = $1 ORDER BY status DESC', [elsewhere.uuid]),
    await read(
      'proposal',
      "SELECT id FROM proposal WHERE space_id = $1 OR (author_user_id = $2 AND state = 'draft') ORDER BY created_at DESC",
      [elsewhere.uuid, author],
    ),
    await read('revision', 'SELECT id FROM asset_revision WHERE space_id = $1', [elsewhere.uuid]),
    await read('conversation', 'SELECT id FROM conversation WHERE agent_id = ANY ($1::uuid[])', [owners]),
    await read(
      'turn',
      'SELECT t.id FROM turn t JOIN conversation c ON c.id = t.conversation_id WHERE c.agent_id = ANY ($1::uuid[])',
      [owners],
    ),
    await read('card', 'SELECT id FROM card WHERE agent_id = ANY ($1::uuid[])', [owners]),
    await read('scene', 'SELECT id FROM scene WHERE agent_id = ANY ($1::uuid[])', [owners]),
    await read('persona', 'SELECT id FROM persona WHERE agent_id = ANY ($1::uuid[])', [owners]),
    await read('key', 'SELECT id FROM api_key WHERE owner_id = $1', [people.eve.uuid]),
    await read('invitation', 'SELECT id FROM invitation WHERE space_id = $1', [elsewhere.uuid]),
    await read(
      'task',
      'SELECT t.id FROM task t JOIN access_class c ON c.id = t.acl_id WHERE c.tokens && $1::text[]',
      [owners.map((id) => `caller:${id}`)],
    ),
  ]);
}
