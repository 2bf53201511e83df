import { startTestApp, type TestApp } from '../../app/test-app.fixture';
import { EMBEDDER } from '../../infrastructure/models';
import { RetrievalDesk } from './retrieval-desk.fixture';

let hub: TestApp;

beforeAll(async () => {
  hub = await startTestApp({ roles: 'api,mcp,worker' });
}, 120_000);
afterAll(() => hub?.close());

describe('meaning', () => {
  let desk: RetrievalDesk;

  beforeAll(async () => {
    desk = await RetrievalDesk.of(hub);
  });
  afterEach(() => jest.restoreAllMocks());

  it('finds a paraphrase in the other language, without a word in common', async () => {
    const [steps, rain, , language] = await desk.add(
      'His doctor told him to walk ten thousand steps a day.',
      '明天下午会下大雨，记得带伞。',
      'The release goes out on Tuesdays.',
      '小王正在学习葡萄牙语。',
    );
    await desk.embedded();
    const first = async (text: string) => {
      const { hits, mode, coverage } = await desk.search(text, { mode: 'meaning' });
      expect(mode).toBe('meaning');
      expect(coverage.embedded).toBe(coverage.total);
      return hits[0]?.itemId;
    };
    expect(await first('他每天应该走多少路？')).toBe(steps);
    expect(await first('Will I need an umbrella tomorrow?')).toBe(rain);
    expect(await first('Who is learning a language?')).toBe(language);
    expect((await desk.search('Muss ich morgen einen Schirm mitnehmen?')).mode).toBe('hybrid');
  });

  it('that is down or late leaves the words, and the answer says so', async () => {
    await desk.add('The sextant is in the drawer.');
    const embedder = desk.hub.app.get<{ embed: (...ask: unknown[]) => Promise<Float32Array[]> }>(EMBEDDER);
    jest.spyOn(embedder, 'embed').mockRejectedValue(new Error('the worker died'));
    const down = await desk.search('sextant');
    expect(down).toMatchObject({
      asked: 'hybrid',
      mode: 'keyword',
      degraded: [{ leg: 'meaning', reason: 'unavailable' }],
    });
    expect(down.hits).toHaveLength(1);
    expect(await desk.search('sextant', { mode: 'meaning' })).toMatchObject({
      mode: 'none',
      hits: [],
      degraded: [{ leg: 'meaning', reason: 'unavailable' }],
    });
    jest.spyOn(embedder, 'embed').mockReturnValue(new Promise(() => undefined));
    expect(await desk.search('sextant')).toMatchObject({
      mode: 'keyword',
      degraded: [{ leg: 'meaning', reason: 'timeout' }],
    });
    const { search } = await desk.hub.must<{ search: { degraded: { message: string }[] } }>(
      '{ search(input: { text: "sextant" }) { degraded { message } } }',
      {},
      desk.agent,
    );
    expect(search.degraded[0]?.message).toMatch(/took too long/);
  });

  it('waits for an embedder that was away, and loses nothing', async () => {
    const embedder = desk.hub.app.get<{ embed: (...ask: unknown[]) => Promise<Float32Array[]> }>(EMBEDDER);
    const away = jest.spyOn(embedder, 'embed').mockRejectedValue(new Error('the worker died'));
    const [id] = await desk.add('The barometer fell all night.');
    expect(await desk.search('barometer', { mode: 'keyword' })).toMatchObject({ degraded: [] });
    away.mockRestore();
    await desk.embedded();
    expect((await desk.search('气压整夜下降', { mode: 'meaning' })).hits[0]?.itemId).toBe(id);
  }, 60_000);

  it('goes with what is removed, at once and from every table', async () => {
    const [gone, kept] = await desk.add('The compass was demagnetised.', 'The compass was replaced.');
    await desk.embedded();
    await desk.remove(gone ?? '');
    for (const mode of ['keyword', 'meaning', 'hybrid'] as const)
      expect(await desk.found('compass', { mode, includeHistory: true })).not.toContain(gone);
    expect(await desk.found('compass')).toContain(kept);
    const rows = await desk.hub.sql<{ what: string }>(
      `SELECT 'chunk' AS what FROM search_chunk WHERE item_id = $1
       UNION ALL SELECT 'posting' FROM search_posting WHERE NOT EXISTS (SELECT FROM search_chunk WHERE no = chunk_no)
       UNION ALL SELECT 'vector' FROM search_vector WHERE NOT EXISTS (SELECT FROM search_chunk WHERE no = chunk_no)`,
      [gone],
    );
    expect(rows).toEqual([]);
    await desk.embedded();
  });

  it('of a text that changed is the one of the new text', async () => {
    const item = desk.item({ text: 'The galley serves fish soup.' });
    await desk.write((tx) => desk.store.put(tx, item));
    await desk.embedded();
    await desk.write((tx) =>
      desk.store.put(tx, {
        ...item,
        rev: 2,
        pieces: [{ title: '', body: 'The engine needs new oil filters.' }],
      }),
    );
    await desk.embedded();
    expect(await desk.found('发动机的机油滤清器', { mode: 'meaning' })).toContain(item.itemId);
    expect(await desk.found('galley', { mode: 'keyword' })).not.toContain(item.itemId);
  });
});

describe('nonsense', () => {
  let desk: RetrievalDesk;

  beforeAll(async () => {
    desk = await RetrievalDesk.of(hub);
    const people = ['Ann', 'Bo', 'Chen', 'Dee', '小明', '老王'];
    const facts = [
      'likes oat milk in coffee',
      'moved to Porto last spring',
      'plays the cello on Sundays',
      '在图书馆工作了十年',
      '每天早上跑五公里',
      '喜欢看科幻电影',
      'has two orange cats',
      'is learning Portuguese',
      '上周买了一辆自行车',
      '打算明年去冰岛旅行',
    ];
    await desk.add(...people.flatMap((person) => facts.map((fact) => `${person} ${fact}.`)));
    await desk.embedded();
  }, 180_000);

  it.each([
    'blorptang quizzlewort vexmordian',
    'zzxq wqvkj',
    '龘靐齉爩鱻麤',
    '魑魅魍魉饕餮耄耋',
    'photosynthesis of granite lawyers',
    '量子香蕉的税务审计',
    '12093847120398',
    '🦑🦑🦑',
  ])('%j finds nothing', async (query) => {
    const { hits, degraded } = await desk.search(query);
    expect(hits.map((hit) => hit.body)).toEqual([]);
    expect(degraded).toEqual([]);
  });

  it('is told from a real question', async () => {
    expect((await desk.search('Who plays an instrument?')).hits[0]?.body).toContain('cello');
    expect((await desk.search('谁在学葡萄牙语？')).hits[0]?.body).toContain('Portuguese');
  });
});
