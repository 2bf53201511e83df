import { DomainError } from '@memory-hub/contracts';
import fc from 'fast-check';
import type { SourceTurn } from '../cards/card';
import { fence } from '../injection/fence';
import { cardsOf, extract, OPTIONS, SAID, turn, wordsOf } from './cards.fixture';
import { extractCards, EXTRACTOR_VERSION } from './extract-cards';
import { validateCard } from './validate-card';

describe('what becomes a card', () => {
  it.each([
    ['My name is Priya Raman.', 'preference', 'profile'],
    ['I am allergic to peanuts.', 'preference', 'profile'],
    ['I prefer dark mode.', 'preference', 'preferences'],
    ["I don't eat meat anymore.", 'preference', 'profile'],
    ['My sister Anna lives in Porto and works as a nurse.', 'preference', 'contacts'],
    ['We decided to use Postgres for the billing service.', 'event', 'project-notes'],
    ['I moved to Berlin last month.', 'preference', 'profile'],
    ['I ran a charity race last Saturday.', 'event', 'events'],
    ['I am planning to visit Japan in October.', 'event', 'plans'],
    ['Always run the tests before you commit.', 'rule', 'conventions'],
    ['Please answer in short bullet points from now on.', 'rule', 'conventions'],
    ['Use pnpm instead of npm.', 'rule', 'conventions'],
    ['我叫李雷，在杭州做后端开发。', 'preference', 'profile'],
    ['我对花生过敏。', 'preference', 'profile'],
    ['我不吃香菜。', 'preference', 'preferences'],
    ['我妹妹在广州上班呢。', 'preference', 'contacts'],
    ['王芳是我的同事，其生日是10月09日。', 'preference', 'contacts'],
    ['我们决定数据库用 PostgreSQL。', 'event', 'project-notes'],
    ['昨天我去看了电影。', 'event', 'events'],
    ['下个月3号我要去东京出差。', 'event', 'plans'],
    ['秋季读书论坛的地点是苏州。', 'event', 'events'],
    ['以后请用中文回答我。', 'rule', 'conventions'],
    ['提交前必须跑单元测试。', 'rule', 'conventions'],
  ])('%j is a %s in %s', (content, kind, category) => {
    expect(cardsOf(content).map((card) => [card.kind, card.category])).toEqual([[kind, category]]);
  });

  it.each([
    ['Hi there!', 'greeting'],
    ['what is your name', 'question'],
    ['echo hello', 'command'],
    ['Can you write a function that reverses a string?', 'question'],
    ['fix the bug in login.ts', 'command'],
    ['lol', 'small_talk'],
    ["That's awesome, congrats!", 'small_talk'],
    ['You are doing an amazing job.', 'about_other'],
    ['Hard work always pays off.', 'no_fact'],
    ['```\nconst a = 1;\n```', 'code'],
    ['你好', 'greeting'],
    ['你叫什么名字', 'question'],
    ['帮我写一个排序函数', 'command'],
    ['今天天气真好。', 'small_talk'],
    ['嗯嗯', 'small_talk'],
    ['这个怎么用？', 'question'],
    ['   ', 'empty'],
  ])('%j gives none, because it is %s', (content, reason) => {
    const said = turn(content);
    expect(extract([said])).toEqual({ cards: [], dropped: [{ turnId: said.id, reason }] });
  });

  it('takes a wish told to an assistant for an order', () => {
    const said = turn('I need a regex for email validation');
    const background = [turn('How can I help?', { role: 'assistant' })];
    expect(extract([said], background).dropped).toEqual([{ turnId: said.id, reason: 'command' }]);
  });

  it('takes the fact before a question', () => {
    const [card] = cardsOf("I'm planning a trip to Japan in October, any tips?");
    expect(card?.content).toBe("I'm planning a trip to Japan in October (October 2024)");
    expect(cardsOf('我下个月要去日本，有什么推荐吗？')[0]?.content).toBe('我下个月（2024年5月）要去日本');
  });

  it('marks rules without exception, corrections and what one asked to remember', () => {
    expect(cardsOf('Never push directly to main.')[0]?.priority).toBe(-1);
    expect(cardsOf('Please reply in English from now on.')[0]?.priority).toBe(90);
    expect(cardsOf('No, the port is 8081, not 8080.')[0]).toMatchObject({
      correction: true,
      content: 'the port is 8081, not 8080.',
    });
    expect(cardsOf('Remember that the deploy key rotates every 90 days.')[0]?.tags).toContain('remember');
  });

  it('reads a short Chinese message like a long one', () => {
    expect(cardsOf('我怕狗').map(({ content }) => content)).toEqual(['我怕狗']);
  });
});

