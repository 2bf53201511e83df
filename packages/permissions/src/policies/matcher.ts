import type { Condition, Test, Value } from './policy';

type Facts = Readonly<Record<string, unknown>>;
type Check = (fact: unknown) => boolean;

/**
 * Compiles a condition for the ability. About a list of facts a test asks whether it holds the value. A fact
 * that the record does not have meets no test, not even "is not". CASL's own matcher says the opposite there,
 * and compares every token with every other: a hundred times the work for people with many spaces.
 */
export function conditionMatcher(condition: Condition): (record: Facts) => boolean {
  const checks = Object.entries(condition).map(([fact, test]) => ({ fact, check: compile(test) }));
  return (record) =>
    checks.every(
      ({ fact, check }) => Object.hasOwn(record, fact) && record[fact] !== undefined && check(record[fact]),
    );
}

function compile(test: Test): Check {
  if (test === null || typeof test !== 'object') return (fact) => holds(fact, (one) => one === test);
  if ('$ne' in test) return (fact) => !holds(fact, (one) => one === test.$ne);
  const allowed = setOf(test.$in);
  return (fact) => holds(fact, (one) => allowed.has(one));
}

function holds(fact: unknown, isIt: (one: unknown) => boolean): boolean {
  return Array.isArray(fact) ? fact.some(isIt) : isIt(fact);
}

/** Most rules of a principal share one list of tokens. */
const sets = new WeakMap<readonly Value[], ReadonlySet<unknown>>();

function setOf(values: readonly Value[]): ReadonlySet<unknown> {
  const known = sets.get(values) ?? new Set<unknown>(values);
  sets.set(values, known);
  return known;
}
