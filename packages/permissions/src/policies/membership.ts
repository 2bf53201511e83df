import { inTeamsAs, inTeamsOfOrganisation } from './place';
import type { Policy } from './policy';

export const membershipPolicy: Policy<'Membership'> = {
  subjects: ['Membership'],
  person(me, may) {
    may('read');
    for (const place of [[inTeamsAs(me, 'admin')], inTeamsOfOrganisation(me)]) {
      may('create', place);
      may(['changeRole', 'remove'], place, { isLastAdmin: false });
    }
    may('leave', { spaceKind: 'team', userId: me.userId, isLastAdmin: false });
  },
};
