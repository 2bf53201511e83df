type Locale = 'en' | 'zh-CN';

/** Names of people and spaces by uuid; of what the viewer may not see, a general word. */
export interface ReaderNames {
  readonly person: (id: string) => string;
  readonly space: (id: string) => string;
}

type Sentence = Readonly<Record<Locale, string>>;

const ROLE_WORDS: Readonly<Record<string, Sentence>> = {
  member: { en: 'Members', 'zh-CN': '成员' },
  reviewer: { en: 'Reviewers', 'zh-CN': '审核人' },
  admin: { en: 'Admins', 'zh-CN': '管理员' },
};

/** Who reads what has these tokens and why, one plain sentence each, widest first. */
export function readerSentences(
  locale: Locale,
  tokens: readonly string[],
  about: { ownerId: string; names: ReaderNames },
): string[] {
  const told = tokens.map((token) => ({ token, text: sentenceOf(token, about)[locale] }));
  return [...new Set(told.sort((a, b) => breadth(b.token) - breadth(a.token)).map(({ text }) => text))];
}

/** Ids whose names the sentences need. */
export function namedIn(tokens: readonly string[]): { userIds: string[]; spaceIds: string[] } {
  const parts = tokens.map((token) => token.split(':'));
  const userIds = parts.flatMap(([kind, id, holder, user]) =>
    kind === 'space'
      ? holder === 'user' || holder === 'person'
        ? [user]
        : []
      : kind === 'user' || kind === 'person'
        ? [id]
        : [],
  );
  const spaceIds = parts.flatMap(([kind, id]) => (kind === 'space' ? [id] : []));
  return { userIds: defined(userIds), spaceIds: defined(spaceIds) };
}

function defined(ids: readonly (string | undefined)[]): string[] {
  return [...new Set(ids.filter((id) => id !== undefined))];
}

function breadth(token: string): number {
  if (/^org:/.test(token)) return 3;
  return /^space:[^:]+:(viewer|member|reviewer|admin|reviewers|admins)$/.test(token) ? 2 : 1;
}

function sentenceOf(token: string, { ownerId, names }: { ownerId: string; names: ReaderNames }): Sentence {
  const [kind, id = '', holder = '', userId = ''] = token.split(':');
  if (kind === 'org') return { en: 'Everyone in the organisation.', 'zh-CN': '组织中的所有人。' };
  if (kind === 'user' || kind === 'person') {
    const name = names.person(id);
    return {
      en: `${name} alone, because it is in a personal space.`,
      'zh-CN': `仅 ${name}，因为它在个人空间中。`,
    };
  }
  const space = names.space(id);
  if (holder === 'viewer') return { en: `Everyone in ${space}.`, 'zh-CN': `${space} 的所有人。` };
  if (holder === 'admins')
    return {
      en: `Admins of ${space}, who look after what is out of use.`,
      'zh-CN': `${space} 的管理员，由他们管理已停用的内容。`,
    };
  if (holder === 'reviewers')
    return {
      en: `Reviewers and admins of ${space}, because they decide about it.`,
      'zh-CN': `${space} 的审核人和管理员，因为由他们决定。`,
    };
  if (holder === 'user' || holder === 'person')
    return personIn({ name: names.person(userId), space, isOwner: userId === ownerId });
  const role = ROLE_WORDS[holder] ?? { en: 'People', 'zh-CN': '人员' };
  return {
    en: `${role.en} of ${space}, because they are named as readers.`,
    'zh-CN': `${space} 的${role['zh-CN']}，因为他们被列为读者。`,
  };
}

function personIn({ name, space, isOwner }: { name: string; space: string; isOwner: boolean }): Sentence {
  if (isOwner) return { en: `${name}, who owns it.`, 'zh-CN': `${name}，所有者。` };
  return {
    en: `${name}, named as a reader, while they belong to ${space}.`,
    'zh-CN': `${name}，被列为读者，且须属于 ${space}。`,
  };
}
