import type { CardLanguage } from '../cards/card';

interface Topic {
  readonly key: string;
  readonly en: string;
  readonly zh: string;
  readonly words: RegExp;
}

const topic = (key: string, titles: readonly [string, string], words: readonly [RegExp, RegExp]): Topic => ({
  key,
  en: titles[0],
  zh: titles[1],
  words: new RegExp(`\\b(?:${words[0].source})\\b|${words[1].source}`, 'giu'),
});

/** Situations of life and work. On a tie the earlier one wins, so the narrower ones come first. */
const TOPICS: readonly Topic[] = [
  topic(
    'rules',
    ['Standing rules', '规则与约定'],
    [/conventions?|polic(?:y|ies)|from now on|must not|must always/, /必须|禁止|一律|以后都|规范|约定/],
  ),
  topic(
    'software',
    ['Software project', '软件项目'],
    [
      /servers?|databases?|api|port \d+|branch|repo(?:sitory)?|deploy\w*|docker|kubernetes|postgres\w*|mysql|redis|typescript|javascript|python|rust|java|node(?:\.js)?|react|endpoint|staging|production|ci pipeline|unit tests?|test suite|tests pass|frameworks?|npm packages?|schema|migrations?|backend|frontend|codebase|source code|coding|programming|software|bug ?fix(?:es)?|commits?|npm|pnpm|yarn|git|github|vim|editor|linux|terminal|tabs|spaces|pull requests?/,
      /服务器|数据库|接口|端口|分支|仓库|代码|部署|框架|前端|后端|编程|软件|程序|编辑器|提交|测试/,
    ],
  ),
  topic(
    'pets',
    ['Pets', '宠物'],
    [
      /dogs?|cats?|pups?|pupp(?:y|ies)|pets?|kitt(?:y|en|ens|ies)|turtles?|hamsters?|rabbits?|parrots?|vet|leash|shelter|breed/,
      /狗|猫|宠物|鹦鹉|兔子|乌龟|仓鼠/,
    ],
  ),
  topic(
    'health',
    ['Health and fitness', '健康与运动'],
    [
      /health\w*|doctors?|hospital|sick|ill(?:ness)?|pain|injur\w+|surgery|therapy|therapist|allerg\w+|diet|weight|gym|workouts?|exercis\w+|yoga|running|marathon|fitness|sleep|stress|anxiety|mental|meditat\w+|medicine|diagnos\w+|blood|asthma|vitamins?/,
      /健康|医院|医生|生病|感冒|手术|过敏|减肥|体重|健身|锻炼|瑜伽|跑步|睡眠|失眠|吃药|体检|头疼|血压/,
    ],
  ),
  topic(
    'travel',
    ['Travel', '旅行'],
    [
      /trips?|travel\w*|vacations?|holidays?|flights?|hotels?|beach|road ?trip|camping|hik(?:e|es|ed|ing)|mountains?|national park|abroad|passport|visa|sightsee\w*|airport|itinerary|tour(?:s|ist|ing)?|cruise|backpack\w*|island/,
      /旅行|旅游|出差|机票|酒店|航班|签证|景区|景点|露营|爬山|登山|度假|行程|参观/,
    ],
  ),
  topic(
    'food',
    ['Food and cooking', '饮食'],
    [
      /food|cook\w*|bak(?:e|ed|ing)|recipes?|dinner|lunch|breakfast|restaurants?|coffee|tea|cakes?|cookies?|pizza|pasta|salads?|soups?|desserts?|chocolate|ice cream|vegan|vegetarian|spicy|meals?|snacks?|cuisine|sushi|cheese|meat|wine|beer|grill\w*/,
      /吃|喝|饭|菜|餐|做饭|烹饪|咖啡|茶|蛋糕|火锅|辣|烘焙|美食|口味|厨/,
    ],
  ),
  topic(
    'family',
    ['Family', '家人'],
    [
      /mom|mum|mother|dad|father|parents?|wife|husband|spouse|sons?|daughters?|kids?|child(?:ren)?|bab(?:y|ies)|brothers?|sisters?|siblings?|aunts?|uncles?|nieces?|nephews?|cousins?|grand\w+|family|adopt(?:ion|ed|ing)?|wedding|married|marriage|anniversary|pregnan\w+/,
      /爸|妈|父亲|母亲|父母|丈夫|妻子|老公|老婆|儿子|女儿|孩子|哥哥|姐姐|弟弟|妹妹|爷爷|奶奶|外公|外婆|叔叔|婶婶|伯|舅舅|舅妈|姑|姨|表[哥姐弟妹]|堂[哥姐弟妹]|侄|家人|结婚|婚礼|宝宝/,
    ],
  ),
  topic(
    'colleagues',
    ['Colleagues', '同事'],
    [
      /colleagues?|co-?workers?|boss|managers?|teammates?|supervisor/,
      /同事|上司|下属|领导|老板|主管|助理|搭档/,
    ],
  ),
  topic(
    'friends',
    ['Friends and people', '朋友'],
    [
      /friends?|buddy|buddies|neighbou?rs?|roommates?|girlfriend|boyfriend|dating|partner|mentors?|support group|community/,
      /朋友|闺蜜|室友|舍友|邻居|同学|男友|女友|男朋友|女朋友|对象/,
    ],
  ),
  topic(
    'study',
    ['Study', '学习'],
    [
      /school|college|university|class(?:es)?|courses?|exams?|degree|thesis|homework|professor|teacher|students?|graduat\w+|study|studying|studies|scholarship|lectures?|learning|education|workshops?|certificat\w+|tutor\w*/,
      /学校|大学|课程|考试|学历|专业|论文|作业|老师|毕业|学习|读书|培训|研究生|本科|硕士|博士/,
    ],
  ),
  topic(
    'work',
    ['Work', '工作'],
    [
      /jobs?|(?:at|from|for|to|my) work|works? (?:as|at|for|in)|working (?:at|for|on|as|hours)|coworkers?|career|office|business|company|startup|store|shop|clients?|customers?|meetings?|interviews?|salary|promotion|projects?|hired|fired|laid off|internship|invest\w*|market\w*|sales|entrepreneur\w*|deadline|contract|budget|volunteer\w*|campaign/,
      /工作|上班|公司|单位|职位|面试|升职|加班|客户|会议|项目|业务|合同|预算|工资|创业|职业|岗位|招聘/,
    ],
  ),
  topic(
    'music',
    ['Music', '音乐'],
    [
      /music\w*|songs?|sing(?:ing|er|s)?|guitar|piano|violin|drums?|bands?|concerts?|album|playlist|jazz|rock|classical|melod\w+|dance|danc(?:ing|er|ers|es)|choir|studio/,
      /音乐|唱歌|歌|吉他|钢琴|小提琴|演唱会|乐队|跳舞|舞蹈/,
    ],
  ),
  topic(
    'games',
    ['Games', '游戏'],
    [
      /games?|gaming|gamer|tournaments?|chess|board games?|video games?|console|playstation|xbox|nintendo|esports/,
      /游戏|电竞|下棋|棋|桌游/,
    ],
  ),
  topic(
    'sports',
    ['Sports', '体育'],
    [
      /sports?|soccer|football|basketball|tennis|baseball|golf|swim\w*|surf\w*|ski\w*|climb\w*|cycling|bik(?:e|es|ing)|team|match|league|coach|race|championship|season|kayak\w*|skat\w+|volleyball|boxing/,
      /球|体育|游泳|滑雪|骑行|比赛|马拉松|羽毛球|篮球|足球|网球|运动/,
    ],
  ),
  topic(
    'books-films',
    ['Books and films', '书与影视'],
    [
      /books?|novels?|read|reading|authors?|films?|movies?|series|shows?|episodes?|scripts?|screenplays?|poet\w*|poems?|writing|writer|story|stories|fantasy|cinema|actors?|blog|journal/,
      /书|小说|阅读|电影|电视剧|动漫|剧|写作|诗|作者/,
    ],
  ),
  topic(
    'arts',
    ['Art and crafts', '艺术与手工'],
    [
      /art|arts|artists?|paint\w*|draw\w*|sketch\w*|pottery|ceramics?|photo\w*|camera|crafts?|sculpt\w+|galler\w+|exhibitions?|designs?|sewing|knit\w*|fashion|canvas|museum/,
      /画|绘画|摄影|拍照|手工|书法|艺术|展览|设计|模型/,
    ],
  ),
  topic(
    'home',
    ['Home', '居住'],
    [
      /house|home|apartment|flat|room|kitchen|furniture|garden\w*|rent|move[ds]?|moving|neighbou?rhood|renovat\w+|decor\w*|plants?|flowers?|city|town|hometown|live|lives|born/,
      /家|房子|住|小区|租房|装修|家具|花园|搬|老家|家乡|地址/,
    ],
  ),
  topic(
    'money',
    ['Money', '财务'],
    [
      /money|bank|loan|savings?|mortgage|debts?|tax(?:es)?|finances?|financial|price|cost|afford|fund(?:s|ing|rais\w+)?|donat\w+/,
      /钱|银行|贷款|存款|房贷|债|税|投资|理财|工资|价格/,
    ],
  ),
  topic(
    'things',
    ['Devices and things', '物品'],
    [
      /phone|laptop|computer|car|truck|headphones|tablet|watch|tv|device|gadgets?|iphone|android|macbook/,
      /手机|电脑|车|相机|耳机|平板|手表|空调|净化器|电饭煲|吸尘器|护肤|美妆|运动鞋|鞋|品牌/,
    ],
  ),
  topic(
    'nature',
    ['Nature', '自然'],
    [
      /nature|outdoors?|park|forest|lake|ocean|sunset|sunrise|stars|trees?|wildlife|birds?|weather|rain|snow/,
      /公园|自然|森林|大海|湖|海边|天气|植物|花/,
    ],
  ),
  topic(
    'events',
    ['Events', '活动'],
    [
      /events?|conference|festival|part(?:y|ies)|meetup|ceremony|parade|celebrat\w+|birthday|summit|seminar/,
      /活动|论坛|大会|峰会|晚会|聚会|典礼|年会|研讨会|发布会|音乐节|盛典|生日/,
    ],
  ),
];

