import { GraphqlClient, McpTestClient, startHubProcess, type HubProcess } from '@memory-hub/testing';
import type { Browser, Locator, Page } from 'playwright-core';
import { tellTalk } from '../support/lived-in-team';
import { PASSWORD } from '../support/first-team';
import { openBrowser, Visitor } from '../support/pages';

const KEY = /mh_agent_[\w.~-]+/;
const WORDS = 'We always deploy on Tuesdays after the smoke test has passed.';
const SKILL = `---
name: release-check
description: How to check a release before it goes out. Use before every deployment.
---

# Release check

1. Run the smoke test.
2. Read the changelog aloud to somebody who did not write it.
`;

/** What people do, through the pages of the built product and nothing else; only the agents speak MCP. */
describe('the main job of people', () => {
  let hub: HubProcess;
  let browser: Browser;
  let ada: Visitor;
  let rui: Visitor;
  let scribeKey = '';
  let readerKey = '';
  let scribe: McpTestClient;
  let reader: McpTestClient;
  let memoryPath = '';
  let skillPath = '';

  beforeAll(async () => {
    [hub, browser] = await Promise.all([startHubProcess({ roles: 'api,mcp,worker,web' }), openBrowser()]);
    ada = await Visitor.open(browser, hub.url);
    rui = await Visitor.open(browser, hub.url);
  }, 180_000);

  afterAll(async () => {
    await scribe?.close();
    await reader?.close();
    await browser?.close();
    await hub?.stop();
  }, 60_000);

  it('opens the one-time link and sets up the organisation, the team and its first admin', async () => {
    const { page } = ada;
    await page.goto(`/setup?token=${hub.setupToken}`);
    await fillPerson(page, { name: 'Ada Admin', email: 'ada@example.org' });
    await page.getByRole('button', { name: 'Continue' }).click();
    await focused(page.getByRole('textbox', { name: 'Organisation' }));
    await page.getByRole('textbox', { name: 'Organisation' }).fill('Lighthouse');
    await page.getByRole('textbox', { name: 'First team space' }).fill('Keepers');
    await page.getByRole('checkbox', { name: /I review alone/ }).uncheck();
    await page.getByRole('button', { name: 'Create the hub' }).click();
    await page.getByText('Rule: nobody approves their own proposals').waitFor();
    await focused(page.getByRole('textbox', { name: 'Agent name' }));
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('2 steps left');
    expect(ada.takeComplaints()).toEqual([]);
  }, 180_000);

  it('creates the first agent, shows its key, and turns to connected with the first call', async () => {
    const { page } = ada;
    await page.getByRole('textbox', { name: 'Agent name' }).fill('scribe');
    await page.getByRole('button', { name: 'Create agent and key' }).click();
    await page.getByText('Waiting for the first call.').waitFor();
    scribeKey = KEY.exec((await page.getByRole('tabpanel').textContent()) ?? '')?.[0] ?? '';
    expect(scribeKey).not.toBe('');
    scribe = await McpTestClient.connect(hub.url, scribeKey);
    await scribe.listTools();
    await page.getByText(/^Connected: /).waitFor();
    await page.getByRole('link', { name: 'Open the hub' }).click();
    await page.getByRole('heading', { name: 'What does your team know?' }).waitFor();
    expect(ada.takeComplaints()).toEqual([]);
  }, 180_000);

  it('creates a second agent on its own page and never shows the key again', async () => {
    const { page } = ada;
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: /Agents/ })
      .click();
    await page.getByRole('button', { name: 'Create agent' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create agent' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('reader');
    await dialog.getByRole('button', { name: 'Create agent and key' }).click();
    await page.getByText('The key, shown this once:').waitFor();
    readerKey = KEY.exec((await page.getByRole('region', { name: 'Key' }).textContent()) ?? '')?.[0] ?? '';
    expect(readerKey).not.toBe('');
    reader = await McpTestClient.connect(hub.url, readerKey);
    await reader.listTools();
    await page
      .getByRole('region', { name: 'Connect' })
      .getByText(/^Connected: /)
      .waitFor();
    await page.reload();
    await page.getByText('The key is not shown again.').waitFor();
    expect(await page.content()).not.toContain(readerKey);
    expect(ada.takeComplaints()).toEqual([]);
  }, 180_000);

  it('finds what the agent was told, by words of either language', async () => {
    await tellTalk(hub, scribeKey);
    const { page } = ada;
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: /Search/ })
      .click();
    await search(page, 'deploy on Tuesdays');
    await hit(page, /deploy on Tuesdays/).waitFor();
    await search(page, '上司');
    await hit(page, /赵雅琳/).waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('上司');
    expect(ada.takeComplaints()).toEqual([]);
  }, 180_000);

  it('keeps the filters over a reload and says of each result why it is here', async () => {
    const { page } = ada;
    await search(page, 'deploy on Tuesdays');
    await hit(page, /deploy on Tuesdays/).waitFor();
    const cards = page.getByRole('group', { name: 'Kind' }).getByRole('checkbox', { name: /^Card/ });
    await cards.check();
    await page.waitForURL(/kind=CARD/);
    await page.reload();
    await hit(page, /deploy on Tuesdays/).waitFor();
    expect(await cards.isChecked()).toBe(true);
    const articles = await page.getByRole('article').all();
    expect(articles.length).toBeGreaterThan(0);
    for (const article of articles) {
      expect(await article.getByText('L1', { exact: true }).isVisible()).toBe(true);
      expect(await article.getByText('Why?').isVisible()).toBe(true);
    }
    await hit(page, /deploy on Tuesdays/)
      .getByText('Why?')
      .click();
    expect(
      await hit(page, /deploy on Tuesdays/)
        .getByRole('table')
        .innerText(),
    ).toMatch(/place 1[\s\S]*It contains/);
    expect(ada.takeComplaints()).toEqual([]);
  }, 180_000);

  it('traces a card down to the exact words', async () => {
    const { page } = ada;
    await hit(page, /deploy on Tuesdays/)
      .getByRole('heading')
      .getByRole('link')
      .click();
    const trace = page
      .getByRole('complementary', { name: 'Preview' })
      .getByRole('region', { name: 'Where this comes from' });
    await trace.waitFor();
    await page.waitForURL(/peek=/);
    expect(await trace.innerText()).toContain(WORDS);
    expect(await trace.locator('mark').first().innerText()).toMatch(/deploy on Tuesdays/);
    await page.getByRole('button', { name: 'Close preview' }).click();
    expect(ada.takeComplaints()).toEqual([]);
  }, 180_000);

  it('proposes chosen cards as a Chat Memory', async () => {
    const { page } = ada;
    await hit(page, /deploy on Tuesdays/)
      .getByTitle('Choose')
      .click();
    await search(page, '上司');
    await hit(page, /赵雅琳/)
      .getByTitle('Choose')
      .click();
    await page.getByText('2 memories chosen').waitFor();
    await page.getByRole('button', { name: 'Propose as Chat Memory' }).click();
    const dialog = page.getByRole('dialog', { name: 'Propose as Chat Memory' });
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Field notes');
    await dialog.getByRole('textbox', { name: 'Description' }).fill('What the scribe learned.');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Share what we know.');
    await dialog.getByRole('button', { name: 'Send to review' }).click();
    await page.waitForURL(/\/review\/./);
    await page.getByRole('heading', { level: 1, name: 'Field notes' }).waitFor();
    memoryPath = new URL(page.url()).pathname;
    expect(await page.getByRole('region', { name: 'Changes' }).innerText()).toContain('赵雅琳');
    expect(ada.takeComplaints()).toEqual([]);
  }, 180_000);

  it('proposes a skill from pasted text', async () => {
    const { page } = ada;
    await page.getByRole('button', { name: 'New proposal' }).click();
    const dialog = page.getByRole('dialog', { name: 'Propose a skill' });
    await dialog.getByRole('button', { name: 'Paste SKILL.md' }).click();
    await dialog.getByRole('textbox', { name: 'Text of SKILL.md' }).fill(SKILL);
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('How we release.');
    await dialog.getByRole('button', { name: 'Send to review' }).click();
    await page.getByRole('heading', { level: 1, name: 'release-check' }).waitFor();
    skillPath = new URL(page.url()).pathname;
    expect(await page.getByRole('table', { name: 'SKILL.md, nothing to r1' }).innerText()).toContain(
      'Run the smoke test.',
    );
    expect(ada.takeComplaints()).toEqual([]);
  }, 180_000);

  it('tells the author why they cannot approve', async () => {
    const { page } = ada;
    await page.getByText(/\d passed/).waitFor();
    const bar = page.getByRole('region', { name: 'Your decision' });
    expect(await bar.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    expect(await bar.innerText()).toMatch(/approv/i);
    expect(
      await page.getByText('Nobody approves their own proposal or their own last edit.').isVisible(),
    ).toBe(true);
    expect(ada.takeComplaints()).toEqual([]);
  }, 180_000);

  it('invites a reviewer by a link, who joins in another browser', async () => {
    const { page } = ada;
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: /People/ })
      .click();
    await page.getByRole('button', { name: 'Invite a person' }).click();
    await page
      .getByRole('dialog')
      .getByRole('radio', { name: /^reviewer/ })
      .check();
    await page.getByRole('button', { name: 'Make link' }).click();
    const link = await page
      .getByRole('dialog', { name: 'Invitation link' })
      .getByRole('textbox', { name: 'Link' })
      .inputValue();
    await page.getByRole('button', { name: 'Done' }).click();
    await rui.page.goto(link);
    await rui.page.getByRole('heading', { name: 'Join Keepers' }).waitFor();
    await fillPerson(rui.page, { name: 'Rui Reviewer', email: 'rui@example.org' });
    await rui.page.getByRole('button', { name: 'Join' }).click();
    await rui.page.waitForURL('**/search');
    await page.reload();
    await page.getByRole('table', { name: 'People' }).getByText('Rui Reviewer').waitFor();
    expect(await page.getByRole('combobox', { name: 'Role of Rui Reviewer' }).inputValue()).toBe('REVIEWER');
    expect([...ada.takeComplaints(), ...rui.takeComplaints()]).toEqual([]);
  }, 180_000);

  it('lets the reviewer read the change and approve it', async () => {
    const { page } = rui;
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Inbox/ }).click();
    for (const { title, name, words } of [
      { title: 'release-check', name: 'release-check', words: 'Run the smoke test.' },
      { title: 'Field notes', name: 'field-notes', words: '赵雅琳' },
    ]) {
      await page.getByRole('region', { name: 'Inbox' }).getByRole('link').filter({ hasText: title }).click();
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      expect(await page.getByRole('region', { name: 'Changes' }).innerText()).toContain(words);
      expect(await page.getByRole('region', { name: 'Checks' }).innerText()).toMatch(/\d passed/);
      await page
        .getByRole('region', { name: 'Your decision' })
        .getByRole('button', { name: 'Approve' })
        .click();
      const dialog = page.getByRole('dialog', { name: `Approve ${name} r1` });
      await dialog.getByRole('textbox', { name: 'Note, if any' }).fill('Read it all.');
      await dialog.getByRole('button', { name: 'Approve' }).click();
      await page.getByText(`${name} r1 approved`).waitFor();
    }
    expect(rui.takeComplaints()).toEqual([]);
  }, 180_000);

  it('lets the admin publish what was approved', async () => {
    const { page } = ada;
    for (const { path, name } of [
      { path: skillPath, name: 'release-check' },
      { path: memoryPath, name: 'field-notes' },
    ]) {
      await page.goto(path);
      await page
        .getByRole('region', { name: 'Your decision' })
        .getByRole('button', { name: 'Publish' })
        .click();
      await page
        .getByRole('dialog', { name: `Publish ${name} r1` })
        .getByRole('button', { name: 'Publish' })
        .click();
      await page.getByText('This revision is published.').waitFor();
      expect(await page.getByRole('region', { name: 'Decisions' }).innerText()).toMatch(
        /Rui Reviewer[\s\S]*Read it all\./,
      );
    }
    expect(ada.takeComplaints()).toEqual([]);
  }, 180_000);

  it('mounts both on the other agent and shows what it receives', async () => {
    const { page } = ada;
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: /Agents/ })
      .click();
    await page.getByRole('table', { name: 'Agents' }).getByRole('link', { name: 'reader' }).click();
    for (const title of ['release-check', 'Field notes']) {
      await page.getByRole('button', { name: 'Mount asset' }).click();
      await page.getByRole('dialog').getByRole('option').filter({ hasText: title }).click();
    }
    const mounts = page.getByRole('table', { name: 'Mounts' });
    await mounts.getByRole('link', { name: 'release-check' }).waitFor();
    await mounts.getByRole('link', { name: 'field-notes' }).waitFor();
    const received = page.getByRole('complementary', { name: 'What the agent receives' });
    await received.getByText('How to check a release before it goes out.').first().waitFor();
    const shown = await received.locator('pre').first().innerText();
    const recalled = await reader.must('memory_recall', { text: 'When do we deploy?' });
    expect(shown.trim()).toBe(String(recalled['stable']).trim());
    await received.getByRole('textbox', { name: 'Try a message' }).fill('When do we deploy?');
    await received.getByRole('button', { name: 'Try' }).click();
    await received.getByText(/deploy on Tuesdays/).waitFor();
    expect(String(recalled['dynamic'])).toMatch(/deploy on Tuesdays/);
    expect(ada.takeComplaints()).toEqual([]);
  }, 180_000);

  it('revokes the key and proves that it is refused', async () => {
    const { page } = ada;
    const key = page.getByRole('region', { name: 'Key' });
    const last = /(\S{4})…/.exec(await key.getByRole('table').innerText())?.[1] ?? '';
    await key.getByRole('button', { name: 'Revoke' }).click();
    const dialog = page.getByRole('dialog', { name: 'Revoke the key of reader' });
    await dialog.getByRole('textbox', { name: `Type the last four characters, ${last}` }).fill(last);
    await dialog.getByRole('button', { name: 'Revoke key' }).click();
    await key.getByText('Key revoked.').waitFor();
    const connect = page.getByRole('region', { name: 'Connect' });
    await connect.getByText('It cannot call: it has no key.').waitFor();
    expect(await connect.getByText(/^Connected/).count()).toBe(0);
    expect(ada.takeComplaints()).toEqual([]);
    await key.getByRole('textbox', { name: 'Old key' }).fill(readerKey);
    await key.getByRole('button', { name: 'Verify' }).click();
    await key.getByText('Key revoked and verified.').waitFor();
    expect(ada.takeComplaints().filter((complaint) => !/401/.test(complaint))).toEqual([]);
    expect((await new GraphqlClient(hub.url, readerKey).ask('{ viewer { user { id } } }')).status).toBe(401);
    await expect(reader.listTools()).rejects.toThrow();
  }, 180_000);
});

async function fillPerson(page: Page, person: { name: string; email: string }): Promise<void> {
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(person.name);
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
}

/** Waits until the element has the focus. */
async function focused(field: Locator): Promise<void> {
  const element = await field.elementHandle();
  await field.page().waitForFunction((wanted) => document.activeElement === wanted, element);
}

async function search(page: Page, words: string): Promise<void> {
  const field = page.getByRole('searchbox', { name: 'Search everything you may read' });
  await field.fill(words);
  await field.press('Enter');
}

function hit(page: Page, words: RegExp): ReturnType<Page['locator']> {
  return page.getByRole('article').filter({ hasText: words }).first();
}
