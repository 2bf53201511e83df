import type { HitReasons } from '@memory-hub/retrieval';
import type { Degradation } from './retrieval-query';

type Locale = 'en' | 'zh-CN';

const BANDS = {
  en: { strong: 'very close in meaning', good: 'close in meaning', weak: 'loosely related in meaning' },
  'zh-CN': { strong: '语义非常接近', good: '语义接近', weak: '语义略有关联' },
} as const;

const BOOSTS = {
  en: {
    recent: 'recent',
    heat: 'often used',
    verified: 'reviewed',
    unreviewed: 'not reviewed',
    stale: 'stale',
  },
  'zh-CN': { recent: '较新', heat: '常用', verified: '已审核', unreviewed: '未审核', stale: '已过时' },
} as const;

/** One plain sentence that says why a hit was found. */
export function whyText(locale: Locale, why: HitReasons): string {
  const parts: string[] = [];
  if (why.keyword !== undefined) {
    const words = why.keyword.matched.slice(0, 5).join(locale === 'en' ? ', ' : '、');
    parts.push(locale === 'en' ? `matches the words ${words}` : `匹配到词语：${words}`);
  }
  if (why.meaning !== undefined) parts.push(BANDS[locale][why.meaning.similarity]);
  if (why.context !== undefined)
    parts.push(locale === 'en' ? 'the conversation around it matches' : '上下文对话匹配');
  parts.push(...why.boosts.map((boost) => BOOSTS[locale][boost.name]));
  const sentence = parts.join(locale === 'en' ? '; ' : '；');
  return locale === 'en' ? `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.` : `${sentence}。`;
}

const DEGRADED = {
  en: {
    timeout: 'Meaning search took too long and was left out.',
    unavailable: 'Meaning search is not available right now; words only.',
    loading: 'Meaning search is still loading after a start; words only for now.',
    partial: 'Some recent items cannot be found by meaning yet.',
  },
  'zh-CN': {
    timeout: '语义检索超时，本次未使用。',
    unavailable: '语义检索暂不可用，仅按关键词检索。',
    loading: '语义检索仍在加载，暂时仅按关键词检索。',
    partial: '部分最新内容尚不能按语义检索。',
  },
} as const satisfies Record<Locale, Record<string, string>>;

export function degradedText(locale: Locale, { reason, leg }: Degradation): string {
  const texts: Readonly<Record<string, string>> = DEGRADED[locale];
  return texts[reason] ?? `${leg}: ${reason}`;
}
