import { plural, type Locale } from './words';

export interface ImpactFacts {
  readonly isNew: boolean;
  /** Agents that follow the live revision, and those that are pinned to another one. */
  readonly following: number;
  readonly pinned: number;
  /** Readers that it gains and loses, as sentences. */
  readonly gained: readonly string[];
  readonly lost: readonly string[];
}

/** What publishing changes for whom, one plain sentence each. */
export function impactSentences(
  locale: Locale,
  { isNew, following, pinned, gained, lost }: ImpactFacts,
): string[] {
  const say = (en: string, zh: string): string => (locale === 'en' ? en : zh);
  return [
    ...(isNew
      ? [say('It is new: its readers can find it and mount it.', '这是新资产：可读者可以搜索并挂载它。')]
      : []),
    ...(following > 0
      ? [
          say(
            `${plural(following, 'agent')} that ${following === 1 ? 'mounts' : 'mount'} it receive${following === 1 ? 's' : ''} the new revision with the next call.`,
            `${following} 个已挂载的智能体将在下次调用时收到新修订。`,
          ),
        ]
      : []),
    ...(pinned > 0
      ? [
          say(
            `${plural(pinned, 'agent')} ${pinned === 1 ? 'stays' : 'stay'} with the revision that was chosen for ${pinned === 1 ? 'it' : 'them'}.`,
            `${pinned} 个智能体保持其固定的修订。`,
          ),
        ]
      : []),
    ...gained.map((reader) => say(`Can read it from then on: ${reader}`, `发布后可以阅读：${reader}`)),
    ...lost.map((reader) => say(`Can no longer read it: ${reader}`, `发布后不能再阅读：${reader}`)),
    ...(gained.length === 0 && lost.length === 0 ? [say('Its readers stay the same.', '读者不变。')] : []),
  ];
}