/** Words of several meanings: one alone does not tell a topic, two together may. */
const AMBIGUOUS = new RegExp(
  `^(?:${[
    'books?|read|reading|series|shows?|scripts?|story|stories|writing|writer|blog|journal|poet\\w*|episodes?|actors?',
    'house|home|flat|room|rent|move[ds]?|moving|plants?|flowers?|city|town|live|lives|born|kitchen|garden\\w*',
    'conventions?|polic(?:y|ies)',
    'servers?|branch|node|rust|java|schema|tabs|spaces|commits?|frameworks?|production|staging|editor|terminal|software|programming|react',
    'tea|cats?|vet|shelter|breed|leash',
    'pain|weight|running|sleep|stress|mental|blood|diet|ill(?:ness)?|fitness|sick',
    'island|beach|tour(?:s|ist|ing)?|holidays?|mountains?',
    'cheese|chocolate|wine|beer|meat|meals?|grill\\w*|spicy|coffee|lunch|dinner',
    'partner|community|dating|mentors?|buddy|neighbou?rs?',
    'class(?:es)?|courses?|degree|teacher|students?|learning|education|study|workshops?|lectures?|tutor\\w*|school',
    'office|business|company|store|shop|meetings?|projects?|contract|budget|deadline|market\\w*|sales|clients?|customers?|fired|hired|promotion|campaign|startup|interviews?|volunteer\\w*|invest\\w*',
    'bands?|rock|studio|dance|classical|album|drums?',
    'games?|console',
    'team|match|race|season|league|coach|golf|boxing|bik(?:e|es|ing)|climb\\w*|ski\\w*',
    'art|designs?|draw\\w*|crafts?|camera|canvas|fashion|photo\\w*|exhibitions?',
    'bank|price|cost|fund(?:s|ing)?|tax(?:es)?|afford|savings?|money',
    'phone|watch|tv|device|car|tablet|truck',
    'park|stars|rain|snow|weather|nature|trees?|birds?|lake|forest|outdoors?',
    'events?|part(?:y|ies)|conference|ceremony|summit|celebrat\\w+|birthday',
    '书|家|住|花|车|球|画|剧|歌|湖|钱|茶|辣|厨|棋|税|债|菜|吃|喝|猫|狗|诗|鞋|搬|地址|模型|设计|系统|编辑器|测试|提交|程序|活动|项目|会议|客户|价格|工资|学习|老师|单位|老板|社区|天气|植物|必须|一律|禁止|姑|姨|舅|伯|对象|投资|运动|比赛',
  ].join('|')})$`,
  'iu',
);
/** "Book a table", "booked the hall": the verb has nothing to do with books. */
const BOOKING =
  /\bbook(?:ed|ing|ings)?\b(?= (?:(?:a|an|the|my|our|us|it|him|her|them|you|me|two|three|\d+|your|his|another|some|tables?|rooms?|tickets?|flights?|seats?|in|online|ahead|early|with|through|via|for)\b))|\b(?:to|can|could|will|must|please|should|fully|double|over)[- ]book(?:ed|ing)?\b|\bbookings?\b|\bbooked\b/gi;
