import { newActKey } from './act-key';

describe('the mark of an act', () => {
  const { randomUUID } = crypto;
  afterEach(() => {
    crypto.randomUUID = randomUUID;
  });

  it('is made where a browser has no UUIDs, and never twice', () => {
    Reflect.set(crypto, 'randomUUID', undefined);
    const made = new Set(Array.from({ length: 100 }, newActKey));
    expect(made.size).toBe(100);
    for (const key of made) expect(key).toMatch(/^[0-9a-f]{32}$/);
  });
});
