import type { Policy } from './policy';

export const userPolicy: Policy<'User'> = {
  subjects: ['User'],
  person(me, may) {
    may('read');
    may('edit', { userId: me.userId });
    if (me.orgRoles.includes('org_admin')) {
      // Not oneself: an organisation must not lose its last admin by a slip.
      may(['suspend', 'changeOrgRole', 'delete'], { userId: { $ne: me.userId } });
    }
  },
  agent(_me, may) {
    may('read');
  },
};
