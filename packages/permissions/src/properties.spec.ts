import { SPACE_ROLES } from '@memory-hub/contracts';
import fc from 'fast-check';
import { can, defineAbility, viewerCan, type Ability } from './ability';
import { classHash, mayRead } from './access-class';
import { classOfAsset, classOfProposal, grantToken, type AssetClassFacts } from './classes/asset';
import { classOfAgent, classOfInvitation, classOfMembership, classOfSpace } from './classes/control';
import { classOfMemory } from './classes/memory';
import { ACTIONS, type FactsOf, type SubjectName } from './facts';
import type { Principal, UserPrincipal } from './principal';
import { sees } from './reference.fixture';
import { tokensOf } from './tokens';
import { everyone, row, world, type AssetRow, type Row, type World } from './world.fixture';

type Loaded = { [S in SubjectName]: { subject: S; record: FactsOf[S]; assetId?: string } }[SubjectName];

function classFacts(asset: AssetRow): AssetClassFacts {
  return { ...asset.place, ...asset, orgId: 'acme', grants: asset.listed.map(grantToken) };
}

/** The row as the database would give it, with its stored class. */
function load(stored: Row): Loaded {
  switch (stored.type) {
    case 'asset': {
      const acl = classOfAsset(classFacts(stored));
      return { subject: 'Asset', assetId: stored.id, record: { ...stored, ...stored.place, acl } };
    }
    case 'proposal': {
      const { asset, ...facts } = stored;
      const acl = classOfProposal({ ...facts, asset: classFacts(asset) });
      const record = {
        ...facts,
        ...asset.place,
        assetId: asset.id,
        assetOwnerId: asset.ownerId,
        authorAgentId: null,
        lastEditorId: facts.authorId,
        selfApprovalAllowed: false,
        widens: false,
        acl,
      };
      return { subject: 'Proposal', assetId: asset.id, record };
    }
    case 'memory':
      return { subject: 'Card', record: { ...stored, agentOwnerId: null, acl: classOfMemory(stored) } };
    case 'agent': {
      const facts = { ...stored.place, id: stored.id, ownerId: stored.ownerId };
      return { subject: 'Agent', record: { ...facts, acl: classOfAgent(facts) } };
    }
    case 'space': {
      const facts = { ...stored.place, orgId: 'acme' };
      return { subject: 'Space', record: { ...facts, acl: classOfSpace(facts) } };
    }
    case 'membership': {
      const facts = { ...stored.place, orgId: 'acme' };
      const member = { userId: 'ann', role: 'member', isLastAdmin: false } as const;
      return { subject: 'Membership', record: { ...facts, ...member, acl: classOfMembership(facts) } };
    }
    case 'invitation': {
      const facts = { ...stored.place, orgId: 'acme' };
      return { subject: 'Invitation', record: { ...facts, acl: classOfInvitation(facts) } };
    }
  }
}

function aclOf({ record }: Loaded): readonly string[] {
  return 'acl' in record ? record.acl : [];
}

const abilities = new WeakMap<Principal, Ability>();

function abilityOf(principal: Principal): Ability {
  const known = abilities.get(principal) ?? defineAbility(principal);
  abilities.set(principal, known);
  return known;
}

function canRead(principal: Principal, { subject, record }: Loaded): boolean {
  return can(abilityOf(principal), 'read', subject, record);
}

function allowedActions(principal: Principal, loaded: Loaded): string[] {
  const answers: Record<string, boolean> = viewerCan(abilityOf(principal), loaded.subject, loaded.record);
  return Object.keys(answers).filter((action) => answers[action]);
}

/** Whatever the second list has beyond the first. */
function beyond(first: readonly string[], second: readonly string[]): string[] {
  return second.filter((one) => !first.includes(one));
}

/** What a principal can get to know: rows in order, how many, how many of each kind, what it may do with each. */
function answersTo(principal: Principal, rows: readonly Row[]): unknown {
  const visible = rows
    .map((one) => ({ row: one, loaded: load(one) }))
    .filter(({ loaded }) => {
      const found = {
        tokens: aclOf(loaded),
        ...(loaded.assetId === undefined ? {} : { assetId: loaded.assetId }),
      };
      return mayRead(principal, found);
    });
  const facets = new Map<string, number>();
  for (const { row: one } of visible) facets.set(one.type, (facets.get(one.type) ?? 0) + 1);
  return {
    rows: visible.map(({ row: one }) => one),
    total: visible.length,
    facets: [...facets],
    classes: [...new Set(visible.map(({ loaded }) => classHash(aclOf(loaded))))],
    rights: visible.map(({ loaded }) => allowedActions(principal, loaded)),
  };
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}

const RUNS = { numRuns: 300 };

