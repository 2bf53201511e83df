import { cardsOf, extract, turn } from './cards.fixture';

describe('a plain rule', () => {
  it.each([
    ['First thing: always write dates as day-month-year', 'always write dates as day-month-year'],
    ['House rule: never leave the kiln unattended.', 'never leave the kiln unattended.'],
    [
      'One more thing: use British spelling instead of American.',
      'use British spelling instead of American.',
    ],
    ['Rule 3: always number the pages.', 'always number the pages.'],
    ['The cellar must stay at 18 to 21 degrees.'],
    ['The reading room should be 18 to 21 degrees.'],
    ['Keep the kiln below 900 degrees.'],
    ['For the greenhouse, 18 to 21 degrees.'],
    ['The darkroom: between 18 and 20 degrees.'],
    ['Guest books must not exceed 40 pages.'],
    ['Three sentences at most, put the ask first'],
    ['Newsletters: max 80 words.'],
    ['In captions, at most two sentences.'],
    ['No more than five slides, start with the costs.'],
    ["Only our own or the city archive's pictures"],
    ['Only paper from the Hendriks mill.'],
    ['Metric units only.'],
    ['No exclamation marks.'],
    ['For minutes: only decisions and names.'],
    ['第一条：日期一律写成年-月-日。', '日期一律写成年-月-日。'],
    ['规矩：回复不要用表情。', '回复不要用表情。'],
    ['还有一点：所有邮件都要先给老周看。', '所有邮件都要先给老周看。'],
    ['温室保持在18到21度。'],
    ['暗房：18到20度。'],
    ['最多三句话，先说要求。'],
    ['新闻稿不超过300字。'],
    ['图片说明最多两句话。'],
    ['只用我们自己的或档案馆的图片。'],
    ['不要表情和感叹号。'],
    ['酒窖的温度必须控制在12度。'],
  ])('is kept: %j', (content, expected = content) => {
    expect(cardsOf(content).map((card) => [card.kind, card.content])).toEqual([['rule', expected]]);
  });

  it.each([
    'Max 80 words',
    'Write a post about the fair. Max 80 words.',
    'Draft a caption for the mill. Three sentences at most, no emojis.',
    'At most two lines.',
    'Only a few days left!',
    'Only my brother knows.',
    'The walk should take 3 hours.',
    '不超过80字',
    '写一段介绍，不超过80字。',
    '帮我写个通知。最多三句话，先说时间。',
  ])('is not made of what holds for one text or moment: %j', (content) => {
    expect(cardsOf(content).filter(({ kind }) => kind === 'rule')).toEqual([]);
  });
});

describe('a "yes"', () => {
  const after = (said: string, yes = 'Yes, please.'): string[] =>
    extract([turn(said, { role: 'assistant' }), turn(yes)]).cards.map(({ content }) => content);

  it.each([
    'Should I write a checklist for the opening?',
    'Shall I turn this into a table for you?',
    'I can send you a shorter version.',
    'Would you like me to draft the letter?',
    "I'll prepare the outline of your talk.",
    "That's the plan for your team.",
    'It is what you should do.',
    'Your draft is ready.',
    "Here's the text for your newsletter.",
    'This will work for your guests.',
    '要不要我帮您写一份清单？',
    '我可以给你一个简短的版本。',
    '这就是你们的方案。',
    '需要我整理成表格吗？',
  ])('to %j says nothing', (said) => {
    expect(after(said)).toEqual([]);
    expect(after(said, '好的，就这样。')).toEqual([]);
  });

  it.each([
    'So your team meets every Monday in the library, right?',
    'Your landlord is Mrs Bakker and you pay her in cash, correct?',
    '所以你们的彩排在周五晚上，对吗？',
  ])('to %j says something', (said) => {
    expect(after(said, /\p{Script=Han}/u.test(said) ? '对的。' : 'Yes, exactly.')).toHaveLength(1);
  });
});

describe('a change that does not say of what', () => {
  it.each([
    [
      'We open on 14 March.',
      "It's now 21 March.",
      "About “We open on 14 March”: It's now 21 March (21 March 2025).",
    ],
    [
      'Our standup is on Wednesday.',
      'Moved to Thursday.',
      'About “Our standup is on Wednesday”: Moved to Thursday (11 April 2024).',
    ],
    ['The entry fee is 10 euros.', 'Make that 12.', 'About “The entry fee is 10 euros”: Make that 12.'],
    ['例会是每周三。', '改到每周四了。', '关于“例会是每周三”：改到每周四了。'],
    ['停车费是10元。', '现在是15元。', '关于“停车费是10元”：现在是15元。'],
  ])('takes it from what was said before: %j, %j', (first, second, expected) => {
    const said = [turn(first), turn(second)];
    const card = extract(said).cards.at(-1);
    expect(card?.content).toBe(expected);
    expect(card?.sources.map(({ turnId }) => turnId)).toEqual(said.map(({ id }) => id));
    expect(extract(said.slice(1), said.slice(0, 1)).cards.map(({ content }) => content)).toEqual([expected]);
  });

  it('is no fact when nothing was said before, or only by somebody else', () => {
    expect(cardsOf("It's now 21 March.")).toEqual([]);
    const said = [
      turn('We open on 14 March.', { speaker: 'Noor' }),
      turn("It's now 21 March.", { speaker: 'Kai' }),
    ];
    expect(extract(said).cards.map(({ speaker }) => speaker)).toEqual(['Noor']);
  });
});
