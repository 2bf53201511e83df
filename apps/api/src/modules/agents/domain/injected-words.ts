/** What stands in every prompt of an agent, and how mounts got there, in the words of the one who looks. */
export const INJECTED_WORDS = {
  en: {
    role: 'Role and rules',
    persona: 'Persona',
    scenes: 'Scene index',
    tools: 'Tool guide',
    always: 'Always there.',
    inline: 'Mounted inline.',
    summary: 'Mounted as a summary.',
  },
  'zh-CN': {
    role: '角色与规则',
    persona: '画像',
    scenes: '场景索引',
    tools: '工具说明',
    always: '始终在提示词中。',
    inline: '以全文挂载。',
    summary: '以摘要挂载。',
  },
} as const satisfies Record<'en' | 'zh-CN', Record<string, string>>;
