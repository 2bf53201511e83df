import type { CardLanguage } from '../cards/card';
import { isChineseName } from './chinese-names';

const MAX_ENTITIES = 12;
const MAX_LENGTH = 60;
const NOT_NAMES = new Set(
  (
    'i mon monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december ' +
    'the a an and but or so if my we he she it they this that these those there here what when where why how who yes no oh wow hey hi thanks ok okay well just last next ' +
    "i'm i've i'd i'll it's that's we're we've also plus since after before during in on at for with from to by as of is are was were then now today tomorrow yesterday not do did please always never some any all our your his her their its " +
    'been being have has had can could will would should may might must let ai tv pc'
  ).split(/\s+/),
);
const ENGLISH_NAME =
  /(?:[A-Z][\p{L}\p{N}'’&.+#-]*|[A-Z]{2,})(?:[ ](?:of the |of |the |and |de |van |& )?(?:[A-Z][\p{L}\p{N}'’&.+#-]*|\d{1,4}(?![\d:]))){0,4}/gu;
const QUOTED = /["“「『《]([^"”」』》\n]{1,60})["”」』》]/g;
const MARKED =
  /[@#][\p{L}\p{N}_-]{2,30}|[\w.+-]{1,40}@[\w-]{1,30}(?:\.[\w-]{1,20}){1,3}|\b[a-z][\w-]*\.(?:js|ts|tsx|py|md|json|ya?ml|go|rs|java|sql|sh)\b/gu;
const LATIN_IN_CHINESE = /[A-Za-z][A-Za-z0-9.+#-]*(?: [A-Z0-9][A-Za-z0-9.+#-]*){0,3}/g;
const CHINESE_NAMES: readonly RegExp[] = [
  /(?:名字叫|名字是|姓名是|名叫|叫做|叫)([\p{Script=Han}A-Za-z·]{2,12})/gu,
  /([\p{Script=Han}A-Za-z0-9]{2,24}(?:论坛|大会|峰会|年会|晚会|盛典|盛宴|典礼|音乐节|美食节|文化节|招聘会|发布会|发布汇|研讨会|交流会|启动会|启航会|分享会|展览会?|马拉松|挑战赛|锦标赛|训练营|实战营|挑战营|体验日|公司|集团|大学|学院|医院|学校|公园|景区|商场|广场|小区|花园|酒店|餐厅|银行|事务所|合作社))/gu,
  /([\p{Script=Han}]{2,9}(?:省|市|区|县|镇))/gu,
  /(北京|上海|天津|重庆|香港|澳门|台北|广州|深圳|杭州|南京|苏州|成都|武汉|西安|青岛|厦门|长沙|宁波|济南|郑州|合肥|福州|大连|沈阳|昆明|太原|石家庄|哈尔滨|长春|贵阳|南宁|海口|兰州|无锡|日本|美国|英国|法国|德国|韩国|泰国|新加坡|加拿大|澳大利亚)/g,
];

const CHINESE_SUBJECT =
  /^([\p{Script=Han}·]{2,4})(?=是我|喜欢|的(?:名字|生日|电话|工作|爱好|年龄|身高|学历|邮箱|单位|家乡|性格|兴趣|职业|教育|联系)|在[^，。]{2,12}(?:上班|工作)|特别|今年|说|想|来自|住在)/gu;
/** Everything up to the last word that cannot be inside a name. */
const BEFORE_NAME =
  /^.*(?:是|叫|在|的|了|那家|这家|那个|这个|一个|一家|参加|参观|路过|逛|去|做|我|他们|她们)(?=.)/u;
const KIND_ALONE =
  /^(?:.?公司|集团|大学|学院|医院|学校|公园|景区|商场|广场|小区|花园|酒店|餐厅|银行|论坛|大会|峰会|年会|展览会?|比赛|.[省市区县镇])$/u;

/** Names in a text, verbatim and in order: people, places, products, titles, handles, files. */
export function entitiesOf(text: string, language: CardLanguage): string[] {
  const found = [
    ...all(text, QUOTED, 1),
    ...all(text, MARKED, 0),
    ...(language === 'zh' ? chineseNames(text) : englishNames(text)),
  ];
  return distinct(found.filter((name) => name.length > 1 && name.length <= MAX_LENGTH)).slice(
    0,
    MAX_ENTITIES,
  );
}

function chineseNames(text: string): string[] {
  const named = CHINESE_NAMES.flatMap((pattern) => all(text, pattern, 1)).map((name) =>
    name.replace(BEFORE_NAME, ''),
  );
  return [
    ...all(text, CHINESE_SUBJECT, 1).filter(isChineseName),
    ...named.filter((name) => !KIND_ALONE.test(name)),
    ...all(text.replace(MARKED, ' '), LATIN_IN_CHINESE, 0),
  ];
}

function englishNames(text: string): string[] {
  const names: string[] = [];
  for (const match of text.matchAll(ENGLISH_NAME)) {
    const name = withoutCommonStart(match[0].replace(/(?:['’]s)?[.'’&-]*$/, ''));
    if (name === '' || (isSentenceStart(text, match.index) && !isNameAlone(name, match[0]))) continue;
    names.push(name);
  }
  return names;
}

/** "Yesterday Bob" → "Bob": a common word in front is there because the sentence starts. */
function withoutCommonStart(name: string): string {
  const words = name.split(' ');
  while (words.length > 0 && NOT_NAMES.has((words[0] ?? '').toLowerCase().replace(/’/g, "'"))) words.shift();
  return words.join(' ').replace(/^(?:of|the|and|de|van|&)\s+/, '');
}

function isSentenceStart(text: string, at: number): boolean {
  return /(?:^|[.!?:]["'”’)]*\s+|\n\s*|^["'“‘(]+)$/.test(text.slice(Math.max(0, at - 6), at));
}

/** At the start of a sentence only two words, a possessive, or inner capitals show a name. */
function isNameAlone(name: string, matched: string): boolean {
  return name.includes(' ') || /['’]s$/.test(matched) || /^[A-Z]{2,}$|[a-z][A-Z]|\d/.test(name);
}

function all(text: string, pattern: RegExp, group: 0 | 1): string[] {
  return [...text.matchAll(pattern)].map((match) => (match[group] ?? '').trim());
}

function distinct(names: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const name of names) if (!seen.has(name.toLowerCase())) seen.set(name.toLowerCase(), name);
  return [...seen.values()];
}
