import { DomainError, ERROR_CODES, invalidInput, notFound } from '@memory-hub/contracts';
import { messageFor } from './messages';

describe('what a viewer is told', () => {
  it('is the error’s own words in English', () => {
    const error = invalidInput(['name'], 'name must not be empty.', 'Write one.');
    expect(messageFor('en', error)).toEqual({ message: 'name must not be empty.', hint: 'Write one.' });
  });

  it('is a sentence of its own in Chinese where there is one', () => {
    expect(messageFor('zh-CN', notFound('space'))).toEqual({
      message: '该空间不存在，或者你无权查看。',
      hint: '请检查编号，或向该空间的管理员申请访问权限。',
    });
    expect(
      messageFor(
        'zh-CN',
        new DomainError('RATE_LIMITED', 'Too many failed sign-ins.', { hint: 'Try again in 42 s.' }),
      ),
    ).toEqual({ message: '登录失败次数过多。', hint: '请在 42 秒后重试。' });
    expect(
      messageFor('zh-CN', invalidInput(['password'], 'password must have 12 to 200 characters.')).message,
    ).toBe('密码须为 12 到 200 个字符。');
  });

  it('keeps the exact words about an input that has none', () => {
    const error = invalidInput(['files', 0], 'files[0].path is not relative.', 'Begin without a slash.');
    expect(messageFor('zh-CN', error)).toEqual({
      message: '输入有误。（files[0].path is not relative.）',
      hint: 'Begin without a slash.',
    });
  });

  it('has a Chinese text for every code', () => {
    for (const code of Object.keys(ERROR_CODES) as (keyof typeof ERROR_CODES)[])
      expect(messageFor('zh-CN', new DomainError(code, 'no sentence of its own')).message).toMatch(
        /[\u4e00-\u9fff]/,
      );
  });
});
