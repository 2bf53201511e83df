import { packInjection } from '@memory-hub/memory';
import { stableSections } from './stable-sections';

const scene = { id: 's', title: 'Deploys', summary: 'On Tuesdays.', order: 0 };
const summary = { id: 'a', title: 'Runbook', text: 'How to\n\n## Tools\nread it', priority: 50 };

function stableOf(
  persona: string,
  more: { scenes?: (typeof scene)[]; summaries?: (typeof summary)[] } = {},
): string {
  return packInjection({
    cards: [],
    persona,
    scenes: more.scenes ?? [],
    summaries: more.summaries ?? [],
    toolGuide: 'Search first.',
  }).stable;
}

describe('the sections of a stable block', () => {
  it('are found in order, whatever headings a persona or a mounted text has', () => {
    const sections = stableSections(
      stableOf('## Who\n- Ada\n\n## Rules\n- Never on Friday', { scenes: [scene], summaries: [summary] }),
    );
    expect(sections.map(({ name }) => name)).toEqual(['persona', 'scenes', 'mounted', 'tools']);
    expect(sections[0]?.text).toContain('Never on Friday');
    expect(sections[3]?.text).toBe('## Tools\nSearch first.');
  });

  it('are only those that are there', () => {
    expect(stableSections(stableOf('')).map(({ name }) => name)).toEqual(['tools']);
    expect(stableSections('')).toEqual([]);
  });
});
