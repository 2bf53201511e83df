import type { Policy } from './policy';

/** Who reads it is in the access class: admins of the space, the organisation's admins and auditors. */
export const auditPolicy: Policy<'AuditEntry'> = {
  subjects: ['AuditEntry'],
  person(me, may) {
    may(['read', 'export']);
    if (me.orgRoles.length > 0) may('verify', { orgId: me.orgId });
  },
};
