import type { CardAttribute } from '../cards/card';
import { CHINESE_RELATION } from './chinese-names';

const ONE_OF =
  /^(?:爸爸?|妈妈?|父亲|母亲|老爸|老妈|丈夫|妻子|老公|老婆|爱人|上司|老板|男朋友|女朋友|男友|女友|未婚夫|未婚妻|爷爷|奶奶|外公|外婆|公公|婆婆|岳父|岳母|房东)$/;
/** Same person, same word. */
const SAME_RELATION: Readonly<Record<string, string>> = {
  爸: '父亲',
  爸爸: '父亲',
  老爸: '父亲',
  妈: '母亲',
  妈妈: '母亲',
  老妈: '母亲',
  老公: '丈夫',
  老婆: '妻子',
  男友: '男朋友',
  女友: '女朋友',
  老板: '上司',
};
/** Names of attributes in the order in which they are looked for; a longer word before the one it contains. */
const ATTRIBUTES: readonly (readonly [string, RegExp])[] = [
  ['name', /^(?:名字|姓名|全名|大名|名称)$/],
  ['nickname', /^(?:小名|外号|网名|昵称|英文名)$/],
  ['birthday', /^(?:生日|出生日期|出生年月)$/],
  ['age', /^(?:年龄|岁数|年纪)$/],
  ['height', /^身高$/],
  ['weight', /^体重$/],
  ['phone', /^(?:联系电话|电话号码?|手机号码?|电话|手机号|联系方式|号码)$/],
  ['email', /^(?:邮箱地址|电子邮箱|电子邮件|邮箱|邮件地址|email)$/i],
  ['education', /^(?:学历|教育背景|文化程度|最高学历)$/],
  ['job', /^(?:职业|职位|岗位|工作|职务)$/],
  ['employer', /^(?:单位名称|工作单位|单位|公司|公司名称|雇主)$/],
  ['workplace', /^(?:工作地点?|工作城市|上班地点|办公地点)$/],
  ['hometown', /^(?:家乡|老家|籍贯|出生地|祖籍)$/],
  ['residence', /^(?:住址|地址|住处|家庭住址|居住地)$/],
  ['gender', /^性别$/],
  ['time', /^(?:时间|举办时间|开始时间|日期|举办日期|召开时间)$/],
  ['place', /^(?:地点|举办地点?|场地|会场|地方)$/],
  ['scale', /^(?:规模|人数|参加人数)$/],
  ['duration', /^(?:持续时间|时长|会期)$/],
  ['content', /^(?:主要内容|内容|主题|议题)$/],
];
const MANY = /爱好|兴趣|性格|特长|优点|缺点|朋友|技能|关系/;
const THING_ALONE =
  /^(?:端口|版本|默认分支|分支|数据库|预算|截止日期|截止时间|上线时间|负责人|包管理器|编辑器|地址|域名|时区|会议时间|密码策略)$/;
const THING_WORD = /^[^，。的是]{1,14}$/;
const SET =
  '(?:就?是在|就是|是|为|叫做?|在|：|:|定在|改成了?|改用了?|改为了?|改到了?|换成了?|变成了?|变更为|调整为|推迟到了?|提前到了?|已经是|现在是|有|才|大约是?|差不多)';
const WHO = `(?<subject>我们?家?|咱们?家?|他|她|(?:我们?|咱们?)(?:家|的)?(?<some>一个|有个|有一个|那个|这个|这位|那位|的)?${CHINESE_RELATION}|${CHINESE_RELATION}|(?:(?![的是在有叫不很挺最都也他她我你咱这那其为做])[\\p{Script=Han}]){2,4}?)`;
const ADV =
  '(?:上个?月|下个?月|上周|下周|昨天|今天|明天|去年|明年|前年|\\d{4}年(?:\\d{1,2}月)?|\\d{1,2}月|现在|目前|今年|平时|一直|特别|特|挺|很|最|非常|超|真的?|都|也|就|才|已经|比较|其实|从小|还|刚|最近|后来|他|她|他们|她们|人)*';

type Groups = Readonly<Record<string, string | undefined>>;
interface Reading {
  readonly attribute: string;
  readonly value: string | undefined;
  readonly single?: boolean;
}
type Pattern = readonly [RegExp, (groups: Groups) => Reading | null];
const at = (source: string): RegExp => new RegExp(`^${source}`, 'u');
const END = '(?<value>[^，。！；\\n]{1,80})';

