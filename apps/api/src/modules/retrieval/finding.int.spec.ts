import fc from 'fast-check';
import { startTestApp, type TestApp } from '../../app/test-app.fixture';
import { RetrievalDesk, SEARCH, type SearchReply } from './retrieval-desk.fixture';

const CHINESE = [
  '我下周三要去上海参加人工智能大会。',
  '安娜对花生过敏，吃了会起疹子。',
  '项目的预发布服务器叫苍鹭，每周二部署。',
  '小明在北京大学学习量子物理。',
  '她最喜欢的作家是村上春树。',
  '妈妈的生日是农历八月十五。',
  '我们把数据库从甲骨文迁移到了开源方案。',
  '老王养了三只橘猫和一条边境牧羊犬。',
  '医生建议他每天步行一万步以上。',
  '会议室预订系统的密码每月更换一次。',
  '这家咖啡馆的燕麦拿铁味道很好。',
  '发布说明必须由没写过代码的人朗读。',
];

let hub: TestApp;

beforeAll(async () => {
  hub = await startTestApp({ roles: 'api,mcp,worker' });
}, 120_000);
afterAll(() => hub?.close());

describe('what is found', () => {
  let desk: RetrievalDesk;

  beforeAll(async () => {
    desk = await RetrievalDesk.of(hub);
  });

  it('includes what the same transaction has written', async () => {
    await desk.write(async (tx) => {
      const item = desk.item({ text: 'The lighthouse keeper is called Ingrid.' });
      await desk.store.add(tx, [item]);
      expect((await desk.searchIn(tx, 'Ingrid')).hits.map((hit) => hit.itemId)).toEqual([item.itemId]);
    });
    await expect(
      desk.write(async (tx) => {
        await desk.store.add(tx, [desk.item({ text: 'The ferryman is called Olof.' })]);
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect(await desk.found('Olof')).toEqual([]);
  });

  it('is every part of stored Chinese, one to four characters long, by its characters alone', async () => {
    const zh = await RetrievalDesk.of(desk.hub);
    const ids = await zh.add(...CHINESE);
    const parts = CHINESE.flatMap((text, index) => {
      const runs = text.match(/\p{Script=Han}+/gu) ?? [];
      return runs.flatMap((run) =>
        Array.from(run, (_character, at) => [1, 2, 3, 4].map((length) => run.slice(at, at + length)))
          .flat()
          .map((part) => ({ part, index })),
      );
    });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...parts), async ({ part, index }) => {
        const { hits, mode } = await zh.search(part, { mode: 'keyword', limit: 3 });
        expect(mode).toBe('keyword');
        // Where more than three texts have the part, any three of them are right.
        const right =
          hits.some((hit) => hit.itemId === ids[index]) ||
          (hits.length === 3 && hits.every((hit) => hit.body.includes(part)));
        expect({ part, right, found: hits.map((hit) => hit.body) }).toMatchObject({ right: true });
      }),
      { numRuns: 120 },
    );
  }, 120_000);

  it.each([
    ['TODO: fix', 'TODO: fix the flaky test before Friday.'],
    ['multi-agent', 'We run a multi-agent planner on Heron.'],
    ['a AND', 'Press a AND b together to reset it.'],
    ['"', 'The 19" rack is full.'],
    ['*', 'The glob *.ts matches too much.'],
    ['20.04', 'The machine still runs Ubuntu 20.04.'],
    ['grammar::fa', 'The symbol grammar::fa is defined twice.'],
    ['C++', 'The parser is written in C++.'],
    ['\ud83d', 'Half an emoji is no reason to fail.'],
    ['\u0000', 'Nor is a zero byte.'],
    ['(', 'An open ( bracket.'],
    ['kind:', 'kind: of funny.'],
    ['tag:\u0000', 'A tag of nothing.'],
  ])('does not fail on %j, in any mode and reading', async (query, text) => {
    const [id] = await desk.add(text);
    for (const reading of ['words', 'qualifiers'] as const)
      for (const mode of ['hybrid', 'keyword', 'meaning', 'none'] as const) {
        const answer = await desk.search(query, { mode, reading });
        expect(answer.asked).toBe(mode);
      }
    if (/[a-z0-9]/i.test(query) && !query.startsWith('tag:'))
      expect((await desk.found(query, { mode: 'keyword', limit: 100 })).slice(0, 3)).toContain(id);
  });

  it('answers a question of twenty thousand characters, and names the limit of a longer one', async () => {
    expect((await desk.search('很'.repeat(20_000))).asked).toBe('hybrid');
    await expect(desk.search('很'.repeat(20_001))).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      path: ['text'],
    });
  });

  it('is nothing when no leg is asked for, and nothing but words when only they are', async () => {
    await desk.add('The anchor weighs four tonnes.');
    expect(await desk.search('anchor', { mode: 'none' })).toMatchObject({
      hits: [],
      mode: 'none',
      asked: 'none',
      total: 0,
    });
    const { hits, mode, degraded } = await desk.search('anchor', { mode: 'keyword' });
    expect(mode).toBe('keyword');
    expect(degraded).toEqual([]);
    expect(hits.every((hit) => hit.why.meaning === undefined)).toBe(true);
  });

  it('is cut between characters, never inside an emoji', async () => {
    const body = `${'x'.repeat(78)}👩‍👩‍👧‍👦 pelican ${'👩‍👩‍👧‍👦'.repeat(60)}`;
    await desk.add(body);
    const { search } = await desk.hub.must<SearchReply>(SEARCH, { input: { text: 'pelican' } }, desk.agent);
    const node = search.edges[0]?.node;
    expect(node?.title).toBe('x'.repeat(78));
    const shown = node?.snippet.text ?? '';
    expect(body).toContain(shown);
    expect(
      [...new Intl.Segmenter().segment(shown)]
        .map(({ segment }) => segment)
        .filter((segment) => segment.includes('👩') && segment !== '👩‍👩‍👧‍👦'),
    ).toEqual([]);
  });
});
