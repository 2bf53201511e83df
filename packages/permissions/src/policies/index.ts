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
  const mounted = mountedAssetIds(principal);
  const asker = {
    principal,
    tokens: tokensOf(principal),
    mounted: mounted === 'all' ? mounted : [...mounted],
  };
  return [
    ...rulesOf(organisationPolicy, asker),
    ...rulesOf(userPolicy, asker),
    ...rulesOf(spacePolicy, asker),
    ...rulesOf(membershipPolicy, asker),
    ...rulesOf(invitationPolicy, asker),
    ...rulesOf(assetPolicy, asker),
    ...rulesOf(proposalPolicy, asker),
    ...rulesOf(reviewPolicy, asker),
    ...rulesOf(agentPolicy, asker),
    ...rulesOf(mountPolicy, asker),
    ...rulesOf(apiKeyPolicy, asker),
    ...rulesOf(conversationPolicy, asker),
    ...rulesOf(turnPolicy, asker),
    ...rulesOf(cardPolicy, asker),
    ...rulesOf(renderedMemoryPolicy, asker),
    ...rulesOf(taskPolicy, asker),
    ...rulesOf(auditPolicy, asker),
  ];
}

interface Asker {
  readonly principal: Principal;
  readonly tokens: readonly string[];
  readonly mounted: readonly string[] | 'all';
}

function rulesOf<S extends SubjectName>(policy: Policy<S>, asker: Asker): GrantedRule[] {
  const { principal } = asker;
  const rules: GrantedRule[] = [];
  const grant: Grant<S> = (actions, ...parts) => {
    for (const action of typeof actions === 'string' ? [actions] : actions) {
      for (const subject of policy.subjects) {
        const tests = action === 'create' ? parts : [readTest(asker, subject), ...parts];
        rules.push(...combine(tests).map((conditions) => ({ action, subject, conditions })));
      }
    }
  };
  if (principal.kind === 'user') policy.person(principal, grant);
  if (principal.kind === 'agent') policy.agent?.(principal, grant);
  return rules;
}

/** The access test as a condition: what `mayRead` says, in the words of the record. */
function readTest({ principal, tokens, mounted }: Asker, subject: SubjectName): Condition {
  if (subject === 'Organisation' || subject === 'User') return { orgId: organisationOf(principal) };
  const readable: Condition = { acl: { $in: tokens } };
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
