import type { CardKind } from '@memory-hub/contracts';
import type { CardLanguage } from '../cards/card';
import type { Cue } from './statement';

export interface Classification {
  readonly kind: CardKind;
  readonly category: string;
  readonly priority: number;
}

interface Facts {
  readonly cues: ReadonlySet<Cue>;
  /** Key of the topic, null when none. */
  readonly topic: string | null;
  readonly language: CardLanguage;
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
  if (has('occasion') && !has('contact')) return made('event', 'events', 60);
  if (has('identity') && !has('contact')) return made('preference', 'profile', 80);
  if (has('contact') && ((has('identity') && !has('dated')) || (!has('past') && !has('plan')))) return made('preference', 'contacts', 65);
  if (technical) return made(has('preference') || has('habit') ? 'preference' : 'event', 'project-notes', 60);
  if (has('preference') && !has('past') && !has('plan')) return made('preference', 'preferences', 70);
  if (has('past')) return made('event', 'events', has('dated') ? 60 : 50);
  if (has('plan')) return made('event', 'plans', 60);
  if (has('activity') && !has('preference')) return made('event', 'events', 50);
  if (has('preference')) return made('preference', 'preferences', 65);
  if (has('habit') || has('skill')) return made('preference', 'profile', 60);
  if (has('possession')) return made('preference', 'profile', 55);
  if (has('dated')) return made('event', 'events', 55);
  return made('preference', has('opinion') ? 'preferences' : 'profile', 45);
}
