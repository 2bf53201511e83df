import { maskSecrets } from './mask-secrets';

describe('a secret told in a sentence', () => {
  it.each([
    ['The password for the wifi is tidalwave88.', 'tidalwave88'],
    ['the code of the alarm is 4471', '4471'],
    ['my PIN: 9034', '9034'],
    ["the passphrase is 'seven green herons walk'", 'seven green herons walk'],
    ["Anna's password is swordfish", 'swordfish'],
    ['The passphrase for the backup is seven green herons walk, keep it.', 'seven green herons walk'],
    ['The safe combination is 12-34-56.', '12-34-56'],
    ['Our gate code is 7788#, ring first.', '7788#'],
    ['The password of the guest network was changed to Lemon_Tree9 today.', 'Lemon_Tree9'],
    ['the PIN for my bank card is 2209.', '2209'],
    ['The combination to the bike lock: 4 digits, the code for the bike lock is 3019', '3019'],
    ['passcode for the tablet: 558812', '558812'],
    ['Password for the projector: moonbeam', 'moonbeam'],
    ['The admin password on the router is “open sesame now”', 'open sesame now'],
    ['login is anna and the password is Vermeer1665!', 'Vermeer1665!'],
    ['wifi password tidalwave88', 'tidalwave88'],
    ['wifi的密码是tidalwave88', 'tidalwave88'],
    ['报警器的代码是4471', '4471'],
    ['无线网密码改成了 Lemon_Tree9', 'Lemon_Tree9'],
    ['我的PIN码：9034', '9034'],
    ['口令是“天王盖地虎”', '天王盖地虎'],
    ['门禁码 7788#', '7788#'],
    ['保险柜的密码现在是123456', '123456'],
    ['银行卡密码就是220933', '220933'],
    ['打印机密码 moonbeam9', 'moonbeam9'],
    ['手机解锁码为558812，别告诉别人', '558812'],
    ['后门密码设为 open-sesame', 'open-sesame'],
  ])('is masked in %j', (text, secret) => {
    const masked = maskSecrets(text);
    expect(masked.text).not.toContain(secret);
    expect(masked.text).toContain('[masked: password]');
    expect(maskSecrets(masked.text).text).toBe(masked.text);
  });

  it.each([
    'The password for the wifi is on the fridge.',
    'The password is too short and was rejected.',
    'The code of the alarm is with the caretaker.',
    'The postal code of the shop is 2611 AB.',
    'The error code was 4471.',
    'The promo code is SAVE20.',
    'My password manager is Bitwarden.',
    'The password policy is 12 characters.',
    'The door is open until 10:30.',
    'The passphrase is stored in the vault.',
    'Our country code is 0031.',
    'The PIN is required at the counter.',
    'Passwords must be 14 characters long.',
    '密码是必须的',
    '密码忘了，去前台问',
    '邮政编码是310000',
    '验证码还没收到',
    '区号是0571',
    '密码太短了，改一下',
    '这段代码是Java写的',
  ])('leaves %j alone', (text) => {
    expect(maskSecrets(text)).toEqual({ text, found: [] });
  });
});