/** Chinese words that hold an ambiguous character and mean something else. */
const NO_CUE =
  /大家|国家|专家|作家|商家|厂家|买家|卖家|家长|证书|秘书|说明书|合同书|申请书|花费|花了|花时间|车间|全球|地球|气球|计画|规划|住宿|记住|打住|钱塘|工作日|家具厂/g;
const ENOUGH = 1;

const GENERAL: Topic = topic('general', ['General', '综合'], [/$^/, /$^/]);

export interface TopicTitle {
  readonly key: string;
  readonly title: string;
}

/** The situation a text belongs to: by one word of a single meaning or two of several; null when no words tell. */
export function topicOf(text: string, language: CardLanguage): TopicTitle | null {
  const plain = text.replace(BOOKING, ' ').replace(NO_CUE, ' ');
  let best: { topic: Topic; weight: number } | null = null;
  for (const candidate of TOPICS) {
    const weight = weightIn(plain, candidate);
    if (weight >= ENOUGH && weight > (best?.weight ?? 0)) best = { topic: candidate, weight };
  }
  return best ? titled(best.topic, language) : null;
}

function weightIn(text: string, { words }: Topic): number {
  const found = new Set(text.match(words)?.map((word) => word.toLowerCase()) ?? []);
  let weight = 0;
  for (const word of found) weight += AMBIGUOUS.test(word) ? 0.5 : 1;
  return weight;
}

