type Locale = 'en' | 'zh-CN';

/** Titles and reasons of what stands in an agent's prompt, in the words of the one who looks. */
export const INJECTED_WORDS = {
  en: {
    persona: 'Persona',
    scenes: 'Scene index',
    tools: 'Tool guide',
    always: 'always there',
    inline: 'mounted inline',
    summary: 'mounted as a summary',
    found: 'found for this message',
    over_budget: 'left out: no room',
    instruction_like: 'left out: reads like an instruction',
    low_trust: 'left out: nobody has reviewed it',
    too_many_of_source: 'left out: two of this source are there already',
    too_many_of_author: 'left out: enough of this author is there already',
  },
  'zh-CN': {
    persona: '画像',
    scenes: '场景索引',
    tools: '工具说明',
    always: '始终在提示词中',
    inline: '以全文挂载',
    summary: '以摘要挂载',
    found: '为这条消息检索到',
    over_budget: '未放入：空间不足',
    instruction_like: '未放入：内容像是指令',
    low_trust: '未放入：尚未经过审核',
    too_many_of_source: '未放入：同一来源已有两条',
    too_many_of_author: '未放入：同一作者的内容已足够',
  },
} as const satisfies Record<Locale, Record<string, string>>;

export type InjectedWord = keyof (typeof INJECTED_WORDS)['en'];

/** Why a recalled item is, or is not, in front of the message. */
export function outcomeText(locale: Locale, outcome: string): string {
  const words: Readonly<Record<string, string>> = INJECTED_WORDS[locale];
  return words[outcome] ?? INJECTED_WORDS[locale].found;
}
