import { McpTestClient, startHubProcess, type HubProcess } from '@memory-hub/testing';
import type { Browser, Page } from 'playwright-core';
import {
  ADMIN,
  liveIn,
  openProposal,
  resetLink,
  REVIEWER,
  VIEWER,
  type LivedInTeam,
} from '../support/lived-in-team';
import { openBrowser, Visitor } from '../support/pages';

const PATIENCE = 180_000;
const NEW_PASSWORD = 'a wholly different sentence';

/** What people do now and then: get back in, send a proposal back, take something out of use, look twice at a result. */
describe('acts beside the main job', () => {
  let hub: HubProcess;
  let browser: Browser;
  let team: LivedInTeam;
  let ada: Visitor;
  let rui: Visitor;

  beforeAll(async () => {
    [hub, browser] = await Promise.all([startHubProcess({ roles: 'api,mcp,worker,web' }), openBrowser()]);
    team = await liveIn(hub);
    ada = await Visitor.open(browser, hub.url);
    rui = await Visitor.open(browser, hub.url);
    await ada.signIn(ADMIN);
    await rui.signIn(REVIEWER);
    for (const visitor of [ada, rui]) visitor.takeComplaints();
  }, PATIENCE);

  afterAll(async () => {
    await browser?.close();
    await hub?.stop();
  }, 60_000);

  describe('a link for the locked-out', () => {
    let link = '';
    let vera: Visitor;

    beforeAll(async () => {
      link = await resetLink(hub, VIEWER.email);
      vera = await Visitor.open(browser, hub.url);
    }, PATIENCE);

    it(
      'sets a new password and signs in, and its token goes nowhere else',
      async () => {
        const { page } = vera;
        const token = new URL(link).searchParams.get('token') ?? '';
        const told: string[] = [];
        await page.goto(link);
        await page.getByRole('heading', { name: 'Set a new password' }).waitFor();
        await page.waitForURL(`${hub.url}/reset`);
        await page.getByRole('button', { name: '中文' }).click();
        await page.getByRole('heading', { name: '设置新密码' }).waitFor();
        await page.getByRole('button', { name: 'English' }).click();
        await page.getByRole('heading', { name: 'Set a new password' }).waitFor();
        expect(page.url()).toBe(`${hub.url}/reset`);
        page.on('request', (request) => told.push(request.url(), request.headers()['referer'] ?? ''));
        const password = page.getByRole('textbox', { name: 'New password' });
        await password.fill('too short');
        await page.getByRole('button', { name: 'Set password and sign in' }).click();
        expect(await password.evaluate((field: HTMLInputElement) => field.validity.tooShort)).toBe(true);
        await password.fill(NEW_PASSWORD);
        await page.getByRole('button', { name: 'Set password and sign in' }).click();
        await page.waitForURL('**/search');
        expect(told.length).toBeGreaterThan(0);
        expect(told.filter((text) => text.includes(token))).toEqual([]);
        await page.goBack();
        expect(page.url()).not.toContain(token);
        expect(vera.takeComplaints()).toEqual([]);
      },
      PATIENCE,
    );

    it(
      'works once, says so, and the new password is the one that holds',
      async () => {
        const again = await Visitor.open(browser, hub.url);
        const { page } = again;
        await page.goto(link);
        await page.getByRole('textbox', { name: 'New password' }).fill('yet another long sentence');
        await page.getByRole('button', { name: 'Set password and sign in' }).click();
        await page
          .getByRole('alert')
          .getByRole('heading', { level: 1, name: 'This link no longer works' })
          .waitFor();
        expect(await again.breaches()).toEqual([]);
        await again.signIn({ email: VIEWER.email, password: NEW_PASSWORD });
        await page.getByRole('heading', { name: 'What does your team know?' }).waitFor();
        expect(again.takeComplaints()).toEqual([]);
        await again.close();
      },
      PATIENCE,
    );
  });

  it(
    'a proposal that is sent back leaves the reviewer in the inbox, with a word about it',
    async () => {
      const { page } = rui;
      await page.goto(`/review/${await openProposal(team, 'rollout-notes')}`);
      await page.getByRole('heading', { level: 1, name: 'rollout-notes' }).waitFor();
      await page.getByRole('region', { name: 'Your decision' }).getByText('Request changes').click();
      const dialog = page.getByRole('dialog', { name: 'Request changes to rollout-notes r1' });
      await dialog.getByRole('textbox', { name: 'What should change?' }).fill('Say who is called first.');
      await dialog.getByRole('button', { name: 'Request changes' }).click();
      await page
        .getByText('Changes to rollout-notes r1 requested. You may no longer read it, so it left your inbox.')
        .waitFor();
      await page.getByRole('heading', { name: 'Choose a proposal' }).waitFor();
      await page.getByRole('link').filter({ hasText: 'rollout-notes' }).waitFor({ state: 'detached' });
      expect(new URL(page.url()).pathname).toBe('/review');
      expect(rui.takeComplaints()).toEqual([]);
    },
    PATIENCE,
  );

  it(
    'a published asset is taken out of use by who may, with a reason',
    async () => {
      const path = `/review/${team.publishedProposalId}?view=DECIDED`;
      await rui.page.goto(path);
      await rui.page.getByRole('heading', { level: 1, name: 'release-check' }).waitFor();
      expect(await rui.page.getByRole('button', { name: 'More about release-check' }).count()).toBe(0);
      const { page } = ada;
      await page.goto(path);
      await choose(page, 'Deprecate');
      const deprecate = page.getByRole('dialog', { name: 'Deprecate release-check' });
      await deprecate.getByText('mounted on 1 agent').waitFor();
      const confirm = deprecate.getByRole('button', { name: 'Deprecate' });
      expect(await confirm.getAttribute('aria-disabled')).toBe('true');
      await deprecate.getByRole('textbox', { name: 'Reason' }).fill('The release runs by itself now.');
      await confirm.click();
      await page.getByText('release-check deprecated').waitFor();
      await choose(page, 'Revoke');
      const revoke = page.getByRole('dialog', { name: 'Revoke release-check' });
      await revoke.getByRole('textbox', { name: 'Reason' }).fill('It names a server that is gone.');
      await revoke.getByRole('button', { name: 'Revoke' }).click();
      await page.getByText('release-check revoked').waitFor();
      await page.goto(`/agents/${team.reader.id}`);
      await page.getByText('Nothing is mounted').waitFor();
      expect([...ada.takeComplaints(), ...rui.takeComplaints()]).toEqual([]);
    },
    PATIENCE,
  );

  describe('a result', () => {
    it(
      'that only stands beside a match says so',
      async () => {
        const { page } = ada;
        const agent = await McpTestClient.connect(hub.url, team.scribe.key);
        await agent.must('conversation_append', {
          sessionId: 'second-talk',
          turns: [
            { role: 'user', speaker: 'Ada', content: 'The canary build goes to the lighthouse server.' },
            { role: 'user', speaker: 'Ben', content: 'That sounds fine by me.' },
          ],
        });
        await agent.close();
        await page.goto(`/search?q=${encodeURIComponent('canary lighthouse')}&layer=L0`);
        const beside = page.getByRole('article').filter({ hasText: 'That sounds fine by me' });
        await beside.getByText('In the same conversation as a match', { exact: true }).waitFor();
        expect(await beside.innerText()).not.toMatch(/Keyword\s*–/);
        expect(ada.takeComplaints()).toEqual([]);
      },
      PATIENCE,
    );

    it(
      'is chosen by a click on its sign as well',
      async () => {
        const { page } = ada;
        await page.goto(`/search?q=${encodeURIComponent('deploy on Tuesdays')}&layer=L1`);
        const card = page.getByRole('article').filter({ hasText: /deploy on Tuesdays/ });
        const sign = await card.locator('.hit-check svg').boundingBox();
        if (sign === null) throw new Error('the card has no sign');
        await page.mouse.click(sign.x + sign.width / 2, sign.y + sign.height / 2);
        expect(await card.getByRole('checkbox').isChecked()).toBe(true);
        await page.getByText('1 memory chosen').waitFor();
        expect(ada.takeComplaints()).toEqual([]);
      },
      PATIENCE,
    );

    it(
      'of the persona names its scenes and leads to them',
      async () => {
        const { page } = ada;
        await page.goto(`/search?q=${encodeURIComponent('deploy on Tuesdays')}&layer=L3`);
        const persona = page.getByRole('article').first();
        await persona.getByRole('heading').getByRole('link').click();
        const preview = page.getByRole('complementary', { name: 'Preview' });
        await preview.getByRole('button', { name: 'Software project', exact: true }).first().waitFor();
        expect(await page.getByRole('main').innerText()).not.toMatch(/\[\[|\]\]/);
        await preview.getByRole('button', { name: 'Software project', exact: true }).first().click();
        await preview.getByRole('heading', { level: 2, name: 'Software project' }).waitFor();
        expect(ada.takeComplaints()).toEqual([]);
      },
      PATIENCE,
    );

    it(
      'gives its reasons in the language of the page',
      async () => {
        const { page } = ada;
        await ada.wear({ locale: 'zh-CN', theme: 'light' });
        await page.goto(`/search?q=${encodeURIComponent('deploy on Tuesdays')}&layer=L1`);
        const card = page.getByRole('article').filter({ hasText: /deploy on Tuesdays/ });
        await card.getByText('为什么？').click();
        expect(await card.getByRole('table').innerText()).toMatch(/较新/);
        expect(await card.getByRole('table').innerText()).not.toMatch(/recent/);
        expect(ada.takeComplaints()).toEqual([]);
      },
      PATIENCE,
    );
  });
});

async function choose(page: Page, act: string): Promise<void> {
  await page.getByRole('button', { name: 'More about release-check' }).click();
  await page.getByRole('menuitem', { name: act }).click();
}
