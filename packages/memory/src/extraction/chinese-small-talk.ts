import { hanCount } from '../text/language';
import type { DropReason } from './statement';

const FILLER =
  /^(?:嗯+|哦+|噢|啊|呃|唉|诶|哎呀?|哈+|嘿+|呵+|哇+|好的?[呀啊]?|好吧|还不错|还行|还好|挺好的?|好嘞|行吧?|可以|对啊?|对了|是的?呀?|是啊|没错|没事|不是|不对|那个|然后|其实|说实话|说真的|话说|另外|还有|顺便说一下|顺便|总之|所以|因为|但是|不过|谢谢你?|多谢|感谢|太好了|太棒了|真棒|真好|厉害|加油|抱歉|不好意思|对不起|更正一下|更正|纠正一下|你好|您好|大家好|早上好|下午好|晚上好|早安|晚安|哈喽|嗨|喂|收到|明白了?|知道了|了解|辛苦了?|当然|确实|的确|同意)[，,。！!~～、：:\s]+/;
const REMEMBER =
  /^(?:请|麻烦)?(?:你|您)?(?:帮我)?(?:记住|记一下|记下来?|记得|别忘了|备注一下|备忘|注意)(?:一下)?[，,：:\s]*(?=\S{3})/;
/** Announces a rule and is no part of it: 第一条：…, 规矩：…. */
const ANNOUNCES =
  /^(?:第[一二三四五六七八九十\d]+[条点个]?|首先|其次|最后|还有(?:一[点条])?|另外一[点条]|规矩|规则|原则|提醒|注意|备注|重要|\d{1,2}[.、])\s*[：:、]\s*(?=\S{3})/;
const GREETING =
  /^(?:你好|您好|大家好|早上?好?|上午好|中午好|下午好|晚上好|早安|午安|晚安|哈喽|哈啰|嗨|喂|在吗|在不在|再见|拜拜|明天见|回头见|回头聊|下次聊|谢谢.{0,8}|多谢.{0,6}|感谢.{0,10}|辛苦了.{0,4}|不客气|不用谢|没关系|没事.{0,3}|新年快乐|生日快乐|节日快乐|恭喜.{0,10}|祝(?:你|您|贺|大家).*|保重.{0,4}|好久不见.{0,6})[啊呀哦呢吧了！!。~～\s]*$/;
/** Words of agreement and applause. Each is taken out once, so a long row of them costs no more than its length. */
const AGREEMENT =
  /真替你高兴|原来如此|慢慢来|别担心|不用担心|没问题|一起加油|为你高兴|好可爱|好羡慕|都可以|有道理|说得对|说的对|说得是|我也是|我也(?:这么|是这么)?(?:觉得|认为|想)|我同意|我明白|我知道|我懂|我理解|听起来|看起来|好厉害|真的|确实|的确|是的|可以|没错|同意|收到|明白|知道|了解|这样|那样|不错|厉害|太棒|太好|真棒|真好|好棒|好的|笑死|无语|随便|都行|加油|继续|放心|应该的|客气|羡慕|非常|对|嗯|哦|啊|好|行|哈|呵|嘿|哇|太|真|很|挺|那|就|也|吧|了|呀|呢|的|嘛|[，,。！!~～…、\s]/g;
const MOOD =
  /^(?:今天|这|这边|外面|最近)?(?:的)?天气(?:真|很|好|太|还|不|挺|有点|可)[^，。]{0,8}[。！!~]*$|^(?:我)?(?:今天|最近|现在)?(?:好|真|太|有点|有点儿|很|非常|又)?(?:累|困|热|冷|烦|无聊|饿)(?:死|啊|了|呀|哦)*[。！!~]*$/;
const OTHER = /^(?:(?:那|希望|祝|相信|觉得|我觉得|我相信|我希望|真希望|看来|听说)?(?:你|您|你们)(?!我|们俩))/;
const QUESTION_WORD =
  /(?:什么|怎么|怎样|如何|为什么|为啥|干嘛|哪(?:里|儿|个|些|一|种|家|位|天|年)|谁(?!都|也)|几(?:点|个|号|岁|时|月|次|位|天)|多少(?!有|都)|多(?:大|久|长|远|高)(?:了|啊|呢|呀)?[？?。]?$|是否|能不能|可不可以|可以.{0,12}吗|有没有|是不是|要不要|会不会|好不好|行不行|对不对|想不想|知不知道)/;
