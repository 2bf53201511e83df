import { lintToolSchema } from './schema-lint';

describe('lintToolSchema', () => {
  const plain = {
    type: 'object',
    properties: { name: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } },
    required: ['name'],
  };

  it('accepts a plain object schema', () => {
    expect(lintToolSchema(plain)).toEqual([]);
  });

  it.each([
    ['a union at the top', { ...plain, anyOf: [] }],
    ['required: null', { ...plain, required: null }],
    ['no type', { properties: {} }],
    ['no properties', { type: 'object' }],
    ['a union in list items', { ...plain, properties: { tags: { type: 'array', items: { anyOf: [] } } } }],
    ['a list of types', { ...plain, properties: { name: { type: ['string', 'null'] } } }],
    ['a boolean sub-schema', { ...plain, properties: { name: true } }],
    ['a null sub-schema', { ...plain, properties: { name: null } }],
  ])('refuses %s', (_what, schema) => {
    expect(lintToolSchema(schema)).not.toEqual([]);
  });
});
