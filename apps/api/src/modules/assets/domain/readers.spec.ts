import { namedIn, readerSentences } from './readers';

const names = { person: (id: string) => `person ${id}`, space: (id: string) => `team ${id}` };
const tell = (tokens: readonly string[], locale: 'en' | 'zh-CN' = 'en') =>
  readerSentences(locale, tokens, { ownerId: 'o', names });

describe('readerSentences', () => {
  it.each([
    [['org:1'], ['Everyone in the organisation.']],
    [['space:s:viewer'], ['Everyone in team s.']],
    [['space:s:user:o'], ['person o, who owns it.']],
    [['space:s:user:x'], ['person x, named as a reader, while they belong to team s.']],
    [['space:s:reviewer'], ['Reviewers of team s, because they are named as readers.']],
    [['space:s:admins'], ['Admins of team s, who look after what is out of use.']],
    [['user:o'], ['person o alone, because it is in a personal space.']],
    [[], []],
  ])('tells %j in plain words', (tokens, sentences) => {
    expect(tell(tokens)).toEqual(sentences);
  });

  it('names the widest readers first and says nothing twice', () => {
    expect(tell(['space:s:user:o', 'space:s:person:o', 'space:s:viewer', 'org:1'])).toEqual([
      'Everyone in the organisation.',
      'Everyone in team s.',
      'person o, who owns it.',
    ]);
  });

  it('speaks Chinese', () => {
    expect(tell(['space:s:viewer', 'space:s:user:o'], 'zh-CN')).toEqual([
      'team s 的所有人。',
      'person o，所有者。',
    ]);
  });

  it('knows whose names it needs', () => {
    expect(namedIn(['org:1', 'user:a', 'space:s:viewer', 'space:t:user:b', 'space:t:person:b'])).toEqual({
      userIds: ['a', 'b'],
      spaceIds: ['s', 't'],
    });
  });
});
