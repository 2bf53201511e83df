import { classesOf, countedUpTo, frequenciesOf, statisticsOf } from './corpus';

describe('figures of the readable chunks', () => {
  it('add up over classes and over the parts of one class', () => {
    const { documents, classes } = classesOf([
      { aclId: 'a', documents: 2, totalLength: 10 },
      { aclId: 'a', documents: 1, totalLength: 5 },
      { aclId: 'b', documents: 4, totalLength: 8 },
    ]);
    expect(documents).toBe(7);
    expect(classes.get('a')).toEqual({ documents: 3, totalLength: 15 });
  });

  it('count a rare term out and take one that was not counted out for common', () => {
    expect(countedUpTo(100)).toBe(2_000);
    expect(countedUpTo(10_000)).toBe(2_500);
    expect(countedUpTo(10_000_000)).toBe(20_000);
    const counts = [
      { term: 1n, documents: 2_499 },
      { term: 2n, documents: 2_500 },
      { term: 3n, documents: 1 },
      { term: 3n, documents: 2 },
    ];
    expect(frequenciesOf(counts, 10_000)).toEqual(
      new Map([
        [1n, 2_499],
        [2n, 5_000],
        [3n, 3],
      ]),
    );
  });

  it('reach the ranker with every term under a class that it knows', () => {
    const { classes, documents } = classesOf([{ aclId: 'a', documents: 9, totalLength: 9 }]);
    expect(statisticsOf({ classes, documents, frequencies: new Map([[5n, 3]]) }).frequencies.get(5n)).toEqual(
      new Map([['a', 3]]),
    );
    expect(statisticsOf({ classes: new Map(), documents: 0, frequencies: new Map() }).frequencies.size).toBe(
      0,
    );
  });
});
