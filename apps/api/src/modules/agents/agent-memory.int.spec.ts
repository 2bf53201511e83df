import type { Caller, TestAgent } from '../../app/test-app.fixture';
import { AgentDesk } from './agent-desk.fixture';

const FACT = 'The rehearsal of the choir is in Quetzal Hall.';
const QUESTION = 'Where does the choir rehearse, Quetzal Hall?';

describe('what an agent remembers', () => {
  let agents: AgentDesk;
  let one: TestAgent;
  let other: TestAgent;
  beforeAll(async () => {
    agents = await AgentDesk.open();
    one = await agents.agent(agents.desk.author, 'one');
    other = await agents.agent(agents.desk.author, 'other');
    await agents.act('addMemory', 'AddMemoryInput', { input: { content: FACT }, fields: 'cardId', as: one });
  });
  afterAll(() => agents?.hub.close());

  const seenBy = async (as: Caller) => {
    const query =
      'query ($id: ID!, $text: String!) { cards(agentId: $id) { totalCount } search(input: { text: $text }) { total facets { value count } } }';
    const { cards, search } = await agents.hub.must<{
      cards: { totalCount: number };
      search: { total: number; facets: object[] };
    }>(query, { id: one.id, text: QUESTION }, as);
    return { cards: cards.totalCount, hits: search.total, facets: search.facets.length };
  };

  it('comes back to it', async () => {
    expect((await agents.recall(one, QUESTION)).dynamic).toContain('Quetzal Hall');
    expect(await seenBy(one)).toMatchObject({ cards: 1, hits: 1 });
  });

  it('is nothing to another agent of the same owner: no card, no hit, no count, no recall', async () => {
    expect(await seenBy(other)).toEqual({ cards: 0, hits: 0, facets: 0 });
    expect((await agents.recall(other, QUESTION)).dynamic).toBe('');
    expect((await agents.recall(other, QUESTION)).stable).not.toContain('Quetzal');
  });

  it('is shown to its owner, and to no admin of the space', async () => {
    const query = 'query ($id: ID!) { agent(id: $id) { memory { cards } } }';
    const count = async (as: Caller) =>
      (await agents.hub.must<{ agent: { memory: { cards: number } } }>(query, { id: one.id }, as)).agent
        .memory.cards;
    expect([await count(agents.desk.author), await count(agents.desk.admin)]).toEqual([1, 0]);
    expect((await agents.manifest(agents.desk.author, one, QUESTION))?.dynamic).toContain('Quetzal Hall');
    const shown = await agents.manifest(agents.desk.admin, one, QUESTION);
    expect(shown?.dynamic).toBe('');
    expect(JSON.stringify(shown)).not.toContain('Quetzal');
  });

  it('is shown as the next call would find it', async () => {
    const shown = await agents.manifest(agents.desk.author, one, QUESTION);
    expect(shown).toMatchObject(await agents.recall(one, QUESTION));
    expect(shown?.used.find(({ kind }) => kind === 'card')).toMatchObject({
      title: expect.stringContaining('Quetzal'),
      cut: false,
      why: expect.stringMatching(/\w/),
    });
  });
});
