import { findDates, withDates } from './find-dates';

/** Monday, 30 November 2026, noon in Amsterdam. */
const reading = { saidAt: new Date('2026-11-30T11:00:00Z'), zone: 'Europe/Amsterdam' } as const;

function labels(text: string, language: 'zh' | 'en'): (string | null)[] {
  return findDates(text, { ...reading, language }).map(({ label }) => label);
}

describe('the year of a date without one, in English', () => {
  it.each([
    ["it's now 21 March", '21 March 2027'],
    ['The permit expires on 30 June.', '30 June 2027'],
    ['We decided to replace the mail server; Tomasz will migrate it in February.', 'February 2027'],
    ['We decided that Tomasz will migrate it in February.', 'February 2027'],
    ['The lease I signed last year lapses on 1 May.', '1 May 2027'],
    ['Registration closes 15 January.', '15 January 2027'],
    ['The bakery reopens in April.', 'April 2027'],
    ['The concert was moved to 9 May.', '9 May 2027'],
    ['They postponed the hearing until 12 February.', '12 February 2027'],
    ['The tax return is due on 1 May.', '1 May 2027'],
    ['Deadline: 14 February.', '14 February 2027'],
    ['We booked a table for 3 January.', '3 January 2027'],
    ['I have an exam on 20 January.', '20 January 2027'],
    ['The report must be finished by 10 March.', '10 March 2027'],
    ['My passport is valid until 6 July.', '6 July 2027'],
    ['The new bridge will be opened in June.', 'June 2027'],
    ['I fly to Oslo on 8 January.', '8 January 2027'],
    ['She told me that the shop opens on 4 April.', '4 April 2027'],
    ['We get married on 5 June.', '5 June 2027'],
    ['The subscription I bought in May ends on 2 May.', 'May 2026', '2 May 2027'],
    ['I was ill, but the race is on 7 February.', '7 February 2027'],
    [
      'They brought the loom on 22 October and the second one follows on 10 January.',
      '22 October 2026',
      '10 January 2027',
    ],
    ['The museum shop reopens on 2 May and it closes on 4 May.', '2 May 2027', '4 May 2027'],
    ['From 1 January we will use the new rota.', '1 January 2027'],
  ])('is a coming one in %j', (text, ...expected) => {
    expect(labels(text, 'en').filter((label) => label !== 'last year' && label !== '2025')).toEqual(expected);
  });

  it.each([
    ['I moved to Utrecht on 3 March.', '3 March 2026'],
    ['We opened the shop in December.', 'December 2025'],
    ['I planted the roses in October.', 'October 2026'],
    ['The contract was signed on 12 December.', '12 December 2025'],
    ['We have lived here since April.', 'April 2026'],
    ['On 5 May, my brother broke his arm.', '5 May 2026'],
    ['He worked there until 30 June.', '30 June 2026'],
    ['The course that starts in January was cancelled on 20 December.', 'January 2027', '20 December 2025'],
    ['We had moved the piano on 2 February.', '2 February 2026'],
    ['It rained on 1 June, and we will try again.', '1 June 2026'],
    ['The invoice is dated 4 May.', '4 May 2026'],
    ['She graduated on 9 July.', '9 July 2026'],
  ])('is a past one in %j', (text, ...expected) => {
    expect(labels(text, 'en')).toEqual(expected);
  });

  it.each([
    'Everybody said 4 June.',
    'About the trip, 4 June.',
    'They told us 9 May.',
    'The roof, in May, with Ruud.',
    'He was supposed to come on 3 May.',
    'The walk on 3 April was cancelled.',
    'We rented the hall for 17 April.',
  ])('is not guessed in %j', (text) => {
    expect(labels(text, 'en').filter((label) => label !== null)).toEqual([]);
  });

  it.each([
    ['They told us 3 December.', '3 December 2026'],
    ['The order, 12 November.', '12 November 2026'],
    ['About the party on 2 January.', '2 January 2027'],
  ])('is the nearest when no verb tells and it is near: %j', (text, expected) => {
    expect(labels(text, 'en')).toEqual([expected]);
  });

  it('of 29 February is one that has it', () => {
    expect(labels('The audit starts on 29 February.', 'en')).toEqual(['29 February 2028']);
    expect(labels('We met on 29 February.', 'en')).toEqual(['29 February 2024']);
  });

  it('follows each clause in one sentence', () => {
    const text = 'We agreed on 12 October that the lease ends on 12 October, and I paid on 1 February.';
    expect(
      withDates(text, findDates(text, { ...reading, language: 'en' }), 'en').match(/\([^)]*\)/g),
    ).toEqual(['(12 October 2026)', '(12 October 2027)', '(1 February 2026)']);
  });
});

describe('the year of a date without one, in Chinese', () => {
  it.each([
    ['开业时间改到3月21日了', '2027年3月21日'],
    ['现在是3月21日', '2027年3月21日'],
    ['许可证6月30日到期', '2027年6月30日'],
    ['我们决定换邮件服务器，小王会在2月5日迁移', '2027年2月5日'],
    ['婚礼定在5月20日', '2027年5月20日'],
    ['截止日期是4月1日', '2027年4月1日'],
    ['报告要在3月10日之前完成', '2027年3月10日'],
    ['演唱会推迟到6月8日', '2027年6月8日'],
    ['我们1月15日开学', '2027年1月15日'],
    ['我订了2月3日的机票', '2027年2月3日'],
    ['房租合同到期日是7月1日', '2027年7月1日'],
    ['4月3日的会议取消了', '2027年4月3日'],
    ['他说店铺5月1日开业', '2027年5月1日'],
    ['我1月8日要飞奥斯陆了', '2027年1月8日'],
  ])('is a coming one in %s', (text, expected) => {
    expect(labels(text, 'zh')).toEqual([expected]);
  });

  it.each([
    ['我3月5日搬到了杭州', '2026年3月5日'],
    ['合同是12月12日签的', '2025年12月12日'],
    ['5月5日我弟弟摔断了胳膊', '2026年5月5日'],
    ['我们12月3日去过那家店', '2025年12月3日'],
    ['6月1日下了雨，我们明天再试', '2026年6月1日'],
    ['我2月14日入职的', '2026年2月14日'],
    ['自4月1日以来一直在下雨', '2026年4月1日'],
    ['他7月9日毕业了', '2026年7月9日'],
    ['我10月底换了工作', '2026年10月'],
    ['店里3月15日装修过', '2026年3月15日'],
  ])('is a past one in %s', (text, expected) => {
    expect(labels(text, 'zh').slice(0, 1)).toEqual([expected]);
  });

  it.each(['关于6月4日的事', '大家都说6月4日', '6月4日那件事，没人知道'])('is not guessed in %s', (text) => {
    expect(labels(text, 'zh')).toEqual([]);
  });
});
