/** Words that stand inside messages. */
const SUBJECTS: Readonly<Record<string, string>> = {
  organisation: '组织', user: '用户', space: '空间', member: '成员', invitation: '邀请', asset: '资产', proposal: '提案', agent: '智能体',
  mount: '挂载', 'API key': 'API 密钥', key: 'API 密钥', conversation: '会话', turn: '对话轮次', card: '卡片', scene: '场景', persona: '画像', task: '任务',
  revision: '修订', finding: '检查结果', 'audit entry': '审计记录', name: '名称', teamName: '团队名称', organisationName: '组织名称',
}; // prettier-ignore

/**
 * Sentences that people meet in the app, as they are thrown, with their Chinese form; `$1` is a part that varies. What
 * is not here is shown by its code.
 */
const SENTENCES: readonly (readonly [english: RegExp, chinese: string])[] = [
  [/^This ([\w ]+) does not exist, or you may not see it\.$/, '该$1不存在，或者你无权查看。'],
  [
    /^Check the id, or ask an admin of the space for access\.$/,
    '请检查编号，或向该空间的管理员申请访问权限。',
  ],
  [/^You may not do this with this ([\w ]+) as it is now\.$/, '你现在不能对该$1执行此操作。'],
  [/^Ask an admin of the space\.$/, '请联系该空间的管理员。'],
  [/^Ask an admin of the space for a role that allows it\.$/, '请向该空间的管理员申请相应的角色。'],
  [/^Your role or the scopes of this key do not allow this\.$/, '你的角色或该密钥的权限范围不允许此操作。'],
  [/^Sign in, or send an API key as a bearer token\.$/, '请先登录，或在请求中附上有效的 API 密钥。'],
  [
    /^You wrote or last edited this, so somebody else must decide about it\.$/,
    '这是你撰写或最后编辑的内容，须由他人审批。',
  ],
  [/^Ask another reviewer of the space\.$/, '请联系该空间的其他审核者。'],
  [
    /^The last admin of a space cannot leave it or lose the role\.$/,
    '空间的最后一位管理员不能离开或被降级。',
  ],
  [/^Make somebody else an admin first\.$/, '请先将其他人设为管理员。'],
  [/^Address or password is wrong\.$/, '邮箱或密码不正确。'],
  [/^Check both; after five failures there is a pause\.$/, '请核对后重试；连续失败五次后需要等待。'],
  [/^Too many failed sign-ins\.$/, '登录失败次数过多。'],
  [/^Try again in (\d+) s\.$/, '请在 $1 秒后重试。'],
  [/^Too many people sign in at this moment\.$/, '此刻登录的人太多。'],
  [/^Try again in a moment\.$/, '请稍后重试。'],
  [/^This link was used already, or has expired\.$/, '该链接已被使用或已过期。'],
  [
    /^Restart the hub: it prints a new one while nobody is set up\.$/,
    '请重启 Memory Hub：在首次设置完成之前，每次启动都会显示新链接。',
  ],
  [
    /^Make a new one on the host: memhub admin reset-link\.$/,
    '请在主机上运行 memhub admin reset-link 生成新链接。',
  ],
  [/^This hub is set up already\.$/, '该 Memory Hub 已完成首次设置。'],
  [/^Sign in, or ask its admin for an invitation\.$/, '请登录，或向管理员索取邀请链接。'],
  [
    /^This invitation was used already, was taken back, or has expired\.$/,
    '该邀请已被使用、已撤回或已过期。',
  ],
  [/^Ask for a new link\.$/, '请索取新的链接。'],
  [/^This invitation is for another address\.$/, '该邀请是发给另一个邮箱的。'],
  [
    /^Use the address it was made for, or ask for a link without one\.$/,
    '请使用受邀邮箱，或索取不限邮箱的链接。',
  ],
  [/^You belong to this space already\.$/, '你已经是该空间的成员。'],
  [/^The link is still good for somebody else\.$/, '该链接仍可供他人使用。'],
  [/^There is an account with this address already\.$/, '该邮箱已有账号。'],
  [/^Sign in with it, then open the link again\.$/, '请先登录该账号，再打开此链接。'],
  [/^(name|teamName|organisationName) must not be empty\.$/, '$1不能为空。'],
  [/^(name|teamName|organisationName) contains a control character\.$/, '$1含有不可见的控制字符。'],
  [/^(name|teamName|organisationName) may have at most (\d+) characters\.$/, '$1最多 $2 个字符。'],
  [/^Remove it; it cannot be seen\.$/, '请删除该字符。'],
  [/^email is not an e-mail address\.$/, '邮箱地址格式不正确。'],
  [/^Write it like ada@example\.org\.$/, '例如 ada@example.org。'],
  [/^password must have (\d+) to (\d+) characters\.$/, '密码须为 $1 到 $2 个字符。'],
  [/^timeZone is not a time zone\.$/, '时区无效。'],
  [/^Use a name such as Europe\/Berlin or Asia\/Shanghai\.$/, '例如 Asia/Shanghai 或 Europe/Berlin。'],
  [/^approvals must be a whole number from 1 to (\d+)\.$/, '所需批准数须为 1 到 $1 的整数。'],
  [/^Somebody else changed this policy at the same moment\.$/, '有人同时修改了该策略。'],
  [/^Look at it again\.$/, '请刷新后再操作。'],
  [/^A personal space has its owner and nobody else\.$/, '个人空间只属于其本人。'],
  [/^This idempotency key was used with another body\.$/, '该幂等键已用于另一个内容不同的请求。'],
  [/^The database does not answer; nothing was written\.$/, '数据库暂无响应，未写入任何内容。'],
  [/^The disk of the database is full; nothing was written\.$/, '数据库磁盘已满，未写入任何内容。'],
];

/** The Chinese form of a sentence; null when there is none. */
export function inChinese(english: string): string | null {
  for (const [pattern, chinese] of SENTENCES) {
    const match = pattern.exec(english);
    if (match !== null)
      return chinese.replace(/\$(\d)/g, (_, place: string) => wordFor(match[Number(place)] ?? ''));
  }
  return null;
}

function wordFor(part: string): string {
  return SUBJECTS[part] ?? part;
}
