import { TurnsReader } from './turns-reader';

const line = (more: object = {}): string =>
  JSON.stringify({
    sessionId: 's1',
    role: 'user',
    speaker: 'Ada',
    content: 'We deploy on Tuesdays.',
    occurredAt: '2026-11-30T09:00:00+08:00',
    ...more,
  });
const marksOf = (lines: readonly string[]): string[] => {
  const reader = new TurnsReader();
  return lines.map((one) => {
    const row = reader.read(one);
    return row.kind === 'turns' ? (row.turns[0]?.clientTurnId ?? '') : row.kind;
  });
};

describe('a line of turns', () => {
  it('is one turn of its session and subject', () => {
    expect(new TurnsReader().read(line({ clientTurnId: 't1', subject: 'ada', extra: 1 }))).toEqual({
      kind: 'turns',
      sessionId: 's1',
      subject: 'ada',
      turns: [
        {
          role: 'user',
          speaker: 'Ada',
          content: 'We deploy on Tuesdays.',
          occurredAt: '2026-11-30T09:00:00+08:00',
          clientTurnId: 't1',
        },
      ],
    });
  });

  it.each<[string, string | object, RegExp]>([
    ['no JSON', '{"a":', /not a JSON object/],
    ['a list', '[1]', /not a JSON object/],
    ['an unknown role', { role: 'narrator' }, /^role: /],
    ['no session', { sessionId: '' }, /^sessionId: /],
    ['no words', { content: ' \n' }, /^content: must not be empty/],
    [
      'a time without an offset',
      { occurredAt: '2026-11-30T09:00:00' },
      /^occurredAt: must be ISO-8601 with an offset/,
    ],
    ['several faults', { role: 1, content: 2 }, /role: .*; content: /],
  ])('is a fault with %s, and names the field', (_what, given, reason) => {
    const row = new TurnsReader().read(typeof given === 'string' ? given : line(given));
    expect(row).toMatchObject({ kind: 'fault', reason: expect.stringMatching(reason) });
  });

  it('without an id is known by its words, and by how often they came before', () => {
    const file = [line(), line({ content: 'Yes.' }), line({ content: 'Yes.' }), line({ sessionId: 's2' })];
    const marks = marksOf(file);
    expect(new Set(marks).size).toBe(4);
    expect(marksOf(file)).toEqual(marks);
    expect(marksOf([line({ content: 'Mended.' }), ...file]).slice(1)).toEqual(marks);
  });

  it('that is too long is cut between characters and says so', () => {
    const row = new TurnsReader().read(line({ content: `${'x'.repeat(999_999)}🥜🥜` }));
    const content = row.kind === 'turns' ? row.turns[0]?.content : '';
    expect(content).toMatch(/x\n\[cut at import: 4 more characters\]$/);
    expect(content).not.toMatch(/[\ud800-\udfff]/u);
  });
});