describe('content', () => {
  it('keeps the language and the names of the source', () => {
    expect(cardsOf('我在 Initech 和 Søren 一起做 Atlas 项目。')[0]?.content).toBe(
      '我在 Initech 和 Søren 一起做 Atlas 项目。',
    );
  });

  it('says who speaks when names are known', () => {
    const turns = [
      turn('I adopted a puppy yesterday.', { speaker: 'Noor' }),
      turn('我喜欢爬山。', { speaker: '小林' }),
    ];
    expect(extract(turns).cards.map(({ content, speaker }) => [speaker, content])).toEqual([
      ['Noor', 'Noor: I adopted a puppy yesterday (9 April 2024).'],
      ['小林', '小林：我喜欢爬山。'],
    ]);
  });

  it('joins a sentence that cannot stand alone to the one before', () => {
    const said = turn('I painted that lake sunrise last year! It hangs in my kitchen.');
    const { cards } = extract([said]);
    expect(cards.map(({ content }) => content)).toEqual([
      'I painted that lake sunrise last year (2023); it hangs in my kitchen.',
    ]);
    expect(cards.flatMap((card) => wordsOf(card, [said]))).toEqual([
      'I painted that lake sunrise last year!',
      'It hangs in my kitchen.',
    ]);
  });

  it('reads "today" in the zone of the speaker', () => {
    const late = { occurredAt: new Date('2024-04-10T20:00:00Z') };
    expect(cardsOf('I finished the marathon today.', late)[0]?.content).toContain('(11 April 2024)');
    expect(
      cardsOf('I finished the marathon today.', { ...late, zone: 'America/New_York' })[0]?.content,
    ).toContain('(10 April 2024)');
    expect(cardsOf('I finished the marathon today.', { ...late, zone: 'Mars/Base' })[0]?.content).toContain(
      '(11 April 2024)',
    );
  });

  it('dates events, not birthdays and not rules', () => {
    expect(cardsOf('The launch party is next Friday at 7pm.')[0]?.eventTime?.from.toISOString()).toBe(
      '2024-04-19T11:00:00.000Z',
    );
    expect(cardsOf('My birthday is May 7th.')[0]).toMatchObject({
      content: 'My birthday is May 7th.',
      eventTime: null,
    });
    expect(cardsOf('不要在周五发布。')[0]).toMatchObject({ content: '不要在周五发布。', eventTime: null });
  });

  it('hides secrets and leaves out media, code and our own blocks', () => {
    const said = turn(
      `${fence('recall', '- [c1] I love chess.')}\nMy deploy key is sk-a1B2c3D4e5F6g7H8i9J0, I keep it in the vault.\n\`\`\`\nI live in Oslo.\n\`\`\``,
    );
    const { cards } = extract([said]);
    expect(cards.map(({ content }) => content)).toEqual([
      'My deploy key is [masked: cloud_key], I keep it in the vault.',
    ]);
    expect(cards.map((card) => wordsOf(card, [said])[0])).toEqual([
      expect.stringContaining('sk-a1B2c3D4e5F6g7H8i9J0'),
    ]);
  });
});

