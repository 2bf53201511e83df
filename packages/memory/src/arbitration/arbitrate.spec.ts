import fc from 'fast-check';
import type { CardAttribute } from '../cards/card';
import { cardsOf } from '../extraction/cards.fixture';
import { arbitrate, type ArbitrationCard, type Candidate, type Decision } from './arbitrate';
import { containsFact, textLikeness } from './likeness';

const MAY = new Date('2024-05-01T00:00:00Z');
const JUNE = new Date('2024-06-01T00:00:00Z');

/** A card as the extractor makes it, told on that day. */
function told(content: string, occurredAt = MAY): ArbitrationCard {
  const [card] = cardsOf(content, { occurredAt });
  return card ?? { content, attribute: null, currentAt: occurredAt, speaker: null };
}

function against(
  content: string,
  known: string,
  { at = JUNE, knownAt = MAY, likeness = 0 } = {},
): Decision | undefined {
  const candidate: Candidate = { card: { ...told(known, knownAt), id: 'old' }, likeness };
  return arbitrate([told(content, at)], [[candidate]])[0];
}

describe('arbitrate', () => {
  it.each([
    ['I like green tea!', 'I like green tea.', 'skip', 'identical'],
    ['我对花生过敏', '我对花生过敏。', 'skip', 'identical'],
    ['I painted a sunrise.', 'I painted a sunrise over the lake behind our house.', 'skip', 'part_of_known'],
    [
      'I painted a sunrise over the lake behind our house.',
      'I painted a sunrise.',
      'update',
      'extends_known',
    ],
    ['I live in Munich now.', 'I live in Berlin.', 'supersede', 'value_changed'],
    ['I no longer like coffee.', 'I like coffee.', 'supersede', 'value_changed'],
    ['我现在住在上海。', '我住在北京。', 'supersede', 'value_changed'],
    ['The default branch is trunk.', 'The default branch is main.', 'supersede', 'value_changed'],
    ['秋季论坛的地点是苏州。', '秋季论坛的地点是南京。', 'supersede', 'value_changed'],
    ['I prefer coffee over tea.', 'I prefer tea over coffee.', 'supersede', 'value_changed'],
  ])('%j after %j: %s, %s', (content, known, action, cause) => {
    expect(against(content, known)).toMatchObject({ action, cause });
  });

  it.each([
    ['another person', 'My brother lives in Munich.', 'I live in Berlin.'],
    ['another condition', 'I use Vim at home.', 'I use VS Code at work.'],
    ['another project', 'The budget for Hermes is 30k.', 'The budget for Atlas is 20k.'],
    ['another number', 'We keep 37 snapshots in the vault.', 'We keep 15 snapshots in the vault.'],
    ['a negation', 'We never deploy on Monday morning.', 'We deploy on Monday morning.'],
    ['a mere mention', 'I met my friend in Berlin for lunch.', 'I live in Berlin.'],
    ['one colleague of many', '我的同事今年32岁。', '我的同事今年45岁。'],
    ['another thing liked', 'I like dogs.', 'I like cats.'],
    ['another subject', '我姐姐喜欢喝茶。', '我喜欢喝茶。'],
  ])('leaves both when the new card tells of %s, however alike the vectors are', (_, content, known) => {
    expect(against(content, known, { likeness: 0.99 })).toMatchObject({ action: 'add', cause: 'unlike' });
  });

  it('believes a vector for a paraphrase that shares words', () => {
    expect(
      against(
        'The coast trip was called off because of a storm.',
        'Because of a storm we called off the coast trip.',
        { likeness: 0.97 },
      )?.action,
    ).toBe('skip');
    expect(
      against('The coast trip was called off because of a storm.', 'My printer is out of ink.', {
        likeness: 0.97,
      })?.action,
    ).toBe('add');
  });

  it('lets the event time decide what is current, not the arrival', () => {
    const late = against('I live in Munich now.', 'I live in Berlin.', { at: MAY, knownAt: JUNE });
    expect(late).toMatchObject({
      action: 'supersede',
      cause: 'older_value',
      retires: 'new',
      closesAt: JUNE,
      target: { id: 'old' },
    });
    const timely = against('I live in Munich now.', 'I live in Berlin.', { at: JUNE, knownAt: MAY });
    expect(timely).toMatchObject({
      action: 'supersede',
      cause: 'value_changed',
      retires: 'target',
      closesAt: JUNE,
    });
  });

  it('retires every live card of the attribute at once', () => {
    const known = ['I live in Berlin.', 'I live in Rome.'].map((content, at) => ({
      card: { ...told(content), id: `old-${at}` },
      likeness: 0,
    }));
    const [decision] = arbitrate([told('I live in Oslo.', JUNE)], [known]);
    expect([decision?.target, ...(decision?.others ?? [])]).toHaveLength(2);
  });

  it('compares the cards of a batch with each other', () => {
    const batch = [told('I live in Berlin.'), told('I live in Berlin!'), told('I live in Oslo now.', JUNE)];
    expect(arbitrate(batch, [[], [], []]).map(({ action, target }) => [action, target])).toEqual([
      ['add', null],
      ['skip', { batch: 0 }],
      ['supersede', { batch: 0 }],
    ]);
  });

  it('never retires a card of another subject, attribute or condition', () => {
    const attributes: fc.Arbitrary<CardAttribute> = fc.record({
      subject: fc.constantFrom('self', 'ana'),
      attribute: fc.constantFrom('residence', 'job'),
      value: fc.constantFrom('a', 'b'),
      condition: fc.constantFrom('', 'at work'),
      single: fc.boolean(),
    });
    const cards: fc.Arbitrary<ArbitrationCard> = fc.record({
      content: fc.constantFrom('one thing here', 'one thing here and more', 'other words'),
      attribute: fc.option(attributes),
      currentAt: fc.constantFrom(MAY, JUNE),
      speaker: fc.constantFrom(null, 'Noor', 'Kai'),
    });
    fc.assert(
      fc.property(cards, cards, fc.double({ min: 0, max: 1, noNaN: true }), (card, known, likeness) => {
        const [decision] = arbitrate([card], [[{ card: { ...known, id: 'old' }, likeness }]]);
        expect(arbitrate([card], [[{ card: { ...known, id: 'old' }, likeness }]])).toEqual([decision]);
        if (decision?.action !== 'supersede') return;
        expect(
          card.attribute &&
            known.attribute && [card.attribute.subject, card.attribute.attribute, card.attribute.condition],
        ).toEqual(
          known.attribute && [known.attribute.subject, known.attribute.attribute, known.attribute.condition],
        );
        expect(card.attribute?.value).not.toBe(known.attribute?.value);
        expect(decision.closesAt?.getTime()).toBe(
          Math.max(card.currentAt.getTime(), known.currentAt.getTime()),
        );
      }),
    );
  });
});