describe('in every world', () => {
  it('the rules, the token test and the ability to read agree', () => {
    const seen = { yes: 0, no: 0 };
    fc.assert(
      fc.property(world, (one) => {
        for (const principal of everyone(one)) {
          for (const stored of one.rows) {
            const loaded = load(stored);
            const expected = sees(principal, stored);
            const found = { tokens: aclOf(loaded), assetId: loaded.assetId ?? null };
            if (mayRead(principal, found) !== expected || canRead(principal, loaded) !== expected) {
              expect({ principal, stored, byTokens: mayRead(principal, found) }).toBe(expected);
            }
            seen[expected ? 'yes' : 'no'] += 1;
          }
        }
      }),
      RUNS,
    );
    expect(Math.min(seen.yes, seen.no)).toBeGreaterThan(1000);
  });

  it('whoever may do anything to a thing may read it', () => {
    fc.assert(
      fc.property(world, (one) => {
        for (const principal of everyone(one)) {
          for (const loaded of one.rows.map(load)) {
            const allowed = allowedActions(principal, loaded).filter((action) => action !== 'create');
            if (allowed.length > 0 && !allowed.includes('read'))
              expect({ principal, loaded }).toBe('readable');
          }
        }
      }),
      RUNS,
    );
  });

  it('an agent may do nothing that its owner may not, beyond its own memory and its own row', () => {
    fc.assert(
      fc.property(world, (one) => {
        for (const agent of one.agents) {
          for (const loaded of one.rows.map(load)) {
            if (loaded.subject === 'Card' || loaded.subject === 'Agent') continue;
            const byAgent = allowedActions(agent, loaded);
            const tooMuch = [
              ...beyond(allowedActions(agent.owner, loaded), byAgent),
              ...beyond(['read', 'propose', 'create'], byAgent),
            ];
            if (tooMuch.length > 0) expect({ agent, loaded, tooMuch }).toBe('within bounds');
          }
        }
      }),
      RUNS,
    );
  });

  it('fewer roles never give more rights', () => {
    const fewer = fc.tuple(world, fc.nat(), fc.nat(), fc.constantFrom('leave', 'step down', 'resign'));
    fc.assert(
      fc.property(fewer, ([one, who, which, how]) => {
        const person = one.people[who % one.people.length];
        if (person === undefined) throw new Error('a world has people');
        const less = withLess(person, which, how);
        for (const loaded of one.rows.map(load)) {
          const more = beyond(allowedActions(person, loaded), allowedActions(less, loaded));
          if (more.length > 0) expect({ person, less, loaded, more }).toBe('no more');
        }
        expect(beyond(tokensOf(person), tokensOf(less))).toEqual([]);
      }),
      RUNS,
    );
  });

  it('a principal without rules may do nothing', () => {
    const nobody = defineAbility({ kind: 'anonymous' });
    fc.assert(
      fc.property(row, (stored) => {
        const loaded = load(stored);
        expect(Object.values(viewerCan(nobody, loaded.subject, loaded.record))).not.toContain(true);
        const keyless = { ...loaded.record, acl: [''] };
        expect(can(nobody, 'read', loaded.subject, keyless)).toBe(false);
      }),
      RUNS,
    );
  });

  it('asking changes neither who asks nor what is asked about', () => {
    fc.assert(
      fc.property(world, (one) => {
        const before = JSON.stringify(one);
        deepFreeze(one);
        for (const principal of everyone(one)) answersTo(principal, one.rows);
        expect(JSON.stringify(one)).toBe(before);
      }),
      { numRuns: 50 },
    );
  });

  it('the class of a row does not depend on the order of what it is made of', () => {
    fc.assert(
      fc.property(row, (stored) => {
        if (stored.type !== 'asset') return;
        const facts = classFacts(stored);
        const turned = { ...facts, grants: [...facts.grants].reverse() };
        expect(classOfAsset(turned)).toEqual(classOfAsset(facts));
        expect(classHash(classOfAsset(turned))).toBe(classHash(classOfAsset(facts)));
      }),
      RUNS,
    );
  });
});

describe('non-interference', () => {
  /** The same world but for rows that this principal may not see: some gone, some changed, some new. */
  function withOtherHiddenRows(one: World, principal: Principal, others: readonly Row[]): readonly Row[] {
    const hidden = others.filter((stored) => !sees(principal, stored));
    return one.rows.flatMap((stored, position) => {
      const replacement = hidden[position];
      if (sees(principal, stored)) return replacement === undefined ? [stored] : [replacement, stored];
      return replacement === undefined || position % 3 === 0 ? [] : [replacement];
    });
  }

  it('two worlds that differ only in what one may not see give equal answers', () => {
    let differing = 0;
    fc.assert(
      fc.property(world, fc.array(row, { maxLength: 12 }), (one, others) => {
        for (const principal of everyone(one)) {
          const other = withOtherHiddenRows(one, principal, others);
          if (other.length !== one.rows.length) differing += 1;
          expect(JSON.stringify(answersTo(principal, other))).toBe(
            JSON.stringify(answersTo(principal, one.rows)),
          );
        }
      }),
      RUNS,
    );
    expect(differing).toBeGreaterThan(300);
  });

  it('what other people may do is nothing to me', () => {
    fc.assert(
      fc.property(world, world, (one, elsewhere) => {
        const [me] = one.people;
        if (me === undefined) throw new Error('a world has people');
        const mixed: World = { ...one, people: [me, ...elsewhere.people.slice(1)] };
        expect(answersTo(me, mixed.rows)).toEqual(answersTo(me, one.rows));
        expect(everyone(mixed)[1]).toBe(me);
      }),
      { numRuns: 50 },
    );
  });
});

function withLess(person: UserPrincipal, which: number, how: string): UserPrincipal {
  if (how === 'resign') return { ...person, orgRoles: person.orgRoles.slice(1) };
  const position = which % Math.max(1, person.memberships.length);
  return {
    ...person,
    memberships: person.memberships.flatMap((membership, index) => {
      if (index !== position) return [membership];
      const lower = SPACE_ROLES[SPACE_ROLES.indexOf(membership.role) - 1];
      return how === 'leave' || lower === undefined ? [] : [{ ...membership, role: lower }];
    }),
  };
}

it('every action of every subject is asked about in the same way', () => {
  const names = Object.values(ACTIONS).flat();
  expect(names.filter((action) => !/^[a-z][A-Za-z]*$/.test(action))).toEqual([]);
});
