import fc from 'fast-check';
import { parseSkill } from './parse-skill';
import { filesOf } from './skill.fixture';

describe('any input', () => {
  it('gives an answer, never an exception', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc
        .array(
          fc.constantFrom(
            '---',
            'name: a',
            'description: b',
            ': ',
            '- ',
            '[',
            '{',
            '"',
            '&a',
            '*a',
            '!!x',
            '\n',
            '\r\n',
            '```',
            '](',
            '<',
            '`',
            'metadata:',
            '  x: y',
            '|',
            '>',
            '#',
            '\t',
            '？',
            '😀',
            '\u200d',
          ),
        )
        .map((parts) => parts.join('')),
    );
    const files = fc.array(
      fc.record({
        path: fc.oneof(fc.constant('SKILL.md'), fc.string({ maxLength: 20 })),
        bytes: fc.oneof(
          text.map((one) => new TextEncoder().encode(one)),
          fc.uint8Array({ maxLength: 100 }),
        ),
      }),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(files, (given) => {
        const frozen = given.map((file) => Object.freeze(file));
        const parsed = parseSkill(Object.freeze(frozen));
        expect(parsed.ok).toBe(!parsed.findings.some(({ severity }) => severity === 'error'));
      }),
      { numRuns: 500 },
    );
  });

  it('wrapped as a front matter gives an answer, never an exception', () => {
    const yaml = fc
      .array(
        fc.constantFrom(
          'name: a\n',
          'description: b\n',
          ': ',
          '- ',
          '[',
          ']',
          '{',
          '}',
          '"',
          "'",
          '&a',
          '*a',
          '!x ',
          '\n',
          '  ',
          '|\n',
          '>\n',
          '#',
          '%',
          '@',
          '?',
          'metadata:\n',
          ' x: y\n',
          'é',
          '😀',
        ),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(yaml, (inner) => {
        expect(Array.isArray(parseSkill(filesOf({ 'SKILL.md': `---\n${inner}\n---\nbody` })).findings)).toBe(
          true,
        );
      }),
      { numRuns: 500 },
    );
  });
});
