import { hanCount } from '../text/language';
import { chineseAttribute } from './chinese-attributes';
import { chineseLead, chineseRefusal } from './chinese-small-talk';
import { CHINESE_RELATION } from './chinese-names';
import { refuse, type Cue, type SentenceContext, type Verdict } from './statement';

const THRESHOLD = 3;
/** Somebody or something has a named property of this value: that is a fact, however plain the words. */
const OF_AN_ATTRIBUTE = 1.5;

const SELF = /^(?:我们?|咱们?|俺|本人)(?!国)/;
const WEAK_SUBJECT = /^(?:这|那|真|太|好|很|挺|它|感觉)/;
const NAMED =
  /^[\p{Script=Han}A-Za-z·]{2,8}(?=(?:是|叫|喜欢|住|在|今年|的|不|有|最|特别|很|挺|平时|毕业|生于|出生|身高|来自|从|要|会|将|打算|已经|说|想|爱))/u;
const ABOUT_THING = /^[^，。]{2,30}的[^，。的]{1,12}(?:是|为|叫|有|在|定在|改成|改为|改到|换成|变成|：)/;

const PATTERNS: readonly (readonly [Cue, number, RegExp])[] = [
  [
    'decision',
    3,
    /^[^，。]{2,10}(?:来)?负责[^，。]{1,20}|决定|定下来|确定(?:用|采用|了|在|下)|敲定|商量好|最终选|选定|就用|改用|采用|达成一致|拍板|统一用|统一使用/,
  ],
  [
    'identity',
    4,
    new RegExp(
      `(?:我|本人|他|她|${CHINESE_RELATION})(?:的)?(?:名字|姓名|全名|大名|小名|外号|网名|昵称|英文名|生日|年龄|岁数|身高|体重|血型|星座|属相|学历|专业|职业|工作|岗位|职位|公司|单位|老家|家乡|籍贯|民族|国籍|电话|手机号?|邮箱|微信|地址|住址|性格|爱好|兴趣)|^(?:我|本人)(?:的名字)?叫|叫[^，。]{1,12}[。！]?$|今年.{0,6}岁|\\d+岁|(?:出生|生于|毕业于|毕业|来自|定居|移民|搬到|搬家|住在|住的|家在|老家|入职|跳槽|辞职|退休|升职|结婚|离婚|怀孕|单身|订婚)|是(?:做|干)[^，。]{1,10}的|是(?:一?[个名位])?[^，。]{0,12}(?:人|师|员|生|工|家|者|长|医生|警察|农民|护士|司机|律师|教授|总裁|总监|经理|老板|博士|硕士|程序员|自由职业|独生子女)(?:的)?[。！呢]?$|过敏|在[^，。]{1,20}(?:上班|工作)(?=[，。呢的！]|$)`,
    ),
  ],
  [
    'contact',
    3,
    new RegExp(
      `(?:我|他|她|我们|咱)(?:的)?(?:一个|那个|有个|有一个|这个|一位)?${CHINESE_RELATION}|是我(?:们)?(?:的)?${CHINESE_RELATION}|^${CHINESE_RELATION}`,
    ),
  ],
  [
    'preference',
    3,
    /喜欢|中意|钟意|心头好|爱(?:吃|喝|看|听|玩|好|用|上|去|做|画|跑|穿)|热爱|偏好|偏爱|讨厌|不爱|反感|最爱|钟爱|迷上|着迷|感兴趣|兴趣|爱好|习惯用|更想|宁愿|宁可|受不了|怕(?:黑|高|冷|热|水|狗|猫|辣|吵)|不吃|不喝|吃不了|口味|忌口|吃素|素食/,
  ],
  [
    'habit',
    2.5,
    /^我们?[^，。]{0,6}用(?!了)|每天|每周|每月|每年|每晚|每早|每次|经常|常常|平时|通常|一般|总是|一直|从来|从不|习惯|坚持|偶尔|有时候|周末都|早起|熬夜/,
  ],
  ['skill', 2.5, /(?:会|擅长|精通|熟悉|学会|学过|在学|正在学|学习|懂|掌握|考了|考过|拿到|获得)[^，。]{1,20}/],
  [
    'possession',
    2.5,
    /(?:我|我们|我家|家里|他|她|咱)[^，。]{0,6}(?:有|养|买了?|拥有|用的|穿的|戴的|开的|骑的|收到|入手|换了|租)|用(?:的是|着|起来)|手[里头上边](?:的|这|拿|有)|(?:的是|用了?)[^，。]{1,20}(?:手机|电脑|车|相机|耳机|软件|编辑器|系统)/,
  ],
  [
    'plan',
    2.5,
    /打算|计划|准备|想要|想去|想学|想买|要去|将要?|即将|下周|下个?月|明天|明年|后天|预计|安排|约了|约好|报名|申请|目标|希望能|争取|要参加|会参加|截止|面试|出差|航班|预约/,
  ],
  [
    'past',
    2.5,
    /了(?![解不])|过(?!敏|于|分|程|期|年|节|生日)|刚(?:才|刚)|曾经?|去年|昨天|前天|上周|上个?月|之前|以前|参观的|路过的|逛的|去的|经过的|那年|当时|当初/,
  ],
  [
    'opinion',
    1.5,
    /觉得|认为|感觉|真心|满意|不错|好用|推荐|印象|体验|值得|性价比|缺点|优点|有点|太[^，。]{1,6}了|挺[^，。]{1,8}的|很[^，。]{1,6}/,
  ],
  [
    'project',
    1.5,
    /负责|项目|服务器|数据库|接口|端口|分支|仓库|代码|部署|上线|版本|发布|需求|测试|框架|前端|后端|环境|配置|文档|预算|合同|客户|排期|迭代|负责人|截止/,
  ],
  [
    'occasion',
    3,
    /(?:的)?(?:时间|地点|规模|持续时间|主要内容|主题|日期|举办地|主办方|议程|门票|票价|会场|名称|人数)(?:是|为|在|：|定|有|改)|将要?参加|要参加|(?:论坛|大会|会议|峰会|晚会|活动|比赛|展览|讲座|培训|聚会|婚礼|演唱会|音乐节|招聘会|发布会|研讨会|年会|典礼)/,
  ],
];
const RULE: readonly RegExp[] = [
  /(?:以后|今后|从现在起|从今天起|往后|一律|统一|凡是|永远|务必|千万|切记|始终|默认)[^。]{0,30}(?:都?要|必须|请|不要|(?<![特个区分性类级辨识])别|不许|不能|不准|禁止|用|使用|先|回答|回复|写|叫我|提醒|检查|称呼|保持|只|按|加上|附上)/,
  /(?:下次|每次|任何时候|所有|每个|提交前|部署前|发布前|上线前|合并前|回答时|回复时)[^。]{0,30}(?:都要|都得|都必须|必须|要先|得先|请|不要|(?<![特个区分性类级辨识])别|不许|不能|不准|禁止|记得)/,
  /(?:必须|严禁|禁止|不允许|不得(?!了|已|不)|不准|不许|绝不|绝对不|决不)[^。]{2,}/,
  /^(?:请|麻烦|你|您)?(?:不要|别|勿|请勿)(?:再)?(?:在|用|使用|给|把|对|修改|删除|提交|改|动|写|说|叫|发|推送|上传|泄露|透露|直接|随便|自动|擅自|回复|回答|提到|提|引用|安排|买|放|加)/,
  /^(?:请|你|您|麻烦)?(?:用|使用|以)[^。]{1,16}(?:回答|回复|交流|沟通|跟我说话|和我说话|写注释|命名|代替|替代|而不是|不要用)/,
  /(?:规则|规矩|规定|约定|规范|惯例|原则|要求)(?:是|：|:|为)/,
  /^(?:请|你|您)?(?:的)?(?:回答|回复|代码|注释|输出|文档|邮件|说话|解释|提交信息|变量名|命名|日志|语气|格式)[^。是了]{0,8}(?:尽量|尽可能|要|应该|最好|不要|别|不能|不用|请|统一|用中文|用英文)/,
  /^(?:请|你|您)?(?:叫|称呼|喊)我[^，。]{1,12}/,
  /(?:之前|以前|前|的时候|时)[，,]?(?:都|一定|先)?(?:必须|要先|一定要|务必|需要先|先要|得先)/,
];
/** 最多三句话, 不超过80字: how long a text is to be. */
const LIMIT =
  /(?:最多|至多|不(?:要|得|能|可)?超过|别超过|控制在|限(?:制在)?)[^，。]{0,2}[\d一二两三四五六七八九十百]+(?:个)?(?:句话?|字|行|段|页|点|条|张)(?:以内|之内|左右)?/;
