import { createFormat } from './create-format';

describe('a size', () => {
  it('has a plural in English and a unit in Chinese', () => {
    const [english, chinese] = [createFormat('en', 'UTC'), createFormat('zh-CN', 'UTC')];
    expect([1, 329, 1_500, 2_500_000].map(english.bytes)).toEqual([
      '1 byte',
      '329 bytes',
      '1.5 kB',
      '2.5 MB',
    ]);
    expect(chinese.bytes(329)).toBe('329字节');
  });
});
