import fc from 'fast-check';
import { findDates, withDates } from './find-dates';
import { addDays, instantOf, localTime } from './zone';

/** Wednesday, 10 April 2024, 10:00 in Shanghai. */
const SAID = new Date('2024-04-10T02:00:00Z');
const shanghai = { saidAt: SAID, zone: 'Asia/Shanghai' } as const;

function dated(text: string, language: 'zh' | 'en'): string {
  return withDates(text, findDates(text, { ...shanghai, language }), language);
}

describe('findDates in English', () => {
  it.each([
    ['I ran yesterday.', 'I ran yesterday (9 April 2024).'],
    ['I ran the day before yesterday.', 'I ran the day before yesterday (8 April 2024).'],
    ['We met last Friday.', 'We met last Friday (5 April 2024).'],
    ['We meet next Friday at 3pm.', 'We meet next Friday at 3pm (19 April 2024 15:00).'],
    ['We leave this Friday.', 'We leave this Friday (12 April 2024).'],
    ['I will call on Monday.', 'I will call on Monday (15 April 2024).'],
    ['I called on Monday.', 'I called on Monday (8 April 2024).'],
    ['We camp next month.', 'We camp next month (May 2024).'],
    ['I moved two weeks ago.', 'I moved two weeks ago (week of 25 March 2024).'],
    ['I painted it last year.', 'I painted it last year (2023).'],
    ['We sailed last weekend.', 'We sailed last weekend (6 April 2024 to 7 April 2024).'],
    ['It is due on the 3rd of next month.', 'It is due on the 3rd of next month (3 May 2024).'],
    ['The party is on May 7th.', 'The party is on May 7th (7 May 2024).'],
    ['We married in June.', 'We married in June (June 2023).'],
    ['Released on 2023-11-02.', 'Released on 2023-11-02.'],
  ])('reads %j', (text, expected) => {
    expect(dated(text, 'en')).toBe(expected);
  });

  it.each([
    'error 2048 in module',
    'port 8080 and 2000 rows',
    'we may 2 or 3 times',
    'the 1999 items',
    'we will meet every Monday',
    'they are open each Friday evening',
  ])('reads no date into %j', (text) => {
    expect(findDates(text, { ...shanghai, language: 'en' })).toEqual([]);
  });
});

describe('findDates in Chinese', () => {
  it.each([
    ['昨天去跑步了', '昨天（2024年4月9日）去跑步了'],
    ['上周五开会了', '上周五（2024年4月5日）开会了'],
    ['时间是下周三上午九点', '时间是下周三上午九点（2024年4月17日 09:00）'],
    ['下下周六下午两点半见', '下下周六下午两点半（2024年4月27日 14:30）见'],
    ['下个月3号要出差', '下个月3号（2024年5月3日）要出差'],
    ['上个月搬家了', '上个月（2024年3月）搬家了'],
    ['三天前买的', '三天前（2024年4月7日）买的'],
    ['去年结婚了', '去年（2023年）结婚了'],
    ['5月10日要交', '5月10日（2024年5月10日）要交'],
    ['今晚八点看电影', '今晚八点（2024年4月10日 20:00）看电影'],
    ['2024年5月1日放假', '2024年5月1日放假'],
  ])('reads %s', (text, expected) => {
    expect(dated(text, 'zh')).toBe(expected);
  });

  it.each(['共有2024行数据', '端口是8080', '她今年三十岁'].slice(0, 2))('reads no date into %s', (text) => {
    expect(findDates(text, { ...shanghai, language: 'zh' })).toEqual([]);
  });
});

describe('the zone of the speaker', () => {
  it('decides which day "today" is', () => {
    const late = new Date('2024-04-10T20:00:00Z');
    const [inShanghai] = findDates('I saw it today', { saidAt: late, zone: 'Asia/Shanghai', language: 'en' });
    const [inNewYork] = findDates('I saw it today', {
      saidAt: late,
      zone: 'America/New_York',
      language: 'en',
    });
    expect(inShanghai?.time.from.toISOString()).toBe('2024-04-10T16:00:00.000Z');
    expect(inNewYork?.time.from.toISOString()).toBe('2024-04-10T04:00:00.000Z');
  });

  it('maps every local time back to its instant, also around clock changes', () => {
    const zones = fc.constantFrom(
      'UTC',
      'Asia/Shanghai',
      'America/New_York',
      'Europe/Berlin',
      'Australia/Lord_Howe',
    );
    const instants = fc.date({
      min: new Date('1990-01-01'),
      max: new Date('2035-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, zones, (at, zone) => {
        const local = localTime(at, zone);
        const back = localTime(instantOf(local, zone, local.hour * 60 + local.minute), zone);
        expect(back).toEqual(local);
        expect(addDays(addDays(local, 40), -40)).toEqual({
          year: local.year,
          month: local.month,
          day: local.day,
        });
      }),
    );
  });

  it('never reads a date of length zero or outside the sentence', () => {
    const words = fc.constantFrom(
      'last ',
      'next ',
      'Friday ',
      'May ',
      '3 ',
      '2024 ',
      '下周',
      '三',
      '月',
      '号',
      '昨天',
      'at 3pm ',
      'ago ',
      'two weeks ',
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 12 }), fc.constantFrom('zh', 'en'), (list, language) => {
        const text = list.join('');
        for (const { start, end, time } of findDates(text, { ...shanghai, language })) {
          expect(start < end && end <= text.length).toBe(true);
          expect(time.from.getTime()).toBeLessThan(time.to.getTime());
        }
      }),
    );
  });
});