describe('what others said', () => {
  const assistant = (content: string): SourceTurn => turn(content, { role: 'assistant' });

  it('is taken from an assistant only when the user confirms it', () => {
    const said = [
      assistant('So your manager is Dana and you report to her every Monday, right?'),
      turn('Yes, exactly.'),
    ];
    const { cards } = extract(said);
    expect(cards.map(({ content }) => content)).toEqual([
      'The user confirmed: “Your manager is Dana and you report to her every Monday.”',
    ]);
    expect(cards[0]?.sources).toHaveLength(2);
    expect(extract([assistant('Your manager is Dana.'), turn('thanks')]).cards).toEqual([]);
    expect(
      extract([assistant('Your manager is Dana.'), turn('Yes, but not any more')]).cards.map(
        ({ content }) => content,
      ),
    ).not.toContainEqual(expect.stringContaining('confirmed'));
  });

  it('confirms what was said in the background, in Chinese too', () => {
    const { cards } = extract([turn('对的。')], [assistant('所以你们团队每周一开例会，对吗？')]);
    expect(cards.map(({ content }) => content)).toEqual(['用户确认：“你们团队每周一开例会。”']);
  });

  it('makes a bare answer a fact with its question', () => {
    const [card] = extract([turn('Neovim')], [assistant('What is your favorite editor?')]).cards;
    expect(card).toMatchObject({
      content: 'Asked “What is your favorite editor?”: Neovim',
      attribute: { subject: 'self', attribute: 'favorite editor', value: 'neovim' },
    });
    expect(extract([turn('what is your name'), turn('echo hello')]).cards).toEqual([]);
  });

  it('is not taken from a pasted text', () => {
    expect(cardsOf('Summarize this article: I moved to Berlin in 2019. My dog was scared.')).toEqual([]);
    expect(cardsOf('帮我翻译下面这段话：我住在北京。我喜欢爬山。')).toEqual([]);
  });

  it('gives a Chinese answer without a subject its question', () => {
    const turns = [
      turn('你的猫多大了？', { speaker: '阿杰' }),
      turn('三岁了，是我从收容所领养的。', { speaker: '小美' }),
    ];
    expect(extract(turns).cards[0]?.content).toBe(
      '小美被问“你的猫多大了？”，回答：三岁了，是我从收容所领养的。',
    );
  });

  it('gives a dependent answer its question', () => {
    const turns = [
      turn('Who sang at the park?', { speaker: 'Kai' }),
      turn('It was Lena Ortiz, she sang for two hours on Sunday.', { speaker: 'Noor' }),
    ];
    expect(extract(turns).cards[0]?.content).toBe(
      'Noor, asked “Who sang at the park?”: It was Lena Ortiz, she sang for two hours on Sunday (7 April 2024).',
    );
  });
});

describe('attributes', () => {
  it.each([
    ['I live in Munich now.', ['self', 'residence', 'munich', '', true]],
    ['My boss moved to Rome last month.', ["self's boss", 'residence', 'rome', '', true]],
    ['My cousin lives in Rome.', ["self's cousin", 'residence', 'rome', '', false]],
    ['I use Vim at home.', ['self', 'likes: vim', 'yes', 'at home', true]],
    [
      'The deadline for Atlas is 3 May 2024.',
      ['the', 'deadline for atlas', '2024-05-02T16:00:00.000Z', '', true],
    ],
    ['我老婆的生日是3月5号。', ['self的妻子', 'birthday', '3月5号', '', true]],
    ['我上个月搬到了上海。', ['self', 'residence', '上海', '', true]],
    ['我不吃香菜。', ['self', '喜欢: 香菜', 'no', '', true]],
  ])('of %j', (content, expected) => {
    const found = cardsOf(content)[0]?.attribute;
    expect(found && [found.subject, found.attribute, found.value, found.condition, found.single]).toEqual(
      expected,
    );
  });

  it.each([
    'It was a great day in Rome.',
    'I met my friend in Berlin for lunch.',
    'I used to live in Berlin.',
  ])('are not read into %j', (content) => {
    expect(cardsOf(content).map(({ attribute }) => attribute?.attribute)).not.toContain('residence');
  });
});

