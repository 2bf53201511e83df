import { inSpacesAs, inTeamsAs } from './place';
import type { Policy } from './policy';

export const agentPolicy: Policy<'Agent'> = {
  subjects: ['Agent'],
  person(me, may) {
    const own = { ownerId: me.userId };
    may('read');
    may('create', inSpacesAs(me, 'member'), own);
    may(['edit', 'delete', 'mount'], inTeamsAs(me, 'admin'));
    may(['edit', 'delete', 'mount', 'createKey', 'revokeKey', 'readMemory'], inSpacesAs(me, 'member'), own);
  },
  agent(_me, may) {
    may('read');
  },
};