const COMMAND =
  /^(?:请|麻烦|劳烦|拜托|帮我|帮忙|给我|替我|让我(?:们)?看|你(?:帮|给|来|先|再|把|去)|把|将(?=.{1,20}(?:翻译|改成|转换|写成|整理|总结))|写(?:一|个|篇|段|首|份)|生成|翻译|解释|说明一下|介绍(?:一下|下)?|告诉我|列出|列举|运行|执行|打开|关闭|启动|停止|查(?:一下|询|找|看)|搜(?:一下|索)|看(?:一下|看)|总结|概括|继续|分析|推荐|计算|算一下|比较|对比|设计(?:一|个)|实现|修复|修改|优化|重构|添加|删除|创建|新建|测试一下|检查一下|整理|润色|改写|画(?:一|个)|输出|打印|回答|试试|来(?:一|个)|讲(?:一|个|讲)|说说|谈谈|聊聊|换(?:一个|个)|再来|重新|提醒我|echo|ls|cd|git|npm|pnpm|curl|cat|docker|sudo)\s*/;

/** "翻译峰会的规模是七千人" begins with a verb of orders but states something. */
const STATES = /^(?!请|麻烦|帮|给我)[^，。]{2,30}(?:的[^，。的]{1,10}(?:是|为|在)|是我的)/;

export interface ChineseLead {
  readonly offset: number;
  readonly words: string;
  readonly explicit: boolean;
}

/** Skips greetings, filler and "please remember" before a Chinese statement. */
export function chineseLead(sentence: string, names: ReadonlySet<string>): ChineseLead {
  let offset = 0;
  for (let count = 0; count < 5; count += 1) {
    const rest = sentence.slice(offset);
    const length = FILLER.exec(rest)?.[0].length ?? calledName(rest, names);
    if (length === 0) break;
    offset += length;
  }
  offset += ANNOUNCES.exec(sentence.slice(offset))?.[0].length ?? 0;
  const words = sentence.slice(0, offset);
  const explicit = REMEMBER.exec(sentence.slice(offset));
  return { offset: offset + (explicit?.[0].length ?? 0), words, explicit: explicit !== null };
}

function calledName(rest: string, names: ReadonlySet<string>): number {
  const match = /^([^，,！!：:\s]{1,12})[，,！!：:\s]+/.exec(rest);
  return match && names.has((match[1] ?? '').toLowerCase()) ? match[0].length : 0;
}

/** Why a Chinese sentence tells nothing, or null when it might. */
export function chineseRefusal(text: string): DropReason | null {
  if (hanCount(text) < 2) return 'empty';
  if (isChineseQuestion(text)) return 'question';
  if (GREETING.test(text)) return 'greeting';
  if (text.replace(AGREEMENT, '') === '' || MOOD.test(text)) return 'small_talk';
  if (COMMAND.test(text) && !STATES.test(text)) return 'command';
  return OTHER.test(text) ? 'about_other' : null;
}

export function isChineseQuestion(text: string): boolean {
  if (/[？?][”」』）)\s]*(?:\p{Extended_Pictographic}|\s|\ufe0f)*$/u.test(text)) return true;
  if (/(?:吗|么|嘛)[。！!~～\s]*$/.test(text) && !/(?:什么|那么|这么|怎么)[。！!~～\s]*$/.test(text))
    return !/(?:就是|本来)嘛/.test(text);
  return QUESTION_WORD.test(text) && !isTold(text);
}

/** "不知道为什么", "什么都", "无论如何": the question word does not ask. */
function isTold(text: string): boolean {
  return /(?:不知道|忘了|记得|知道|明白|了解|告诉|解释|无论|不管|不论)[^，。]{0,12}(?:什么|怎么|如何|为什么|哪|谁|几|多少|是否)|(?:什么|哪里|哪儿|谁|怎么)[^，。]{0,4}(?:都|也)|(?:几|多少)(?:个|次|天|年|位)[^，。]{0,6}(?:了|后|前)|没什么|好几|十几|几十|几百|(?:主要内容|主题|内容|题目|议题)(?:是|为|：)/.test(
    text,
  );
}