const PATTERNS: readonly Pattern[] = [
  [
    at(
      `(?<subject>[^，。]{2,12})是我们?(?:的)?(?:一个|那个)?${CHINESE_RELATION}[，,](?:其|他的?|她的?)(?<thing>[^，。是]{1,10})${SET}${END}`,
    ),
    named,
  ],
  [
    at(
      `我将?要?参加的(?<subject>[^，。]{2,40})[，,]它的(?<thing>[^，。是]{1,10})${SET}(?<value>[^。]{1,120})`,
    ),
    named,
  ],
  [
    at(`${WHO}(?:的)?最(?:喜欢|爱)的(?<thing>[^，。是]{1,12})(?:是|：|就是)${END}`),
    ({ thing, value }) => ({ attribute: `最喜欢的${thing ?? ''}`, value }),
  ],
  [
    at(`${WHO}${ADV}(?:的名字|名字)?(?:叫做?|名叫)${END}`),
    ({ value, subject }) => (subject && /^[他她]$/.test(subject) ? null : { attribute: 'name', value }),
  ],
  [
    at(`${WHO}${ADV}(?:岁数[^，。]{0,6}[，,])?(?<value>[\\d一二三四五六七八九十]{1,4})岁`),
    ({ value }) => ({ attribute: 'age', value }),
  ],
  [
    at(`${WHO}(?:的)?${ADV}(?:在)(?<value>[^，。]{1,20}?)(?:那边|那儿|这边|那块儿?)?(?:上班|工作)`),
    ({ value }) => ({ attribute: 'workplace', value }),
  ],
  [
    at(`${WHO}${ADV}(?:住在|搬到了?|搬去了?|搬家到了?|定居在?|住)(?!的|过)${END}`),
    ({ value }) => ({ attribute: 'residence', value }),
  ],
  [
    at(`${WHO}(?:的)?(?:他们?|她们?)?(?:老家|家乡|家)(?:是|在)${END}`),
    ({ value }) => ({ attribute: 'hometown', value }),
  ],
  [
    at(`${WHO}${ADV}(?:来自|是(?=[^，。]{2,8}人[，。！]?))(?<value>[^，。！]{2,12})`),
    ({ value }) => ({ attribute: 'hometown', value }),
  ],
  [at(`${WHO}${ADV}(?:入职了?|跳槽到了?|加入了?)${END}`), ({ value }) => ({ attribute: 'employer', value })],
  [
    at(`${WHO}${ADV}(?:身高)${ADV}(?:是|有|为)?(?<value>\\d{2,3}(?:\\.\\d+)?(?:厘米|公分|cm|米)?)`),
    ({ value }) => ({ attribute: 'height', value }),
  ],
  [
    at(`${WHO}${ADV}(?:读的是|学历是|是)(?<value>小学|初中|高中|中专|大专|专科|本科|硕士|博士)`),
    ({ value }) => ({ attribute: 'education', value }),
  ],
  [
    at(`${WHO}${ADV}是?(?:做|干|个|一个|一名|一位|当)(?<value>[^，。的]{2,12}?)(?:的|呢)?[。！]?$`),
    ({ value }) => ({ attribute: 'job', value }),
  ],
  [
    at(
      `${WHO}${ADV}是(?<value>[^，。的]{0,10}(?:师|员|经理|总监|医生|教授|律师|护士|警察|学生|会计|司机|演员|作家|总裁|主任|校长|CEO|CTO|主管))(?:[，。！]|$)`,
    ),
    ({ value }) => ({ attribute: 'job', value }),
  ],
  [at(`${WHO}${ADV}对(?<value>[^，。]{1,20})过敏`), ({ value }) => polar('过敏', value, false)],
  [
    at(
      `${WHO}${ADV}(?<not>不再|讨厌|反感|受不了|不爱|不喜欢|不(?=太喜欢|怎么喜欢|大喜欢|吃|喝|抽|玩))(?:太|怎么|大)?(?:喜欢|爱|吃|喝|用)?${END}`,
    ),
    ({ value, not }) => polar('喜欢', value, Boolean(not)),
  ],
  [
    at(`${WHO}${ADV}(?:喜欢|热爱|爱好|偏爱|爱(?=[吃喝看听玩做跑画])|爱上了?|迷上了?)${END}`),
    ({ value }) => polar('喜欢', value, false),
  ],
  [
    at(
      `(?:我们?|咱们?)(?<verb>平时|家里?)?(?<act>用|穿|戴|开|骑|住)的(?:那个|这个|是)?(?<thing>[^，。是叫]{0,10})(?:是|叫)${END}`,
    ),
    ({ act, thing, value }) => ({ attribute: `${act ?? ''}的${thing ?? ''}`, value }),
  ],
  [
    at(`${WHO}${ADV}在[^，。]{1,20}?(?:当|做|担任)(?<value>[^，。的]{2,12}?)(?:的|呢)?[。！]?$`),
    ({ value }) => ({ attribute: 'job', value }),
  ],
  [
    at(
      `${WHO}(?:的)?(?:他们?|她们?)?(?:的)?(?<thing>名字|姓名|生日|年龄|身高|体重|学历|教育背景|职业|职位|工作单位|单位名称|单位|公司|工作地点?|电话(?:号码?)?|联系电话|手机(?:号码?)?|邮箱地址|电子邮箱|邮箱|微信号?|地址|住址|性别|星座|血型|专业|性格|爱好|兴趣爱好|兴趣)${SET}${END}`,
    ),
    named,
  ],
  [
    at(
      `(?:我们?|咱们?)(?:家|家里|团队|项目|公司)?的(?!${CHINESE_RELATION})(?<thing>[^，。：:的是]{1,10})${SET}${END}`,
    ),
    ({ thing, value }) => ({ ...(named({ thing, value }) ?? { attribute: thing ?? '' }), value }),
  ],
  [
    at(`(?<value>[\\p{Script=Han}A-Za-z]{2,8}?)(?:来)?负责(?!人)(?<subject>[^，。的]{1,20})`),
    ({ value }) => ({ attribute: '负责人', value }),
  ],
  [
    at(
      `(?<thing>端口|版本|默认分支|分支|数据库|预算|截止日期|截止时间|上线时间|负责人|包管理器|编辑器|地址|域名|时区|会议时间|密码策略)${SET}${END}`,
    ),
    ({ thing, value }) => ({ attribute: thing ?? '', value }),
  ],
  [
    at(
      `(?<subject>(?!我|咱|你|他|她|这|那|以下)[^，。：:]{1,40}?)的(?<thing>[^，。：:的是]{1,10})${SET}(?<value>[^。]{1,160})`,
    ),
    named,
  ],
];

