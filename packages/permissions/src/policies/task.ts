import type { Policy } from './policy';

/** A task is readable by whoever asked for it, and that is who may stop it or try it again. */
export const taskPolicy: Policy<'Task'> = {
  subjects: ['Task'],
  person(_me, may) {
    may(['read', 'cancel', 'retry']);
  },
  agent(_me, may) {
    may('read');
  },
};
