import { arbitrate, type Candidate, type Decision } from './arbitrate';
import type { ArbitrationCard } from './arbitrate';
import { cardsOf } from '../extraction/cards.fixture';
import { mayBeOutdated } from './revises';

const MAY = new Date('2024-05-01T00:00:00Z');
const JUNE = new Date('2024-06-01T00:00:00Z');

function told(content: string, occurredAt = MAY): ArbitrationCard {
  const [card] = cardsOf(content, { occurredAt });
  return card ?? { content, attribute: null, currentAt: occurredAt, speaker: null };
}

function after(later: string, earlier: readonly string[]): Decision | undefined {
  const candidates = earlier.map((content, at): Candidate => ({
    card: { ...told(content), id: `old-${at}` },
    likeness: 0.5,
  }));
  return arbitrate([told(later, JUNE)], [candidates])[0];
}

describe('a change told later', () => {
  it.each([
    ["The opening moved. It's now 21 March.", 'We open on 14 March.'],
    ['moved to Schiedam', 'I live in Delft.'],
    ['The standup moved to Thursday.', 'Our standup is on Wednesday.'],
    ['The dentist appointment is now at 15:30.', 'My dentist appointment is at 14:00.'],
    ['Actually the entry fee is 12 euros.', 'The entry fee is 10 euros.'],
    ['The choir rehearses in room 7 now.', 'The choir rehearses in room 3.'],
    ['The delivery was postponed to 9 August.', 'The delivery of the oven comes on 2 August.'],
    ['We now water the ferns on Fridays.', 'We water the ferns on Tuesdays.'],
    ['The port is 8081, not 8080.', 'The staging port is 8080.'],
    ['The workshop was moved from Lumen Hall to Harbour House.', 'The workshop is at Lumen Hall.'],
    ['The parcel limit changed to 30 kg.', 'The parcel limit is 20 kg.'],
    ['The closing date is no longer 4 July, it is 11 July.', 'We close on 4 July.'],
    ['例会改到每周四。', '例会是每周三。'],
    ['例会改到每周四了', '我们每周三开例会。'],
    ['开业时间改到3月21日。', '我们3月14日开业。'],
    ['读书会换到晚上八点了', '读书会晚上七点开始。'],
    ['停车费现在是15元。', '停车费是10元。'],
    ['彩排不是周五，是周六。', '彩排是周五。'],
    ['体检推迟到6月20日。', '体检安排在6月12日。'],
    ['团队的编辑器从Emacs换成了Vim。', '团队的编辑器是Emacs。'],
    ['培训改在5号楼。', '培训在3号楼。'],
    ['瑜伽课变成下午三点了', '瑜伽课下午两点。'],
  ])('%j takes the place of %j', (later, earlier) => {
    expect(after(later, [earlier])).toMatchObject({
      action: 'supersede',
      retires: 'target',
      target: { id: 'old-0' },
    });
  });

  it.each([
    ['another thing', 'The concert moved to 21 March.', 'We open on 14 March.'],
    ['another person', "My sister's appointment is now at 15:30.", 'My appointment is at 14:00.'],
    ['another project', 'The budget for Hermes is now 30k.', 'The budget for Atlas is 20k.'],
    ['one more value', 'We now also meet on Thursday.', 'We meet on Wednesday.'],
    ['another condition', 'In winter we now open at 10:00.', 'We open at 9:00.'],
    ['no change', 'I run 10 km on Sundays.', 'I run 5 km on Mondays.'],
    ['another room', 'The meeting is now in room 4.', 'The meeting is on Wednesday.'],
    ['several values before', 'We now meet on Thursday.', 'We meet on Monday and Wednesday.'],
    ['another person', '我妹妹的体检改到6月20日。', '我的体检安排在6月12日。'],
    ['another thing', '彩排改到周六。', '例会是周五。'],
    ['one more value', '我们周六也有例会。', '例会是周五。'],
    ['another condition', '周末的话停车费现在是15元。', '停车费是10元。'],
  ])('leaves both when it tells of %s: %j', (_, later, earlier) => {
    expect(after(later, [earlier])).toMatchObject({ action: 'add' });
  });

  it('leaves all when several old values could be meant', () => {
    expect(
      after('The rehearsal moved to Saturday.', [
        'The rehearsal of the choir is on Friday.',
        'The rehearsal of the band is on Tuesday.',
      ]),
    ).toMatchObject({ action: 'add' });
    expect(
      after('The rehearsal moved to Saturday.', [
        'The rehearsal is on Friday.',
        'The choir rehearsal is on Friday.',
      ]),
    ).toMatchObject({ action: 'supersede', others: [expect.anything()] });
  });

  it('never retires what was told later', () => {
    const [decision] = arbitrate(
      [told('The standup moved to Thursday.', MAY)],
      [[{ card: { ...told('Our standup is on Wednesday.', JUNE), id: 'old' }, likeness: 0.5 }]],
    );
    expect(decision?.retires ?? null).not.toBe('target');
  });
});

describe('mayBeOutdated', () => {
  it.each([
    ['We open on 14 March.', 'We open on 21 March.', true],
    ['例会是每周三。', '例会每周四。', true],
    ['I live in Delft.', 'I live in Schiedam.', true],
    ['We open on 14 March.', 'The concert is on 21 March.', false],
    ['I like tea.', 'I like coffee.', false],
  ])('of %j by %j: %s', (earlier, later, expected) => {
    expect(mayBeOutdated(told(earlier), told(later, JUNE))).toBe(expected);
  });
});
