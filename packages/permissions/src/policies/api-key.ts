import type { Policy } from './policy';

export const apiKeyPolicy: Policy<'ApiKey'> = {
  subjects: ['ApiKey'],
  person(me, may) {
    may('read');
    may('create', { ownerId: me.userId, agentOwnerId: me.userId });
    may(['edit', 'roll', 'revoke'], { ownerId: me.userId });
    if (me.orgRoles.includes('org_admin')) may('revoke', { orgId: me.orgId });
  },
};
