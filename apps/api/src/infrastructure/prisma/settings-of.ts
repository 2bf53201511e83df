import type { RequestContext } from '../../common';

/** Names of the transaction settings that row-level security reads (see the migration). */
export function transactionSettings(
  ctx: RequestContext,
): ReadonlyArray<readonly [name: string, value: string]> {
  return [
    ['memhub.org', ctx.orgId],
    ['memhub.principal', ctx.principalId ?? ''],
    ['memhub.user', ctx.principal.kind === 'user' ? (ctx.userId ?? '') : ''],
    ['memhub.tokens', ctx.tokens.join(',')],
    ['memhub.classes', ctx.classes.join(',')],
    ['memhub.mounted', ctx.mounted === null ? '*' : ctx.mounted.join(',')],
    ['memhub.write_spaces', ctx.writeSpaces.join(',')],
    ['memhub.admin_spaces', ctx.adminSpaces.join(',')],
    ['memhub.audit', ctx.principal.kind === 'user' && ctx.principal.orgRoles.length > 0 ? 'org' : ''],
  ];
}
