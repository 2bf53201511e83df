import { cardsIn } from './snapshot-cards';

const [one, two] = [`card_${'1'.repeat(32)}`, `card_${'2'.repeat(32)}`];

describe('the cards of a chat memory', () => {
  it('are the headings of its scenes, each once', () => {
    const files = [
      { path: 'MEMORY.md', text: `## ${two}` },
      { path: 'scenes/01-work.md', text: `# Work\n\n## ${one}\n\nWe deploy on Tuesdays.\n\n- rule\n` },
      { path: 'scenes/02-food.md', text: `# Food\n\n## ${two}\n\nTea.\n\n## ${one}\n` },
    ];
    expect(cardsIn(files)).toEqual([one, two]);
  });

  it('are not words that look like a heading inside a line, nor files without text', () => {
    expect(
      cardsIn([
        { path: 'scenes/01-a.md', text: `They wrote ## ${one}\n## card_12\n` },
        { path: 'scenes/02-b.md', text: null },
      ]),
    ).toEqual([]);
  });
});
