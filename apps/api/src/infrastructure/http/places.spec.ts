import { Places } from './places';

describe('places', () => {
  it('are limited for one caller and for all, and can be taken again', () => {
    const places = new Places({ ofOne: 2, ofAll: 3 });
    const [a, b] = [places.take('a'), places.take('a')];
    expect(places.take('a')).toBeNull();
    expect(places.take('b')).not.toBeNull();
    expect(places.take('c')).toBeNull();
    a?.();
    a?.();
    expect(places.count).toBe(2);
    expect(places.take('c')).not.toBeNull();
    b?.();
    expect(places.take('a')).not.toBeNull();
  });
});
