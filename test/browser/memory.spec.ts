import { startHubProcess, type HubProcess } from '@memory-hub/testing';
import type { Browser } from 'playwright-core';
import { ADMIN, liveIn, REVIEWER, type LivedInTeam } from '../support/lived-in-team';
import { openBrowser, Visitor } from '../support/pages';

const PATIENCE = 180_000;

/** What people do with what an agent learned: look through it, correct it, forget it, share it again. */
describe('the memory of an agent', () => {
  let hub: HubProcess;
  let browser: Browser;
  let team: LivedInTeam;
  let ada: Visitor;
  let rui: Visitor;

  beforeAll(async () => {
    [hub, browser] = await Promise.all([startHubProcess({ roles: 'api,mcp,worker,web' }), openBrowser()]);
    team = await liveIn(hub);
    ada = await Visitor.open(browser, hub.url, { width: 1280 });
    rui = await Visitor.open(browser, hub.url);
    await ada.signIn(ADMIN);
    await rui.signIn(REVIEWER);
    for (const visitor of [ada, rui]) visitor.takeComplaints();
  }, PATIENCE);

  afterAll(async () => {
    await browser?.close();
    await hub?.stop();
  }, 60_000);

  it(
    'shows a mount in one piece beside what the agent receives',
    async () => {
      const { page } = ada;
      await page.goto(`/agents/${team.reader.id}`);
      const name = page.getByRole('table', { name: 'Mounts' }).getByRole('link', { name: 'release-check' });
      await name.waitFor();
      const box = await name.boundingBox();
      expect(box?.height).toBeLessThan(30);
      const pane = await page.locator('.agent-page > .pane').evaluate((element) => ({
        inside: element.scrollWidth,
        room: element.clientWidth,
      }));
      expect(pane.inside).toBeLessThanOrEqual(pane.room);
      await ada.picture('agent-mounts.en.1280');
      expect(ada.takeComplaints()).toEqual([]);
    },
    PATIENCE,
  );

  it(
    'is looked through without a word: cards, scenes, sessions, and every word of a session',
    async () => {
      const { page } = ada;
      await page.goto(`/agents/${team.scribe.id}`);
      await page.getByRole('link', { name: /^Cards: look through/ }).click();
      await page.getByRole('article').filter({ hasText: 'deploy on Tuesdays' }).waitFor();
      await page.getByRole('button', { name: 'scribe' }).waitFor();
      await page.getByRole('button', { name: 'Scenes', exact: true }).click();
      await page.waitForURL(/layer=L2/);
      await page.getByText(/^\d+ scenes?$/).waitFor();
      await page.goto(`/agents/${team.scribe.id}`);
      await page
        .getByRole('table', { name: 'Latest sessions' })
        .getByRole('link', { name: 'first-talk' })
        .click();
      const said = page.getByRole('region', { name: 'What was said' });
      await said.getByText('I prefer tea to coffee in the morning.').waitFor();
      expect(await said.getByText('我不能吃辣，点菜要清淡。').isVisible()).toBe(true);
      expect(await ada.breaches()).toEqual([]);
      await ada.picture('browse-session.en.1280');
      expect(ada.takeComplaints()).toEqual([]);
    },
    PATIENCE,
  );

  it(
    'says that filters alone find nothing, and blames no way of searching for it',
    async () => {
      const { page } = ada;
      await page.goto(`/search?q=${encodeURIComponent('layer:L1')}`);
      await page.getByRole('heading', { name: 'Nothing found for layer:L1' }).waitFor();
      const main = await page.getByRole('main').innerText();
      expect(main).toMatch(/Filters alone find nothing here\. Add a word/);
      expect(main).not.toMatch(/other is back/);
      expect(ada.takeComplaints()).toEqual([]);
    },
    PATIENCE,
  );

  it(
    'is corrected by its owner, with the fault of a bad value at its field',
    async () => {
      const { page } = ada;
      await page.goto(`/search?agent=${team.scribe.id}`);
      await page
        .getByRole('article')
        .filter({ hasText: 'peanuts' })
        .getByRole('heading')
        .getByRole('link')
        .click();
      const preview = page.getByRole('complementary', { name: 'Preview' });
      await preview.getByText(/^You and the agent/).waitFor();
      await preview.getByRole('button', { name: 'Edit' }).click();
      const dialog = page.getByRole('dialog', { name: 'Edit the card' });
      const save = dialog.getByRole('button', { name: 'Save' });
      expect(await save.getAttribute('aria-disabled')).toBe('true');
      expect(await dialog.getByText('Nothing is changed yet').isVisible()).toBe(true);
      const tags = dialog.getByRole('textbox', { name: 'Tags' });
      await tags.fill('x'.repeat(65));
      await save.click();
      await dialog.getByText(/A tag has 1 to 64 characters/).waitFor();
      expect(await tags.getAttribute('aria-invalid')).toBe('true');
      expect(await ada.breaches()).toEqual([]);
      await tags.fill('food, 过敏');
      await dialog.getByRole('textbox', { name: 'Words' }).fill('Ada is allergic to cashews.');
      await page.keyboard.press('Control+Enter');
      await page.getByText('Card changed').waitFor();
      await preview.getByRole('heading', { name: 'Ada is allergic to cashews.' }).waitFor();
      await preview.getByText('过敏').waitFor();
      await page.getByRole('article').filter({ hasText: 'cashews' }).waitFor();
      expect(ada.takeComplaints()).toEqual([]);
    },
    PATIENCE,
  );

  it(
    'is forgotten for good after a word about it, and leaves the list',
    async () => {
      const { page } = ada;
      const preview = page.getByRole('complementary', { name: 'Preview' });
      await preview.getByRole('button', { name: 'Forget' }).click();
      const dialog = page.getByRole('dialog', { name: 'Forget this card' });
      await dialog.getByText(/cannot be undone/).waitFor();
      await dialog.getByRole('button', { name: 'Keep' }).click();
      await dialog.waitFor({ state: 'detached' });
      await preview.getByRole('button', { name: 'Forget' }).click();
      await dialog.getByRole('button', { name: 'Forget for good' }).click();
      await page.getByText('Card forgotten').waitFor();
      await preview.waitFor({ state: 'detached' });
      await page.getByRole('article').filter({ hasText: 'cashews' }).waitFor({ state: 'detached' });
      expect(ada.takeComplaints()).toEqual([]);
    },
    PATIENCE,
  );

  it(
    'comes back to its author with the reviewer’s words, and is chosen again',
    async () => {
      const { page } = ada;
      await page.goto(`/search?agent=${team.scribe.id}`);
      for (const words of ['deploy on Tuesdays', 'prefer tea'])
        await page.getByRole('article').filter({ hasText: words }).getByTitle('Choose').click();
      await page.getByText('2 memories chosen').waitFor();
      await page.getByRole('button', { name: 'Propose as Chat Memory' }).click();
      const propose = page.getByRole('dialog', { name: 'Propose as Chat Memory' });
      await propose.getByText('Give it a title').waitFor();
      await propose.getByRole('textbox', { name: 'Title' }).fill('House rules');
      await propose.getByRole('textbox', { name: 'Description' }).fill('How we live.');
      await propose.getByRole('textbox', { name: 'Reason' }).fill('For everyone.');
      await propose.getByRole('button', { name: 'Send to review' }).click();
      await page.getByRole('heading', { level: 1, name: 'House rules' }).waitFor();
      const first = new URL(page.url()).pathname;
      const own = page.getByRole('region', { name: 'Your decision' });
      await own.getByText('You read').waitFor();
      expect(await own.getByText('You decide on').count()).toBe(0);

      await rui.page.goto(first);
      await rui.page.getByRole('region', { name: 'Your decision' }).getByText('Request changes').click();
      const request = rui.page.getByRole('dialog');
      await request
        .getByRole('textbox', { name: 'What should change?' })
        .fill('Leave out the drinks, they are private.');
      await request.getByRole('button', { name: 'Request changes' }).click();
      await rui.page.getByText(/^Changes to house-rules r1 requested/).waitFor();

      await page.goto('/review');
      const row = page.getByRole('link').filter({ hasText: 'House rules' });
      await row.getByText('requested changes').waitFor();
      await row.click();
      await page.getByText('Leave out the drinks, they are private.').first().waitFor();
      await page.getByRole('button', { name: 'New revision' }).first().click();
      const revise = page.getByRole('dialog', { name: 'New revision of house-rules' });
      await revise.getByText('Cards, 2 chosen').waitFor();
      await revise.getByRole('checkbox', { name: /prefer tea/ }).uncheck();
      await revise.getByRole('textbox', { name: 'Reason' }).fill('Without the drinks.');
      expect(await ada.breaches()).toEqual([]);
      await ada.picture('revise-memory.en.1280');
      await revise.getByRole('button', { name: 'Send revision' }).click();
      await page.waitForURL((url) => url.pathname.startsWith('/review/') && url.pathname !== first);
      await page.getByRole('heading', { level: 1, name: 'House rules' }).waitFor();
      const changes = page.getByRole('region', { name: 'Changes' });
      await changes.getByText(/deploy on Tuesdays/).waitFor();
      expect(await changes.innerText()).not.toMatch(/tea/);
      await page.goto(`${first}?view=DECIDED`);
      await page.getByRole('article').getByText('Withdrawn', { exact: true }).first().waitFor();
      expect([...ada.takeComplaints(), ...rui.takeComplaints()]).toEqual([]);
    },
    PATIENCE,
  );

  it(
    'is told in the language of the page, its own words as they are',
    async () => {
      const { page } = ada;
      await ada.wear({ locale: 'zh-CN', theme: 'dark' });
      await page.goto(`/search?agent=${team.scribe.id}`);
      const card = page.getByRole('article').filter({ hasText: 'deploy on Tuesdays' });
      await card
        .getByText('软件', { exact: true })
        .or(card.getByText('规则', { exact: true }))
        .first()
        .waitFor();
      await card.getByRole('heading').getByRole('link').click();
      await page.getByRole('complementary', { name: '预览' }).getByRole('button', { name: '忘记' }).waitFor();
      expect(await ada.breaches()).toEqual([]);
      await ada.picture('browse-card.zh-CN.1280');
      expect(ada.takeComplaints()).toEqual([]);
    },
    PATIENCE,
  );

  it(
    'is dated in the time zone that its reader chooses',
    async () => {
      const { page } = ada;
      await ada.wear({ locale: 'en', theme: 'light' });
      await page.goto('/team');
      await page.getByRole('button', { name: 'Ada Admin, your account' }).click();
      await page.getByRole('menuitem', { name: 'Name and time zone' }).click();
      const dialog = page.getByRole('dialog', { name: 'Name and time zone' });
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Ada A.');
      await dialog.getByRole('combobox', { name: 'Time zone' }).selectOption('America/New_York');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Ada A., your account' }).waitFor();
      await page.getByRole('table').getByText('Ada A.').first().waitFor();
      expect(ada.takeComplaints()).toEqual([]);
    },
    PATIENCE,
  );
});
