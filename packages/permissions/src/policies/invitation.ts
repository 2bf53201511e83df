import { inTeamsAs, inTeamsOfOrganisation } from './place';
import type { Policy } from './policy';

export const invitationPolicy: Policy<'Invitation'> = {
  subjects: ['Invitation'],
  person(me, may) {
    may('read');
    may(['create', 'revoke'], inTeamsAs(me, 'admin'));
    may(['create', 'revoke'], inTeamsOfOrganisation(me));
  },
};
