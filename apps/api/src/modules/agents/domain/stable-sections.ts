/** A part of the stable block, as it stands there. */
export interface StableSection {
  readonly name: 'persona' | 'scenes' | 'mounted' | 'tools';
  readonly text: string;
}

/** Sections that stand behind the persona, from the last one to the first. */
const TAIL = [
  ['tools', '## Tools\n'],
  ['mounted', '## Mounted\n'],
  ['scenes', '## Scenes\n'],
] as const;

/**
 * The sections of a stable block. Read from its end, because the lines of the sections behind the persona begin with a
 * hyphen and cannot be taken for a heading, while a persona has headings of its own.
 */
export function stableSections(stable: string): StableSection[] {
  const sections: StableSection[] = [];
  let rest = stable.replace(/\n<\/[^>\n]+>$/, '');
  for (const [name, heading] of TAIL) {
    const at = rest.lastIndexOf(`\n\n${heading}`);
    if (at < 0) continue;
    sections.unshift({ name, text: rest.slice(at + 2) });
    rest = rest.slice(0, at);
  }
  const persona = rest.indexOf('\n\n## Persona\n');
  if (persona >= 0) sections.unshift({ name: 'persona', text: rest.slice(persona + 2) });
  return sections;
}