/** The circle of the people a text is about: family, colleagues, friends; null when it names none. */
export function peopleTopic(text: string, language: CardLanguage): TopicTitle | null {
  const found = TOPICS.find(
    ({ key, words }) => /^(?:family|colleagues|friends)$/.test(key) && text.search(words) >= 0,
  );
  return found ? titled(found, language) : null;
}

export function generalTopic(language: CardLanguage): TopicTitle {
  return titled(GENERAL, language);
}

/** A topic by its key; the general one for a key that is none. */
export function titleOf(key: string, language: CardLanguage): TopicTitle {
  return titled(TOPICS.find((candidate) => candidate.key === key) ?? GENERAL, language);
}

/** The heading of a topic key in the language; null for a title that is no topic. */
export function topicTitle(key: string, language: CardLanguage): string | null {
  const found = [...TOPICS, GENERAL].find((candidate) => candidate.key === key);
  return found ? found[language] : null;
}

/** The title of the same topic in the language; null for a title that is no topic. */
export function titleIn(title: string, language: CardLanguage): string | null {
  const found = [...TOPICS, GENERAL].find((candidate) => candidate.en === title || candidate.zh === title);
  return found ? found[language] : null;
}

function titled(found: Topic, language: CardLanguage): TopicTitle {
  return { key: found.key, title: found[language] };
}
