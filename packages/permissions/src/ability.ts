import { Ability as CaslAbility } from '@casl/ability';
import { DomainError, notFound } from '@memory-hub/contracts';
import { ACTIONS, type ActionOf, type FactsOf, type SubjectName } from './facts';
import { grantedTo } from './policies';
import { conditionMatcher } from './policies/matcher';
import type { Condition } from './policies/policy';
import type { Principal } from './principal';

interface TaggedRecord {
  readonly __subject: SubjectName;
}
type Rules = CaslAbility<[string, SubjectName | TaggedRecord], Condition>;

/** What one principal may do. Ask it with `can`; made once a request, it never changes. */
export interface Ability {
  readonly principal: Principal;
  readonly rules: Rules;
}

/** Reads all policies for this principal. Nothing is allowed that no policy names. */
export function defineAbility(principal: Principal): Ability {
  const rules: Rules = new CaslAbility(grantedTo(principal), {
    conditionsMatcher: conditionMatcher,
    detectSubjectType: (record) => record.__subject,
  });
  return { principal, rules };
}

/**
 * Whether the principal may do this to this record. Every action but `create` includes reading the record.
 * The record is not changed. Throws `INTERNAL` for an action or subject that does not exist.
 */
export function can<S extends SubjectName>(
  ability: Ability,
  action: ActionOf<S>,
  subject: S,
  record: FactsOf[S],
): boolean {
  requireKnown(action, subject);
  return isAllowed(ability, action, subject, record);
}

/**
 * Throws unless `can`. A record that the principal may not even read gives NOT_FOUND, as if it were missing;
 * otherwise SELF_APPROVAL or LAST_ADMIN where only that stands in the way, else FORBIDDEN.
 */
export function assertCan<S extends SubjectName>(
  ability: Ability,
  action: ActionOf<S>,
  subject: S,
  record: FactsOf[S],
): void {
  if (can(ability, action, subject, record)) return;
  throw refusal(ability, action, subject, record);
}

/** Every action of the subject with its answer, for an interface that must not guess. */
export function viewerCan<S extends SubjectName>(
  ability: Ability,
  subject: S,
  record: FactsOf[S],
): Readonly<Record<ActionOf<S>, boolean>> {
  const answers = Object.fromEntries(
    ACTIONS[subject].map((action) => [action, isAllowed(ability, action, subject, record)]),
  );
  if (!isComplete<ActionOf<S>>(answers, ACTIONS[subject])) throw unknownAction('?', subject);
  return answers;
}

function isComplete<A extends string>(
  answers: Record<string, boolean>,
  actions: readonly string[],
): answers is Record<A, boolean> {
  return actions.every((action) => action in answers);
}

function isAllowed(ability: Ability, action: string, subject: SubjectName, record: object): boolean {
  // A copy carries the subject's name: the caller's record is left as it is.
  return ability.rules.can(action, { ...record, __subject: subject });
}

function requireKnown(action: string, subject: SubjectName): void {
  const known: readonly string[] | undefined = Object.hasOwn(ACTIONS, subject) ? ACTIONS[subject] : undefined;
  if (known === undefined || !known.includes(action)) throw unknownAction(action, subject);
}

function unknownAction(action: string, subject: string): DomainError {
  return new DomainError('INTERNAL', `There is no action "${action}" on "${subject}".`);
}

function refusal(ability: Ability, action: string, subject: SubjectName, record: object): DomainError {
  const visible =
    action === 'create'
      ? isPlaceKnown(ability.principal, record)
      : isAllowed(ability, 'read', subject, record);
  if (!visible) return notFound(action === 'create' ? 'space' : LABELS[subject]);
  if (isAllowed(ability, action, subject, { ...record, selfApprovalAllowed: true })) {
    return new DomainError(
      'SELF_APPROVAL',
      'You wrote or last edited this, so somebody else must decide about it.',
      {
        hint: 'Ask another reviewer of the space.',
      },
    );
  }
  if (isAllowed(ability, action, subject, { ...record, isLastAdmin: false })) {
    return new DomainError('LAST_ADMIN', 'The last admin of a space cannot leave it or lose the role.', {
      hint: 'Make somebody else an admin first.',
    });
  }
  return new DomainError('FORBIDDEN', `You may not do this with this ${LABELS[subject]} as it is now.`, {
    hint: 'Ask an admin of the space.',
    params: { action, subject: LABELS[subject] },
  });
}

/** Whether the principal knows the space it wants to make something in; a space it is not bound to is missing. */
function isPlaceKnown(principal: Principal, record: object): boolean {
  if (principal.kind === 'anonymous') return false;
  if (!('spaceId' in record) || !('spaceKind' in record)) return true;
  const person = principal.kind === 'user' ? principal : principal.owner;
  if (record.spaceKind === 'personal')
    return 'spaceOwnerId' in record && record.spaceOwnerId === person.userId;
  return person.memberships.some(({ spaceId }) => spaceId === record.spaceId);
}

const LABELS = {
  Organisation: 'organisation',
  User: 'user',
  Space: 'space',
  Membership: 'member',
  Invitation: 'invitation',
  Asset: 'asset',
  Proposal: 'proposal',
  Agent: 'agent',
  Mount: 'mount',
  ApiKey: 'API key',
  Conversation: 'conversation',
  Turn: 'turn',
  Card: 'card',
  Scene: 'scene',
  Persona: 'persona',
  Task: 'task',
  AuditEntry: 'audit entry',
} as const satisfies Record<SubjectName, string>;