describe('the run', () => {
  it('puts facts told in one turn or in five into the same scene', () => {
    const facts = [
      'I booked a flight to Lisbon.',
      'My hotel is near the beach.',
      'I am packing for the trip.',
      'The road trip starts on Monday.',
    ];
    const scenes = (cards: ReturnType<typeof extract>['cards']): string[] => [
      ...new Set(cards.map(({ scene }) => scene)),
    ];
    const apart = extract(facts.map((fact) => turn(fact))).cards;
    expect(scenes(apart)).toEqual(['Travel']);
    expect(scenes(extract([turn(facts.join(' '))]).cards)).toEqual(['Travel']);
  });

  it('keeps one card of a fact told twice, with both sources', () => {
    const { cards } = extract([turn('I like tea.'), turn('I like tea!')]);
    expect(cards.map(({ sources }) => sources.length)).toEqual([2]);
  });

  it('takes the strongest statements of a pasted document and says so', () => {
    const said = turn(
      Array.from({ length: 60 }, (_, at) => `I visited city number ${at} in 2019.`).join('\n'),
    );
    const { cards, dropped } = extract([said]);
    expect(cards).toHaveLength(20);
    expect(dropped).toEqual([{ turnId: said.id, reason: 'turn_limit' }]);
  });

  it('refuses a zone and a time that do not exist, naming them', () => {
    expect(() => extractCards([], [], { ...OPTIONS, zone: 'Mars/Base' })).toThrow(DomainError);
    const bad = turn('I like tea.', { occurredAt: new Date(Number.NaN) });
    expect(() => extractCards([bad], [], OPTIONS)).toThrow(
      expect.objectContaining({ path: ['turns', 0, 'occurredAt'] }),
    );
  });

  it('gives valid cards with spans into the stored text for any input, the same each time, and changes nothing', () => {
    const words = fc.constantFrom(
      'I ',
      'moved to ',
      'Berlin',
      ' last month',
      '. ',
      '! ',
      '\n',
      'my dog ',
      'loves ',
      '我',
      '喜欢',
      '上周五',
      '。',
      '？',
      '😀',
      '\ud83d',
      ' sk-a1B2c3D4e5F6g7H8i9J0 ',
      '```',
      '> ',
      '"',
      'always ',
      'use tabs',
      'Yes, ',
      'right?',
      '\u0000',
      '的生日是5月3号',
      'It was ',
      'x'.repeat(500),
    );
    const turns = fc.array(
      fc.record({
        content: fc.array(words, { maxLength: 14 }).map((list) => list.join('')),
        role: fc.constantFrom('user', 'assistant', 'tool', 'system'),
        speaker: fc.constantFrom(null, 'Noor', '小林', 'user'),
      }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(turns, (list) => {
        const all = list.map((given, at) => turn(given.content, { ...given, id: `t${at}` }));
        const before = JSON.stringify(all);
        const found = extract(all);
        expect(JSON.stringify(all)).toBe(before);
        expect(extract(all)).toEqual(found);
        const known = new Map(all.map((one) => [one.id, one]));
        expect(found.cards.map((card) => validateCard(card, known))).toEqual(found.cards.map(() => null));
        expect(found.cards.map(({ content }) => content).join()).not.toContain('sk-a1B2');
        const told = new Set([
          ...found.cards.flatMap(({ sources }) => sources.map(({ turnId }) => turnId)),
          ...found.dropped.map(({ turnId }) => turnId),
        ]);
        expect(told.size).toBe(all.length);
      }),
      { numRuns: 300 },
    );
  });

  it('has a version', () => {
    expect(EXTRACTOR_VERSION).toMatch(/^rules-\d+$/);
  });
});

describe('validateCard', () => {
  const said = turn('I like 😀 tea.');
  const known = new Map([[said.id, said]]);
  const [card] = extract([said]).cards;

  it.each([
    [{ content: ' … ' }, 'empty_content'],
    [{ content: 'x'.repeat(1_001) }, 'content_too_long'],
    [{ kind: 'fact' }, 'unknown_kind'],
    [{ priority: 200 }, 'priority_out_of_range'],
    [{ confidence: Number.NaN }, 'confidence_out_of_range'],
    [{ sources: [] }, 'no_source'],
    [{ sources: [{ turnId: 'nowhere', start: 0, end: 1 }] }, 'unknown_turn'],
    [{ sources: [{ turnId: said.id, start: 0, end: 99 }] }, 'wrong_span'],
    [{ sources: [{ turnId: said.id, start: 0, end: 8 }] }, 'wrong_span'],
    [{ sources: [{ turnId: said.id, start: 6, end: 7 }] }, 'empty_span'],
    [{ sources: [{ turnId: said.id, start: 3, end: 3 }] }, 'empty_span'],
    [{ occurredAt: new Date(Number.NaN) }, 'bad_time'],
    [{ eventTime: { from: SAID, to: SAID, precision: 'day' as const } }, 'bad_time'],
  ])('refuses a card with %j', (fault, expected) => {
    expect(card).toBeDefined();
    if (card) expect(validateCard({ ...card, ...fault }, known)).toBe(expected);
  });
});