/** What a Chinese sentence says about whom; null when no pattern of a contradictable fact fits. */
export function chineseAttribute(sentence: string, speaker: string | null): CardAttribute | null {
  const text = sentence.replace(/^(?:其实|现在|目前|以后|更正[：:，]?|不对[，,]|不是[，,]|今天)[，,]?/, '');
  const condition =
    /(?:^|[，,])(?:在)?([^，。]{1,14}(?:的时候|时|的话|项目里|项目中|公司里?|家里?|周末|上班时))[，,]/.exec(
      text,
    )?.[1] ?? '';
  for (const [pattern, read] of PATTERNS) {
    const match = pattern.exec(text);
    const reading = match ? read(match.groups ?? {}) : null;
    if (!match || !reading) continue;
    const value = bare(reading.value);
    const subject = subjectOf(match.groups ?? {}, speaker);
    if (value === '' || !subject) continue;
    return {
      subject: subject.name,
      attribute: reading.attribute,
      value,
      condition,
      single: (reading.single ?? true) && subject.unique,
    };
  }
  return null;
}

function named({ thing = '', value }: Groups): Reading | null {
  const word = thing.trim();
  if (!THING_WORD.test(word) || /^(?:时候|人|话|地方|东西|事|感觉|样子|意思)$/.test(word)) return null;
  const known = ATTRIBUTES.find(([, pattern]) => pattern.test(word))?.[0];
  return { attribute: known ?? word, value, single: !MANY.test(word) };
}

function polar(verb: string, value: string | undefined, negated: boolean): Reading {
  const thing = bare(value);
  return { attribute: `${verb}: ${thing}`, value: thing === '' ? '' : negated ? 'no' : 'yes' };
}

function subjectOf(
  { subject = '', thing, some }: Groups,
  speaker: string | null,
): { name: string; unique: boolean } | null {
  const own = speaker?.toLowerCase() ?? 'self';
  if (subject === '' && thing !== undefined && !/^(?:我|咱)/.test(thing) && THING_ALONE.test(thing))
    return { name: 'the', unique: true };
  if (subject === '' || /^(?:我们?家?|咱们?家?|我的|我们的)$/.test(subject))
    return { name: own, unique: true };
  if (/^(?:他|她|它|这|那|其)$/.test(subject)) return null;
  const relation = new RegExp(
    `^(?:我们?|咱们?)?(?:家|的)?(?:一个|有个|有一个|那个|这个|这位|那位|的)*(${CHINESE_RELATION})(?:的|他|她)?$`,
  ).exec(subject)?.[1];
  if (!relation) return { name: subject.toLowerCase(), unique: true };
  const word = SAME_RELATION[relation] ?? relation;
  return {
    name: `${own}的${word}`,
    unique: (ONE_OF.test(relation) || ONE_OF.test(word)) && !/一个|有个/.test(some ?? ''),
  };
}

/** The value without particles and closing marks. */
function bare(text = ''): string {
  return text
    .toLowerCase()
    .replace(/^(?:了|是|在|的|个)/, '')
    .replace(/[，,。！!；;\s]+$/, '')
    .replace(/(?:呢|啊|呀|哦|嘛|啦|了|的|吧|左右)$/, '')
    .trim();
}
