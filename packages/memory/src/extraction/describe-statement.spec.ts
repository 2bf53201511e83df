import { SAID } from './cards.fixture';
import { describeStatement } from './describe-statement';

const origin = { speaker: 'Noor', saidAt: SAID, zone: 'Asia/Shanghai' };

describe('describeStatement', () => {
  it('keeps the text and tells kind, category, attribute and time', () => {
    expect(describeStatement('I moved to Berlin last month.', origin)).toMatchObject({
      content: 'I moved to Berlin last month.',
      kind: 'preference',
      attribute: { subject: 'noor', attribute: 'residence', value: 'berlin' },
      eventTime: { precision: 'month' },
      language: 'en',
    });
    expect(describeStatement('提交前必须跑单元测试', origin)).toMatchObject({
      kind: 'rule',
      priority: -1,
      language: 'zh',
    });
  });

  it('takes words that no pattern knows, and masks secrets', () => {
    expect(describeStatement('blue!', origin)).toMatchObject({
      content: 'blue!',
      kind: 'preference',
      attribute: null,
    });
    expect(describeStatement('key sk-a1B2c3D4e5F6g7H8i9J0', origin).content).toBe('key [masked: cloud_key]');
  });
});
