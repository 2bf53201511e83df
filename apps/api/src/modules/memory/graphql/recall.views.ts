import { encodeId } from '@memory-hub/contracts';
import type { RequestContext } from '../../../common';
import { degradedText, whyText } from '../../retrieval';
import type { RecallAnswer, UsedItem } from '../recall.service';
import type { InjectedItem, Recall } from './recall.types';

const CHARACTERS_PER_TOKEN = 4;

const LEFT_OUT = {
  en: {
    over_budget: 'left out: the budget is used up',
    instruction_like: 'left out: it reads like an instruction',
    low_trust: 'left out: not trusted enough',
    too_many_of_source: 'left out: enough from the same source',
    too_many_of_author: 'left out: enough from the same author',
    cut: 'cut to its budget',
  },
  'zh-CN': {
    over_budget: '未使用：预算已用完',
    instruction_like: '未使用：内容像指令',
    low_trust: '未使用：可信度不足',
    too_many_of_source: '未使用：同一来源已足够',
    too_many_of_author: '未使用：同一作者已足够',
    cut: '已按预算截断',
  },
} as const satisfies Record<'en' | 'zh-CN', Record<string, string>>;

export function injectedItem(ctx: RequestContext, item: UsedItem): InjectedItem {
  const texts: Readonly<Record<string, string>> = LEFT_OUT[ctx.locale];
  const note = texts[item.outcome];
  return {
    id: encodeId(item.kind === 'card' ? 'card' : 'asset', item.id),
    kind: item.kind,
    title: item.title,
    tokens: Math.ceil(item.characters / CHARACTERS_PER_TOKEN),
    cut: item.outcome !== 'injected',
    why: note === undefined ? whyText(ctx.locale, item.why) : `${whyText(ctx.locale, item.why)} (${note})`,
  };
}

export function recallView(ctx: RequestContext, answer: RecallAnswer): Recall {
  return {
    dynamic: answer.dynamic,
    stable: answer.stable,
    used: answer.used.map((item) => injectedItem(ctx, item)),
    mode: answer.mode,
    degraded: answer.degraded.map((entry) => ({ ...entry, message: degradedText(ctx.locale, entry) })),
    tookMs: answer.tookMs,
  };
}
