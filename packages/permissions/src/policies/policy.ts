import { DomainError } from '@memory-hub/contracts';
import type { ActionOf, FactsOf, SubjectName } from '../facts';
import type { AgentPrincipal, UserPrincipal } from '../principal';

export type Value = string | boolean | null;
export type Test = Value | { readonly $in: readonly Value[] } | { readonly $ne: Value };

type FactName = { [S in SubjectName]: keyof FactsOf[S] }[SubjectName];

/** Facts a record must show. All of them count; a fact the record does not have is never met. */
export type Condition = { readonly [F in FactName]?: Test };

/** Alternatives: one of them is enough. None at all is never met. */
export type Alternatives = readonly Condition[];

/**
 * Grants actions on records that meet every part; a list is a choice. Every action but `create` asks in
 * addition that the record may be read.
 */
export type Grant<S extends SubjectName> = (
  actions: ActionOf<S> | readonly ActionOf<S>[],
  ...parts: readonly (Condition | Alternatives)[]
) => void;

/** One file per subject. Whoever is not named gets nothing, and there is no rule that takes away. */
export interface Policy<S extends SubjectName> {
  readonly subjects: readonly S[];
  person(me: UserPrincipal, may: Grant<S>): void;
  agent?(me: AgentPrincipal, may: Grant<S>): void;
}

/**
 * All combinations of the parts as flat conditions. Two parts about the same fact would silently replace
 * each other, so that is refused when the policy is read.
 */
export function combine(parts: readonly (Condition | Alternatives)[]): Alternatives {
  return parts.reduce<Alternatives>(
    (combined, part) => combined.flatMap((left) => choices(part).map((right) => merge(left, right))),
    [{}],
  );
}

function choices(part: Condition | Alternatives): Alternatives {
  return isAlternatives(part) ? part : [part];
}

function isAlternatives(part: Condition | Alternatives): part is Alternatives {
  return Array.isArray(part);
}

function merge(left: Condition, right: Condition): Condition {
  const twice = Object.keys(right).find((fact) => fact in left);
  if (twice !== undefined) throw new DomainError('INTERNAL', `A policy tests the fact "${twice}" twice.`);
  return { ...left, ...right };
}
