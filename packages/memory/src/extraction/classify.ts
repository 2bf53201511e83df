import type { CardKind } from '@memory-hub/contracts';
import type { Cue } from './statement';

export interface Classification {
  readonly kind: CardKind;
  readonly category: string;
  readonly priority: number;
}

const MAIN = ['preference', 'past', 'plan', 'activity', 'habit', 'skill', 'possession'] as const;
const isMain = (cue: Cue): cue is (typeof MAIN)[number] => MAIN.some((main) => main === cue);

interface Facts {
  /** In the order in which the sentence shows them. */
  readonly cues: ReadonlySet<Cue>;
  /** Key of the topic that the words themselves show, null when none. */
  readonly topic: string | null;
}

/** Kind, category and priority of a statement. The first row that fits decides. */
export function classify({ cues, topic }: Facts): Classification {
  const has = (cue: Cue): boolean => cues.has(cue);
  const technical = topic === 'software' || (has('project') && topic === 'work');
  const raised = has('explicit') ? 15 : has('correction') ? 10 : 0;
  const made = (kind: CardKind, category: string, priority: number): Classification => ({
    kind,
    category,
    priority: Math.min(100, priority + raised),
  });
  if (has('rule')) return { kind: 'rule', category: 'conventions', priority: has('absolute') ? -1 : 90 };
  if (has('decision')) return made('event', technical || has('project') ? 'project-notes' : 'plans', 75);
  if (has('occasion') && has('correction') && has('project') && !has('contact'))
    return made('event', 'project-notes', 65);
  if (has('occasion') && !has('contact')) return made('event', 'events', 60);
  if (has('identity') && !has('contact')) return made('preference', 'profile', 80);
  const happening = has('past') || has('plan');
  if (has('contact') && (!happening || (has('identity') && !has('dated'))))
    return made('preference', 'contacts', 65);
  if (technical) return made(has('preference') || has('habit') ? 'preference' : 'event', 'project-notes', 60);
  const main = [...cues].find(isMain);
  if (main === 'preference') return made('preference', 'preferences', 70);
  if (main === 'past') return made('event', 'events', has('dated') ? 60 : 50);
  if (main === 'plan') return made('event', 'plans', 60);
  if (main === 'activity') return made('event', 'events', 50);
  if (main !== undefined) return made('preference', 'profile', main === 'possession' ? 55 : 60);
  if (has('dated')) return made('event', 'events', 55);
  return made('preference', has('opinion') ? 'preferences' : 'profile', 45);
}
