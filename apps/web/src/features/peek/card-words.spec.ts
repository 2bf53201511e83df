import { changeOf, tagsIn } from './card-words';

const CARD = { content: 'We deploy on Tuesdays.', category: null, tags: ['software', '部署'] };
const AS_IT_IS = { content: CARD.content, category: '', tags: 'software, 部署' };

describe('tags as one line', () => {
  it('are parted by commas of either script, each once', () => {
    expect(tagsIn(' software，部署、software, ,work ')).toEqual(['software', '部署', 'work']);
  });

  it('are none in an empty line', () => {
    expect(tagsIn(' , ')).toEqual([]);
  });
});

describe('the change of a card', () => {
  it('is nothing while the words are the same', () => {
    expect(changeOf(CARD, AS_IT_IS)).toEqual({});
    expect(changeOf(CARD, { ...AS_IT_IS, content: `  ${CARD.content}\n` })).toEqual({});
  });

  it('names only what is different', () => {
    expect(changeOf(CARD, { ...AS_IT_IS, content: 'We deploy on Mondays.' })).toEqual({
      content: 'We deploy on Mondays.',
    });
    expect(changeOf(CARD, { ...AS_IT_IS, category: 'plans', tags: 'software' })).toEqual({
      category: 'plans',
      tags: ['software'],
    });
  });

  it('empties a category and the tags', () => {
    expect(changeOf({ ...CARD, category: 'plans' }, { ...AS_IT_IS, tags: '' })).toEqual({
      category: '',
      tags: [],
    });
  });
});
