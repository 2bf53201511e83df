import type { Policy } from './policy';

export const organisationPolicy: Policy<'Organisation'> = {
  subjects: ['Organisation'],
  person(me, may) {
    may('read');
    if (me.orgRoles.includes('org_admin')) {
      may(['edit', 'createSpace', 'invite', 'manageUsers', 'manageQuotas', 'readAudit']);
    }
    if (me.orgRoles.includes('auditor')) may('readAudit');
  },
  agent(_me, may) {
    may('read');
  },
};
