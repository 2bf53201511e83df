import { DomainError } from '../errors';
import { assertStorable } from './storable-input';

function pathOf(value: unknown, exempt: readonly string[] = []): string | null {
  try {
    assertStorable(value, new Set(exempt));
    return null;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'VALIDATION_FAILED') return error.path.join('.');
    throw error;
  }
}
const nested = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

describe('assertStorable', () => {
  it.each([
    [{ category: 'a\0b' }, 'category'],
    [{ tags: ['fine', '\ud800'] }, 'tags.1'],
    [{ metadata: { 'a\0': 1 } }, 'metadata'],
    [{ metadata: { deep: { er: 'half \udc00' } } }, 'metadata.deep.er'],
  ])('names the field of %j', (value, path) => {
    expect(pathOf(value)).toBe(path);
  });

  it('takes every well-formed value', () => {
    expect(
      pathOf({ a: ['😀', null, 1, true, undefined, new Date(0)], __proto__: { b: '研究\n\t\u001b' } }),
    ).toBeNull();
    expect(pathOf('text')).toBeNull();
  });

  it('leaves fields to their own repair, wherever they stand in a list, and no others of that name', () => {
    const turns = [{ content: 'a\0' }, { content: '\ud83d', toolCalls: [{ 'k\0': '\0' }] }];
    expect(pathOf({ turns }, ['turns.content', 'turns.toolCalls'])).toBeNull();
    expect(pathOf({ content: 'a\0' }, ['turns.content'])).toBe('content');
  });

  it('refuses endless nesting by the name of its field, also where texts are exempt', () => {
    expect(pathOf({ metadata: nested(20) })).toBeNull();
    expect(pathOf({ metadata: nested(100_000) }, ['metadata'])).toMatch(/^metadata/);
  });
});
