import { mountedAssetIds } from '../access-class';
import type { SubjectName } from '../facts';
import type { Principal } from '../principal';
import { tokensOf } from '../tokens';
import { agentPolicy } from './agent';
import { apiKeyPolicy } from './api-key';
import { assetPolicy } from './asset';
import { auditPolicy } from './audit';
import { invitationPolicy } from './invitation';
import { membershipPolicy } from './membership';
import { cardPolicy, conversationPolicy, renderedMemoryPolicy, turnPolicy } from './memory';
import { mountPolicy } from './mount';
import { organisationPolicy } from './organisation';
import { combine, type Condition, type Grant, type Policy } from './policy';
import { proposalPolicy } from './proposal';
import { reviewPolicy } from './review';
import { spacePolicy } from './space';
import { taskPolicy } from './task';
import { userPolicy } from './user';

export interface GrantedRule {
  readonly action: string;
  readonly subject: SubjectName;
  readonly conditions: Condition;
}

/** Every rule that the policies give this principal. */
export function grantedTo(principal: Principal): GrantedRule[] {
  return [
    ...rulesOf(organisationPolicy, principal),
    ...rulesOf(userPolicy, principal),
    ...rulesOf(spacePolicy, principal),
    ...rulesOf(membershipPolicy, principal),
    ...rulesOf(invitationPolicy, principal),
    ...rulesOf(assetPolicy, principal),
    ...rulesOf(proposalPolicy, principal),
    ...rulesOf(reviewPolicy, principal),
    ...rulesOf(agentPolicy, principal),
    ...rulesOf(mountPolicy, principal),
    ...rulesOf(apiKeyPolicy, principal),
    ...rulesOf(conversationPolicy, principal),
    ...rulesOf(turnPolicy, principal),
    ...rulesOf(cardPolicy, principal),
    ...rulesOf(renderedMemoryPolicy, principal),
    ...rulesOf(taskPolicy, principal),
    ...rulesOf(auditPolicy, principal),
  ];
}

function rulesOf<S extends SubjectName>(policy: Policy<S>, principal: Principal): GrantedRule[] {
  const rules: GrantedRule[] = [];
  const grant: Grant<S> = (actions, ...parts) => {
    for (const action of typeof actions === 'string' ? [actions] : actions) {
      for (const subject of policy.subjects) {
        const tests = action === 'create' ? parts : [readTest(principal, subject), ...parts];
        rules.push(...combine(tests).map((conditions) => ({ action, subject, conditions })));
      }
    }
  };
  if (principal.kind === 'user') policy.person(principal, grant);
  if (principal.kind === 'agent') policy.agent?.(principal, grant);
  return rules;
}

/** The access test as a condition: what `mayRead` says, in the words of the record. */
function readTest(principal: Principal, subject: SubjectName): Condition {
  if (subject === 'Organisation' || subject === 'User') return { orgId: organisationOf(principal) };
  const readable: Condition = { acl: { $in: tokensOf(principal) } };
  const mounted = mountedAssetIds(principal);
  if (mounted === 'all') return readable;
  if (subject === 'Asset') return { ...readable, id: { $in: mounted } };
  if (subject === 'Proposal') return { ...readable, assetId: { $in: mounted } };
  return readable;
}

function organisationOf(principal: Principal): string {
  switch (principal.kind) {
    case 'user':
      return principal.orgId;
    case 'agent':
      return principal.owner.orgId;
    case 'anonymous':
      return '';
  }
}
