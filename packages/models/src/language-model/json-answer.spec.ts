import { readJsonAnswer } from './json-answer';

const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { id: { type: 'string' }, kind: { enum: ['event', 'rule'] } },
  required: ['id'],
  additionalProperties: false,
};

describe('JSON in an answer', () => {
  it.each([
    ['alone', '{"id":"a"}'],
    ['in a fence', 'Here it is:\n```json\n{"id":"a"}\n```\nDone.'],
    ['between words', 'The answer is {"id":"a"} as asked.'],
    ['after thoughts', '<think>{"id": maybe}</think>\n{"id":"a"}'],
  ])('is found %s', (_where, text) => {
    expect(readJsonAnswer(text, { schema })).toEqual({ ok: true, json: { id: 'a' } });
  });

  it.each(['', 'no', '{"id":"a"', '}{', '```json\n```'])('is missed in %j', (text) => {
    expect(readJsonAnswer(text, { schema })).toEqual({ ok: false, faults: ['It is not one JSON value.'] });
  });

  it('names places and rules of what is wrong, but no values', () => {
    const read = readJsonAnswer('{"kind":"secret words","extra":1}', { schema });
    const faults = read.ok ? [] : read.faults;
    expect(faults).toEqual([
      "The answer must have required property 'id'.",
      'The answer must NOT have additional properties.',
      '/kind must be equal to one of the allowed values.',
    ]);
  });

  it('asks for meaning only when the shape is right', () => {
    const check = jest.fn(() => ['/id is none of the candidates.']);
    expect(readJsonAnswer('{}', { schema, check }).ok).toBe(false);
    expect(check).not.toHaveBeenCalled();
    expect(readJsonAnswer('{"id":"z"}', { schema, check })).toEqual({
      ok: false,
      faults: ['/id is none of the candidates.'],
    });
  });
});
