import type { Caller, TestAgent } from '../../app/test-app.fixture';
import { skill, type ProposalShape } from '../reviews/review-desk.fixture';
import { AgentDesk } from './agent-desk.fixture';

describe('mounts', () => {
  let agents: AgentDesk;
  let agent: TestAgent;
  let live: ProposalShape;
  beforeAll(async () => {
    agents = await AgentDesk.open();
    agent = await agents.agent(agents.desk.author, 'builder');
    live = await agents.desk.live('read-reports', {
      files: skill('read-reports', 'Open the ledger of Hoxton first.'),
    });
  });
  afterAll(() => agents?.hub.close());

  /** A fresh agent of the author, so that tests do not see each other's mounts. */
  let count = 0;
  const freshAgent = async (): Promise<TestAgent> =>
    agents.agent(agents.desk.author, `agent ${(count += 1)}`);
  const readsAsset = async (by: TestAgent, id: string): Promise<boolean> =>
    (await agents.desk.asset(by, id)) !== null;

  describe('may be made', () => {
    it.each<[string, string, string[]]>([
      ['the owner', 'author', []],
      ['an admin of the space', 'admin', []],
      ['another member', 'reviewer', ['NOT_FOUND']],
      ['a viewer', 'viewer', ['NOT_FOUND']],
    ])('by %s as told', async (_who, person, codes) => {
      const target = await freshAgent();
      const as = agents.desk[person as 'author'];
      const { faults } = await agents.mount(as, target, live.asset.id);
      expect(faults.map(({ code }) => code)).toEqual(codes);
    });

    it('of an own draft on an own agent, and of nothing else that is not published', async () => {
      const target = await freshAgent();
      const draft = await agents.desk.proposeSkill(agents.desk.author, 'own-draft', {
        submit: false,
        files: skill('own-draft', 'A word of the draft.'),
      });
      const { mount } = await agents.mount(agents.desk.author, target, draft.asset.id);
      expect(mount).toMatchObject({ warning: null, effectiveRevision: { number: 1 } });
      expect((await agents.recall(target, '')).stable).toContain('A word of the draft.');
      const foreign = await agents.agent(agents.desk.admin, 'of the admin');
      expect((await agents.mount(agents.desk.admin, foreign, draft.asset.id)).faults).toMatchObject([
        { code: 'NOT_FOUND' },
      ]);
      const open = await agents.desk.proposeSkill(agents.desk.author, 'in-review');
      const reviewers = await agents.agent(agents.desk.reviewer, 'of the reviewer');
      expect((await agents.mount(agents.desk.reviewer, reviewers, open.asset.id)).faults).toMatchObject([
        { code: 'FORBIDDEN', path: ['assetId'] },
      ]);
    });

    it('not of an asset that the owner of the agent may not read', async () => {
      const secret = await agents.desk.proposeSkill(agents.desk.author, 'for-one-only', {
        visibility: 'PRIVATE',
      });
      await agents.desk.check(agents.desk.author, secret);
      await agents.desk.decide(agents.desk.reviewer, secret);
      await agents.desk.publish(agents.desk.admin, secret);
      expect(await agents.desk.asset(agents.desk.author, secret.asset.id)).toMatchObject({
        status: 'PUBLISHED',
      });
      const admins = await agents.agent(agents.desk.admin, 'admin agent');
      expect((await agents.mount(agents.desk.admin, admins, secret.asset.id)).faults).toMatchObject([
        { code: 'NOT_FOUND' },
      ]);
      const own = await agents.desk.done(
        'proposeSkill',
        'ProposeSkillInput',
        { spaceId: agents.desk.personal.id, message: 'Mine.', files: skill('at-home'), submit: false },
        agents.desk.admin,
      );
      expect((await agents.mount(agents.desk.admin, await freshAgent(), own.asset.id)).faults).toMatchObject([
        { code: 'FORBIDDEN' },
      ]);
    });

    it('once, with settings in their limits, and pinned to a published revision of that asset only', async () => {
      const target = await freshAgent();
      await agents.mounted(agents.desk.author, target, live);
      expect((await agents.mount(agents.desk.author, target, live.asset.id)).faults).toMatchObject([
        { code: 'CONFLICT', path: ['assetId'] },
      ]);
      const other = await agents.desk.live('other');
      const faultOf = async (extra: object) =>
        (await agents.mount(agents.desk.author, target, other.asset.id, extra)).faults[0];
      expect(await faultOf({ priority: 101 })).toMatchObject({ path: ['priority'] });
      expect(await faultOf({ budgetTokens: -1 })).toMatchObject({ path: ['budgetTokens'] });
      expect(await faultOf({ pinnedRevisionId: live.revision.id })).toMatchObject({
        path: ['pinnedRevisionId'],
      });
      expect(await faultOf({ pinnedRevisionId: other.revision.id })).toBeUndefined();
    });
  });

  describe('act on the next call', () => {
    it('when made, switched off and on, and removed', async () => {
      const target = await freshAgent();
      const words = 'Hoxton';
      expect([
        await readsAsset(target, live.asset.id),
        (await agents.recall(target, '')).stable.includes(words),
      ]).toEqual([false, false]);
      const mount = await agents.mounted(agents.desk.author, target, live);
      expect([
        await readsAsset(target, live.asset.id),
        (await agents.recall(target, '')).stable.includes(words),
      ]).toEqual([true, true]);
      await agents.changeMount(agents.desk.author, mount.id, { mode: 'OFF' });
      expect([
        await readsAsset(target, live.asset.id),
        (await agents.recall(target, '')).stable.includes(words),
      ]).toEqual([false, false]);
      await agents.changeMount(agents.desk.author, mount.id, { mode: 'TOOL' });
      expect([
        await readsAsset(target, live.asset.id),
        (await agents.recall(target, '')).stable.includes(words),
      ]).toEqual([true, false]);
      expect(await agents.unmount(agents.desk.author, mount.id)).toEqual([]);
      expect(await readsAsset(target, live.asset.id)).toBe(false);
      expect(await agents.unmount(agents.desk.author, mount.id)).toMatchObject([{ code: 'NOT_FOUND' }]);
    });

    it('when the asset is deprecated, archived or revoked, pins included', async () => {
      const target = await freshAgent();
      const doomed = await agents.desk.live('doomed', { files: skill('doomed', 'Words that must go.') });
      await agents.mounted(agents.desk.admin, target, doomed, { pinnedRevisionId: doomed.revision.id });
      const state = async () => ({
        received: (await agents.recall(target, '')).stable.includes('Words that must go.'),
        warning: (await agents.mounts(agents.desk.admin, target))?.[0]?.warning ?? null,
      });
      expect(await state()).toEqual({ received: true, warning: null });
      await agents.desk.actOnAsset('deprecateAsset', doomed.asset.id, agents.desk.admin);
      expect(await state()).toEqual({ received: true, warning: expect.stringMatching(/deprecated/) });
      await agents.desk.actOnAsset('archiveAsset', doomed.asset.id, agents.desk.admin);
      expect(await state()).toEqual({ received: false, warning: expect.stringMatching(/archived/) });
      const revoked = await agents.desk.live('revoked-soon', {
        files: skill('revoked-soon', 'Words that must go.'),
      });
      const other = await freshAgent();
      await agents.mounted(agents.desk.admin, other, revoked, { pinnedRevisionId: revoked.revision.id });
      await agents.desk.actOnAsset('revokeAsset', revoked.asset.id, agents.desk.admin);
      expect((await agents.recall(other, '')).stable).not.toContain('Words that must go.');
      expect(await agents.mounts(agents.desk.admin, other)).toEqual([]);
    });

    it('when the words of a mounted draft change', async () => {
      const target = await freshAgent();
      const draft = await agents.desk.proposeSkill(agents.desk.author, 'changing-draft', {
        submit: false,
        files: skill('changing-draft', 'Written at night.'),
      });
      await agents.mounted(agents.desk.author, target, draft);
      expect((await agents.recall(target, '')).stable).toContain('Written at night.');
      const input = {
        id: draft.id,
        expectedDigest: draft.revision.digest,
        message: 'Better.',
        files: skill('changing-draft', 'Written in the morning.'),
      };
      const revised = await agents.desk.done(
        'reviseProposal',
        'ReviseProposalInput',
        input,
        agents.desk.author,
      );
      expect((await agents.recall(target, '')).stable).toContain('Written in the morning.');
      await agents.desk.done(
        'withdrawProposal',
        'ProposalActInput',
        { id: draft.id, expectedDigest: revised.revision.digest },
        agents.desk.author,
      );
      expect((await agents.recall(target, '')).stable).not.toContain('Written');
    });

    it('when a new revision is published: the latest is followed, a pin stays', async () => {
      const [follower, pinned] = [await freshAgent(), await freshAgent()];
      const first = await agents.desk.live('moving', { files: skill('moving', 'First words.') });
      await agents.mounted(agents.desk.author, follower, first);
      const pin = await agents.mounted(agents.desk.author, pinned, first, {
        pinnedRevisionId: first.revision.id,
      });
      const second = await agents.desk.live('moving', {
        assetId: first.asset.id,
        baseRevisionId: first.revision.id,
        files: skill('moving', 'Second words.'),
      });
      expect((await agents.recall(follower, '')).stable).toContain('Second words.');
      expect((await agents.recall(pinned, '')).stable).toContain('First words.');
      expect((await agents.mounts(agents.desk.author, pinned))?.[0]).toMatchObject({
        pinnedRevision: { id: first.revision.id },
        effectiveRevision: { id: first.revision.id },
      });
      expect(
        (
          await agents.changeMount(agents.desk.author, pin.id, {
            followLatest: true,
            pinnedRevisionId: first.revision.id,
          })
        ).faults,
      ).toMatchObject([{ path: ['followLatest'] }]);
      const { mount } = await agents.changeMount(agents.desk.author, pin.id, { followLatest: true });
      expect(mount).toMatchObject({ pinnedRevision: null, effectiveRevision: { id: second.revision.id } });
      expect((await agents.recall(pinned, '')).stable).toContain('Second words.');
    });
  });

  describe('stay within the budget', () => {
    it('of the mount and of the agent, and say what was cut', async () => {
      const target = await freshAgent();
      const long = await agents.desk.live('long-one', {
        files: skill('long-one', 'A sentence about the ledger of accounts. '.repeat(60)),
      });
      await agents.mounted(agents.desk.author, target, long, { budgetTokens: 100, priority: 90 });
      await agents.mounted(agents.desk.author, target, live, { priority: 10 });
      const budget = async () =>
        (
          await agents.hub.must<{
            agent: {
              budget: {
                limitTokens: number;
                usedTokens: number;
                parts: { name: string; tokens: number; cutTokens: number }[];
              };
            };
          }>(
            'query ($id: ID!) { agent(id: $id) { budget { limitTokens usedTokens parts { name tokens cutTokens } } } }',
            { id: target.id },
            agents.desk.author,
          )
        ).agent.budget;
      const before = await budget();
      expect(before.parts.map(({ name }) => name)).toEqual(['long-one', 'read-reports']);
      expect(before.parts[0]?.tokens).toBeLessThanOrEqual(100);
      expect(before.parts[0]?.cutTokens).toBeGreaterThan(400);
      expect(before.usedTokens).toBe(before.parts.reduce((sum, { tokens }) => sum + tokens, 0));
      expect((await agents.recall(target, '')).stable).toMatch(/\[cut here: \d+ of \d+ tokens did not fit\]/);
      await agents.act('updateAgent', 'UpdateAgentInput', {
        input: { id: target.id, budgetTokens: before.parts[0]?.tokens ?? 0 },
        fields: 'agent { id }',
        as: agents.desk.author,
      });
      expect(await budget()).toMatchObject({
        usedTokens: before.parts[0]?.tokens,
        parts: [{ cutTokens: before.parts[0]?.cutTokens }, { tokens: 0 }],
      });
      expect((await agents.mounts(agents.desk.author, target))?.[1]?.warning).toMatch(/Nothing of it fits/);
    });
  });

  describe('are shown', () => {
    it('byte for byte as the agent receives them, without a sample and with one', async () => {
      const target = await freshAgent();
      await agents.mounted(agents.desk.author, target, live, { mode: 'SUMMARY' });
      for (const text of ['', 'How do I read reports?']) {
        const shown = await agents.manifest(agents.desk.author, target, text);
        expect(shown).toMatchObject(await agents.recall(target, text));
        expect(shown?.digest).toMatch(/^sha256:[0-9a-f]{64}$/);
        expect(shown?.tools).toContain('memory_recall');
        expect(new Set(shown?.used.map(({ id }) => id)).size).toBe(shown?.used.length);
      }
    });

    it('cut down to what the key of the agent allows', async () => {
      const target = await agents.agent(agents.desk.author, 'memory only', { scopes: ['MEMORY_READ'] });
      await agents.mounted(agents.desk.author, target, live);
      const shown = await agents.manifest(agents.desk.author, target);
      expect(shown?.stable).not.toContain('Hoxton');
      expect(shown).toMatchObject(await agents.recall(target, ''));
    });

    it('to an admin without assets that are hidden from the admin', async () => {
      const target = await freshAgent();
      const draft = await agents.desk.proposeSkill(agents.desk.author, 'hidden-draft', {
        submit: false,
        files: skill('hidden-draft', 'Between me and my agent.'),
      });
      await agents.mounted(agents.desk.author, target, draft);
      await agents.mounted(agents.desk.author, target, live);
      const names = async (as: Caller) =>
        (await agents.mounts(as, target))?.map(({ asset }) => asset.name).sort();
      expect(await names(agents.desk.author)).toEqual(['hidden-draft', 'read-reports']);
      expect(await names(agents.desk.admin)).toEqual(['read-reports']);
      const shown = await agents.manifest(agents.desk.admin, target);
      expect(shown?.stable).toContain('Hoxton');
      expect(JSON.stringify(shown)).not.toMatch(/hidden-draft|Between me/);
    });

    it('to those who may mount, as what can be mounted', async () => {
      const target = await freshAgent();
      const draft = await agents.desk.proposeSkill(agents.desk.author, 'mountable-draft', { submit: false });
      const mountable = async (as: Caller, text: string): Promise<string[] | undefined> =>
        (
          await agents.hub.must<{ agent: { mountable: { name: string }[] } | null }>(
            'query ($id: ID!, $text: String) { agent(id: $id) { mountable(text: $text) { name } } }',
            { id: target.id, text },
            as,
          )
        ).agent?.mountable.map(({ name }) => name);
      expect(await mountable(agents.desk.author, 'REPORTS read')).toContain('read-reports');
      expect(await mountable(agents.desk.author, draft.asset.name)).toEqual(['mountable-draft']);
      expect(await mountable(agents.desk.admin, draft.asset.name)).toEqual([]);
      expect(await mountable(agents.desk.author, '100%')).toEqual([]);
      expect(await mountable(target, '')).toEqual([]);
    });
  });

  it('of one agent are nothing to another agent of the same owner', async () => {
    const [one, other] = [await freshAgent(), await freshAgent()];
    await agents.mounted(agents.desk.author, one, live);
    expect(await agents.manifest(other, one)).toBeNull();
    expect(await agents.mounts(other, one)).toBeNull();
    expect(await agents.mounts(other, other)).toEqual([]);
    expect(await agents.mounts(one, one)).toHaveLength(1);
    expect(
      await agents.hub.must<{ agents: { totalCount: number } }>(
        '{ agents { totalCount } assets { totalCount } }',
        {},
        other,
      ),
    ).toMatchObject({ agents: { totalCount: 1 }, assets: { totalCount: 0 } });
    await expect(agents.mount(one, one, live.asset.id)).rejects.toThrow(/FORBIDDEN/);
    expect(agent.id).not.toBe(one.id);
  });
});