describe('textLikeness', () => {
  it('is symmetric, within 0 and 1, and 1 only for the same words', () => {
    const texts = fc
      .array(fc.constantFrom('I', 'like', 'tea', 'not', '3', '我', '喜欢', '茶', 'Berlin', 'when'), {
        maxLength: 8,
      })
      .map((list) => list.join(' '));
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        const likeness = textLikeness(a, b);
        expect(likeness).toBe(textLikeness(b, a));
        expect(likeness >= 0 && likeness <= 1).toBe(true);
        expect(textLikeness(a, a)).toBe(1);
      }),
    );
  });

  it.each([
    ['the report has 12 pages', 'the report has 14 pages'],
    ['the forum has 三千 seats', 'the forum has 二百 seats'],
    ['I eat meat', 'I do not eat meat'],
    ['lunch with Ana in Rome', 'lunch with Kim in Rome'],
    ['我喜欢喝茶', '我不喜欢喝茶'],
  ])('never takes %j and %j for the same', (a, b) => {
    expect(textLikeness(a, b)).toBeLessThanOrEqual(0.9);
  });
});

describe('containsFact', () => {
  it('needs all words, in order, of the same subject and with the same numbers and conditions', () => {
    expect(containsFact('I painted a sunrise over the lake', 'I painted a sunrise')).toBe(true);
    expect(containsFact('我在杭州的大学读研究生', '我在杭州的大学')).toBe(true);
    expect(containsFact('My sister likes tea', 'I like tea')).toBe(false);
    expect(containsFact('I like tea when it rains', 'I like tea')).toBe(false);
    expect(containsFact('I do not like green tea', 'I like green tea')).toBe(false);
    expect(containsFact('tea', 'tea')).toBe(false);
  });
});