const LIMIT_ALONE = new RegExp(`^(?:请|尽量)?(?:${LIMIT.source})[。！!]*$`);
/** Rules told tersely: a value that something is to keep, what alone may be used. */
const TERSE: readonly RegExp[] = [
  /^(?!我|你|他|她)[^，。]{2,16}(?:要|应|应该|必须|需要?)?(?:保持|控制|维持|设定?|调)在[^，。]{0,4}\d/,
  /^(?!我|你|他|她|这[个次篇]|那[个次篇])[^，。：:]{2,12}[：:，]\s?(?:保持在?)?\d+(?:\.\d+)?(?:到|至|-|~|～|—)\d+/,
  /^(?:请)?只(?:能|准|许|可以?|要)?(?:用|使用|写|放|发|收|选|买|喝|吃)[^，。]{3,}/,
  /^(?:不要|不用|别用|禁用)(?:表情|术语|缩写|感叹号|标题|列表|表格|外链|附件|寒暄|黑话)/,
];
const FURTHER_ORDER = /(?:^|[，,；;])(?:再|并|而且)?(?:先|再|不要|别|把|用|必须|一定|请|要)[^，。]{1,}/;
const ABSOLUTE =
  /必须|永远|绝不|绝对|决不|严禁|禁止|不许|不准|不得(?!了|已|不)|不允许|务必|一律|千万|任何时候|无论如何|始终/;
