import { clausesAround, cuesOf, type Tense, type TenseCue } from './clause';

/** Words that look ahead wherever they stand in the clause of a date. */
const AHEAD: readonly (readonly [Tense, RegExp])[] = [
  [
    1,
    /(?<![主重只])要(?![求是闻点])|将(?![军士])|(?<![开聚宴晚年大览酒茶论董委协社机议工])会(?![议员计场长])|打算|计划|准备|预计|即将|安排|约好|说好|约在|约了|预约|预订|订在|定在|定于|打烊|下次|下周|下个?月|明年|明天|后天|必须|应该|得在|需要|截止|截至|到期|过期|失效|之前(?:完成|交|提交|搞定)|(?<!以|之)前(?:完成|交|提交|搞定|付)|报名|订了|买了[^，。]{0,6}票/g,
  ],
];
/** Verbs that a plan states plainly; with 了, 过 or 的 behind them they tell of the past. */
const PLAIN =
  /开业|启用|投用|开幕|开学|开工|开始|开考|开放|结束|闭幕|举行|举办|召开|上线|发布|启动|放假|出发|起飞|交付|交房|交货|生效|考试|面试|结婚|搬家|手术|体检|复查|婚礼|会议|聚会|退租|续约|恢复|停用|停业|停水|停电|下架|毕业|入职|离职|退休|回国|出差|演出|比赛|开庭|答辩|搬迁|搬走|交|还款|发薪|发货|付/g;
const BEHIND: readonly (readonly [Tense, RegExp])[] = [
  [
    -1,
    /(?<!取消|推迟|延期|提前|改期|改|定|订|约)了(?![解不])|过(?!敏|于|分|程|期|年|节|生日|来|去)|以来|(?<=[^日号月份的])的(?=[。！!\s]*$)/g,
  ],
];
const BEFORE: readonly (readonly [Tense, RegExp])[] = [
  [-1, /刚(?:才|刚)?|曾经?|已经?(?!定)|去年|前年|昨天|前天|上周|上个?月|以前|当时|当年|那年|自从/g],
];
/** Directly before the date. */
const SET_TO =
  /(?:改|推迟|提前|延期|延|调整|调|挪|移|换|定|订|约|安排|排|顺延)(?:到|至|在|为|成|于)了?\s*$|(?:截止|截至|有效期|到期日?)[^，。]{0,6}(?:到|至|是|为|：)?\s*$|(?:现在|目前|新的?[^，。]{1,6})(?:是|为|改)\s*$/;
const IS = /(?:是|为|在|：|:|到)\s*$/;
const SINCE = /(?:自|自从|打从)\s*$/;

/** When the clause around a date plays. A Chinese verb mostly stands behind its date, so what stands there counts first. */
export function chineseTenseAt(sentence: string): (start: number, end: number) => Tense {
  const [ahead, behind, before, plain] = [AHEAD, BEHIND, BEFORE, [[1, PLAIN]] as const].map((rules) =>
    cuesOf(sentence, rules),
  );
  return (start, end) => {
    const lead = sentence.slice(0, start);
    if (SET_TO.test(lead)) return 1;
    if (SINCE.test(lead)) return -1;
    const around = clausesAround(sentence, start);
    if (!around) return 0;
    for (const [place, clause] of [around.own, ...around.others].entries()) {
      const within = (cues: readonly TenseCue[] = []): TenseCue[] =>
        cues.filter(
          (cue) =>
            cue.start >= clause.start && cue.end <= clause.end && (cue.end <= start || cue.start >= end),
        );
      const past = within(behind).filter((cue) => place > 0 || cue.start >= end);
      const modal = within(ahead);
      const first = [...past, ...modal].sort((a, b) => a.start - b.start)[0];
      if (modal.length > 0) return first && past.includes(first) ? -1 : 1;
      if (past.length > 0 || within(before).length > 0) return -1;
      if (within(plain).length > 0 || (place === 0 && IS.test(lead))) return 1;
    }
    return 0;
  };
}
