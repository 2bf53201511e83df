import { inSpacesAs, inTeamsAs, inTeamsOfOrganisation } from './place';
import type { Policy } from './policy';

export const spacePolicy: Policy<'Space'> = {
  subjects: ['Space'],
  person(me, may) {
    may('read');
    may(['createAsset', 'createAgent'], inSpacesAs(me, 'member'));
    may('review', inSpacesAs(me, 'reviewer'));
    may(['edit', 'publish', 'managePolicies', 'readAudit'], inSpacesAs(me, 'admin'));
    may('manageMembers', inTeamsAs(me, 'admin'));
    may(['edit', 'delete', 'manageMembers', 'managePolicies', 'readAudit'], inTeamsOfOrganisation(me));
  },
  agent(_me, may) {
    may('read');
  },
};