const NOT_ORDER =
  /我(?:都|也|就|总|会)|^(?:以后|今后|每次|下次|从现在起|从今天起)?[，,]?(?:我(?!们|希望你|要求|想让你|需要你)|他|她)|^(?:我|他|她|它)(?!们(?:必须|要求|规定|约定|团队|项目))[^，。]{0,12}(?:必须|绝不|不许|禁止|永远)|别(?:担心|着急|难过|客气|急|怕|累|忘了吃|太)|不要(?:担心|着急|难过|客气|放弃|太)|(?:医生|公司|学校|老板|妈妈|爸爸)(?:说|让|不让|不许|要求|规定)/;
const DATED =
  /\d{1,2}月|\d{1,2}[号日]|昨天|今天|明天|后天|前天|[上下这本]个?(?:周|星期|月|礼拜)|去年|明年|今年|\d{4}年|\d{4}-\d|点钟?|周[一二三四五六日天]/;
const CORRECTION =
  /不是[^，。]{1,20}[，,]?(?:而)?是|更正|纠正|说错|记错|改成|改为|改到|改用|换成|变成|不再|已经不|现在(?:改|换|用|住|在|是|叫)|搬到|跳槽|换了|调整为|推迟|提前到|延期|取消/;
const CONTINUES =
  /^(?:就是(?:说|觉得|感觉|有点|有一点|吧|那|喷头|价格|周|如果|续航|功能|透气|买|电|性能|嘛|体积)?|不过|但|但是|而且|并且|另外|特别是|尤其|其中|所以|因此|这样|它|它们|那儿|那里|那边|那个|这里|这儿|里面|每次|用起来|平时用|外观|虽然|如果|要是|还有|还能|此外|同时|甚至|比如|总体|整体|总的来说|他|她|他们|她们|这|那|穿起来|拍照|电池|性价比|在那|每天从那|周末过来|地方|设施|环境|其|并|也|由于|因为|只是|可惜|美中不足|公园里|店里|周围|周边)/;

/** An answer leaves out what the question named: "三岁了", "涨了一点". */
const SUBJECTLESS =
  /^(?:还|挺|很|好多|没|有(?!人|个|一)|是(?!我)|在|因为|大概|差不多|大约|\d|[一二两三四五六七八九十]+(?:岁|个|天|年|点|次|月)|涨|不|会|已经|刚|从|跟|和|用|做|买|吃|住)/;
/** Nobody knows who is meant when the sentence stands alone. */
const PRONOUN = /^(?:他|她|它)们?(?!俩)/;

/** Judges one Chinese sentence. */
export function judgeChinese(sentence: string, context: SentenceContext): Verdict & { offset: number } {
  const lead = chineseLead(sentence, context.names);
  const text = sentence.slice(lead.offset);
  return { ...judge(text, { ...context, lead: lead.words, explicit: lead.explicit }), offset: lead.offset };
}

type Context = SentenceContext & { readonly lead: string; readonly explicit: boolean };

