import type { AssetStatus } from '@memory-hub/contracts';

type Locale = 'en' | 'zh-CN';

const TEXTS = {
  en: {
    deprecated: 'This asset is deprecated. It still works; look for what replaces it.',
    archived: 'This asset is archived: the agent receives nothing of it until it is restored and published.',
    unreadable: 'The agent’s owner may no longer read this asset, so the agent receives nothing of it.',
    full: 'Nothing of it fits: mounts of higher priority use up the budget of the agent.',
  },
  'zh-CN': {
    deprecated: '该资产已弃用：目前仍可使用，请寻找替代者。',
    archived: '该资产已归档：在恢复并重新发布之前，智能体不会收到其任何内容。',
    unreadable: '智能体的所有者已无权读取该资产，因此智能体不会收到其任何内容。',
    full: '预算已被优先级更高的挂载用完，该资产的内容无法放入。',
  },
} as const satisfies Record<Locale, Record<string, string>>;

export interface MountState {
  readonly status: AssetStatus;
  readonly isOff: boolean;
  /** The agent receives a revision of it. */
  readonly isReceived: boolean;
  readonly tokens: number;
  readonly cutTokens: number;
}

/** What the person who looks at a mount should know; null when all is well. A revoked asset has no mounts any more. */
export function mountWarning(locale: Locale, state: MountState): string | null {
  const texts = TEXTS[locale];
  if (state.status === 'archived' || state.status === 'deprecated') return texts[state.status];
  if (state.isOff) return null;
  if (!state.isReceived) return texts.unreadable;
  return state.tokens === 0 && state.cutTokens > 0 ? texts.full : null;
}