function judge(text: string, context: Context): Verdict {
  if (LIMIT_ALONE.test(text)) return refuse('command');
  if (isRule(text, context.ordered ?? false)) return ruleVerdict(text, context.explicit);
  if (text.trim() === '')
    return refuse(/你好|您好|嗨|早|晚安|再见/.test(context.lead) ? 'greeting' : 'small_talk');
  const refusal = context.explicit ? null : chineseRefusal(text);
  if (refusal) return refuse(refusal);
  if (context.withAssistant && isRequest(text)) return refuse('command');
  const cues = cuesOf(text, context);
  const continues = CONTINUES.test(text) && (context.follows || PRONOUN.test(text)) && !SELF.test(text);
  const leans = continues || (!context.follows && SUBJECTLESS.test(text));
  const plain = strengthOf(text, cues);
  const strength = plain < THRESHOLD && chineseAttribute(text, null) ? plain + OF_AN_ATTRIBUTE : plain;
  const needed = continues ? (context.follows ? 1 : Number.POSITIVE_INFINITY) : THRESHOLD;
  if (strength >= needed || context.explicit) return { fact: true, strength, cues, continues: leans };
  return { fact: false, reason: 'no_fact', almost: { strength, cues, continues: leans } };
}

function isRule(text: string, ordered: boolean): boolean {
  if (/[？?吗]\s*$/.test(text) || NOT_ORDER.test(text)) return false;
  if (RULE.some((pattern) => pattern.test(text))) return true;
  return !ordered && (TERSE.some((pattern) => pattern.test(text)) || isStandingLimit(text));
}

/** A limit holds from now on when it says for what, or comes with a further order. */
function isStandingLimit(text: string): boolean {
  if (!LIMIT.test(text)) return false;
  const rest = text.replace(LIMIT, '').replace(/^[，,]/, '');
  if (
    /^(?!这|那|本|今天|这次|我|写|帮|请|给)[^，。：:]{2,10}[：:，,]?[。]?$/.test(rest) &&
    text.search(LIMIT) > 0
  )
    return true;
  return FURTHER_ORDER.test(rest);
}

function ruleVerdict(text: string, explicit: boolean): Verdict {
  const cues = new Set<Cue>(['rule']);
  if (ABSOLUTE.test(text)) cues.add('absolute');
  if (explicit) cues.add('explicit');
  return { fact: true, strength: 7, cues, continues: false };
}

function isRequest(text: string): boolean {
  return /^(?:我(?:想|要|需要|希望)(?:问|请教|知道|了解|请你|你|让你|一个.{0,10}(?:函数|脚本|代码|方案|例子)|写一|做一个|看看|查)|我有(?:个|一个)?(?:问题|疑问)|那(?:就)?(?:帮|给|请)|能否|可否)/.test(
    text,
  );
}

function cuesOf(text: string, context: Context): Set<Cue> {
  const shown = PATTERNS.flatMap(([cue, , pattern]) => {
    const at = text.search(pattern);
    return at < 0 ? [] : [{ cue, at }];
  });
  const cues = new Set<Cue>(shown.sort((a, b) => a.at - b.at).map(({ cue }) => cue));
  if (context.explicit) cues.add('explicit');
  if (CORRECTION.test(text) || /不是|不对|更正|纠正|其实/.test(context.lead)) cues.add('correction');
  // "今年46岁" tells an age, not when something happens.
  if (DATED.test(text) && !/岁/.test(text)) cues.add('dated');
  return cues;
}

function strengthOf(text: string, cues: ReadonlySet<Cue>): number {
  let strength = SELF.test(text) ? 1.5 : NAMED.test(text) ? 1.5 : 0.5;
  if (ABOUT_THING.test(text)) strength += 2;
  strength += PATTERNS.reduce((best, [cue, weight]) => (cues.has(cue) ? Math.max(best, weight) : best), 0);
  if (cues.has('dated')) strength += 1;
  if (/\d|[A-Za-z]{2,}/.test(text)) strength += 0.5;
  const size = hanCount(text) + (text.match(/[A-Za-z0-9]+/g)?.length ?? 0) * 2;
  strength += size >= 8 ? 0.5 : size >= 5 ? 0 : -1;
  if (cues.has('opinion') && size >= 12 && !WEAK_SUBJECT.test(text)) strength += 1;
  if (/你|您/.test(text)) strength -= 1;
  if (/^(?:我们?)?(?:每个?人|人生|生活|大家都|成功|努力)/.test(text)) strength -= 1.5;
  return strength;
}
