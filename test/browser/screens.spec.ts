import { startHubProcess, type HubProcess } from '@memory-hub/testing';
import type { Browser, Page } from 'playwright-core';
import { ADMIN, liveIn, REVIEWER, VIEWER, type LivedInTeam } from '../support/lived-in-team';
import { LOOKS, openBrowser, Visitor, wordsIn, type Look, type PageLocale } from '../support/pages';

const NARROW = { width: 390, height: 844 };
const PATIENCE = 180_000;
const LOCALES = ['en', 'zh-CN'] as const satisfies readonly PageLocale[];

interface Screen {
  readonly name: string;
  readonly path: string;
  /** Brings the page to what is looked at, and waits until it is there. */
  readonly show: (page: Page, words: (key: string) => string) => Promise<void>;
}

/** Every screen in both languages and both themes: readable for everybody, silent in the console. */
describe('the screens', () => {
  let hub: HubProcess;
  let browser: Browser;
  let stranger: Visitor;

  beforeAll(async () => {
    [hub, browser] = await Promise.all([startHubProcess({ roles: 'api,mcp,worker,web' }), openBrowser()]);
    stranger = await Visitor.open(browser, hub.url);
  }, PATIENCE);

  afterAll(async () => {
    await browser?.close();
    await hub?.stop();
  }, 60_000);

  describe('before the hub is claimed', () => {
    it.each(LOOKS)(
      'keep to the rules of accessibility in $locale and $theme',
      async (look) => {
        const screens: Screen[] = [
          {
            name: 'setup-you',
            path: `/setup?token=${hub.setupToken}`,
            show: (page, t) => heading(page, t('entry.setup.step.you')),
          },
          { name: 'setup-team', path: `/setup?token=${hub.setupToken}`, show: goToTeamStep },
          {
            name: 'setup-without-link',
            path: '/setup',
            show: (page, t) => heading(page, t('entry.setup.noToken')),
          },
          {
            name: 'setup-cut-link',
            path: `/setup?token=${hub.setupToken?.slice(0, 20)}`,
            show: (page, t) => heading(page, t('entry.setup.badToken')),
          },
          {
            name: 'sign-in-not-set-up',
            path: '/sign-in',
            show: (page, t) => heading(page, t('entry.signIn.notSetUp')),
          },
        ];
        expect(await lookAt(stranger, screens, look)).toEqual([]);
      },
      PATIENCE,
    );

    it.each(LOCALES)('fit a telephone in %s', async (locale) => {
      const phone = await Visitor.open(browser, hub.url, NARROW);
      const path = `/setup?token=${hub.setupToken}`;
      expect(await lookAtNarrow(phone, [{ name: 'setup-team', path, show: goToTeamStep }], locale)).toEqual(
        [],
      );
      await phone.close();
    });
  });

  describe('of a team that lives here', () => {
    let team: LivedInTeam;
    let ada: Visitor;
    let vera: Visitor;
    let phone: Visitor;

    beforeAll(async () => {
      team = await liveIn(hub);
      ada = await Visitor.open(browser, hub.url);
      vera = await Visitor.open(browser, hub.url);
      phone = await Visitor.open(browser, hub.url, NARROW);
      for (const visitor of [ada, phone]) await visitor.signIn(ADMIN);
      await vera.signIn(VIEWER);
      for (const visitor of [ada, vera, phone]) visitor.takeComplaints();
    }, PATIENCE);

    it.each(LOOKS)(
      'keep to the rules of accessibility in $locale and $theme',
      async (look) => {
        const signIn: Screen = {
          name: 'sign-in',
          path: '/sign-in',
          show: (page, t) => heading(page, t('entry.signIn.title')),
        };
        expect(await lookAt(stranger, [signIn, ...doors], look)).toEqual([]);
        await speak(team, look.locale);
        expect(await lookAt(ada, screensOf(team), look)).toEqual([]);
        expect(await lookAt(vera, [emptyInbox], look)).toEqual([]);
      },
      PATIENCE * 2,
    );

    it.each(LOCALES)(
      'fit a telephone in %s',
      async (locale) => {
        await speak(team, locale);
        expect(await lookAtNarrow(phone, [...doors, ...screensOf(team), emptyInbox], locale)).toEqual([]);
        await speak(team, 'en');
      },
      PATIENCE,
    );

    it(
      'show a viewer what they may not do, and why',
      async () => {
        const { page } = vera;
        await vera.wear({ locale: 'en', theme: 'light' });
        await page.goto('/team');
        const invite = page.getByRole('button', { name: 'Invite a person' });
        expect(await invite.getAttribute('title')).toBe('Inviting takes an admin: Ada Admin');
        await page.goto(`/review/${team.openProposalId}`);
        await page.getByRole('heading', { name: 'Not found' }).waitFor();
        expect(await page.getByText('There is no such proposal, or you may not see it.').isVisible()).toBe(
          true,
        );
        await page.goto(`/agents/${team.scribe.id}`);
        await page.getByRole('heading', { name: 'Not found' }).waitFor();
        expect(await page.getByText('There is no such agent, or you may not see it.').isVisible()).toBe(true);
        expect(await vera.breaches()).toEqual([]);
        await vera.picture('no-permission.en.light');
        expect(vera.takeComplaints()).toEqual([]);
      },
      PATIENCE,
    );

    it(
      'say what is wrong when the hub cannot answer, and come back',
      async () => {
        const { page } = ada;
        await ada.wear({ locale: 'en', theme: 'light' });
        await page.route('**/graphql', (route) => route.fulfill({ status: 503, body: 'starting' }));
        await page.goto('/agents');
        const alert = page.getByRole('main').getByRole('alert');
        await alert.getByText('The hub or its database is not ready.').waitFor();
        expect(
          await alert.getByText('It comes back by itself. Try again in a few seconds.').isVisible(),
        ).toBe(true);
        expect(await ada.breaches()).toEqual([]);
        await ada.picture('unavailable.en.light');
        await page.unroute('**/graphql');
        await alert.getByRole('button', { name: 'Try again' }).click();
        await page.getByRole('table', { name: 'Agents' }).getByRole('link', { name: 'scribe' }).waitFor();
        expect(ada.takeComplaints().filter((complaint) => !/503/.test(complaint))).toEqual([]);
      },
      PATIENCE,
    );
  });

  describe('by keys alone', () => {
    it(
      'sign in, search, open a result, and approve',
      async () => {
        const rui = await Visitor.open(browser, hub.url);
        const { page } = rui;
        const { keyboard } = page;
        await page.goto('/sign-in');
        await focused(page, 'input[type=email]');
        await keyboard.type(REVIEWER.email);
        await keyboard.press('Tab');
        await keyboard.type(REVIEWER.password);
        await keyboard.press('Enter');
        await page.waitForURL('**/search');
        await focused(page, '#search-field');
        await keyboard.type('smoke test');
        await keyboard.press('Enter');
        await page.getByRole('article').first().waitFor();
        await keyboard.press('Tab');
        await keyboard.press('j');
        await focused(page, '.hit [data-row]');
        await keyboard.press('Enter');
        await page.getByRole('complementary', { name: 'Preview' }).getByText('SKILL.md').first().waitFor();
        await keyboard.press('Escape');
        await page.getByRole('complementary', { name: 'Preview' }).waitFor({ state: 'detached' });
        await keyboard.press('g');
        await keyboard.press('i');
        await page.getByRole('heading', { name: 'Choose a proposal' }).waitFor();
        await keyboard.press('j');
        await page.getByRole('heading', { level: 1, name: 'on-call-notes' }).waitFor();
        await keyboard.press('a');
        const dialog = page.getByRole('dialog', { name: 'Approve on-call-notes r1' });
        await dialog.waitFor();
        await keyboard.type('Read by keys.');
        expect(await dialog.getByRole('textbox', { name: 'Note, if any' }).inputValue()).toBe(
          'Read by keys.',
        );
        await keyboard.press('Control+Enter');
        await page.getByText('on-call-notes r1 approved').waitFor();
        expect(await page.getByRole('region', { name: 'Decisions' }).innerText()).toContain('Read by keys.');
        expect(rui.takeComplaints()).toEqual([]);
      },
      PATIENCE,
    );
  });
});

const emptyInbox: Screen = {
  name: 'inbox-empty',
  path: '/review',
  show: (page, t) => heading(page, t('review.none.WAITING_FOR_ME')),
};

/** What one-time links open, with and without a link that works. */
const doors: readonly Screen[] = [
  { name: 'reset', path: '/reset?token=unused', show: (page, t) => heading(page, t('entry.reset.title')) },
  { name: 'reset-without-link', path: '/reset', show: (page, t) => heading(page, t('entry.reset.none')) },
  { name: 'join-gone', path: '/join?token=unused', show: (page, t) => heading(page, t('entry.join.gone')) },
];

/** What an admin sees in a hub that is in use. */
function screensOf(team: LivedInTeam): Screen[] {
  const query = encodeURIComponent('deploy 上司');
  return [
    { name: 'search-start', path: '/search', show: (page, t) => heading(page, t('search.start.title')) },
    {
      name: 'search',
      path: `/search?q=${query}`,
      show: async (page, t) => {
        const first = page.getByRole('article').first();
        await first.getByText(t('search.why')).click();
        await first.getByRole('heading').getByRole('link').click();
        await page.getByRole('region', { name: t('peek.trace') }).waitFor();
      },
    },
    {
      name: 'search-empty',
      path: `/search?q=${query}&kind=CHAT_MEMORY&tag=nothing`,
      show: (page, t) => page.getByRole('button', { name: t('search.none.dropAll') }).waitFor(),
    },
    {
      name: 'browse',
      path: `/search?agent=${team.scribe.id}`,
      show: async (page, t) => {
        await page.getByRole('article').filter({ hasText: 'deploy on Tuesdays' }).getByRole('link').click();
        await page.getByRole('button', { name: t('peek.forget') }).waitFor();
      },
    },
    {
      name: 'inbox',
      path: '/review?view=ALL',
      show: (page) => page.getByRole('link').filter({ hasText: 'on-call-notes' }).waitFor(),
    },
    {
      name: 'propose-skill',
      path: '/review?new=skill',
      show: (page, t) => page.getByRole('dialog', { name: t('propose.skillTitle') }).waitFor(),
    },
    {
      name: 'proposal',
      path: `/review/${team.openProposalId}?view=ALL`,
      show: async (page, t) => {
        await heading(page, 'on-call-notes');
        await page.getByRole('region', { name: t('review.checks') }).waitFor();
      },
    },
    {
      name: 'published',
      path: `/review/${team.publishedProposalId}?view=DECIDED`,
      show: async (page, t) => {
        await heading(page, 'release-check');
        await page
          .getByRole('article')
          .getByRole('button', { name: /release-check/ })
          .click();
        await page.getByRole('menuitem', { name: t('review.asset.act.revoke') }).click();
        await page
          .getByRole('dialog')
          .getByRole('textbox', { name: t('review.asset.reason') })
          .waitFor();
      },
    },
    {
      name: 'agents',
      path: '/agents',
      show: (page) => page.getByRole('table').getByRole('link', { name: 'scribe' }).waitFor(),
    },
    { name: 'agent', path: `/agents/${team.reader.id}`, show: (page) => heading(page, 'reader') },
    { name: 'agent-with-memory', path: `/agents/${team.scribe.id}`, show: (page) => heading(page, 'scribe') },
    {
      name: 'team',
      path: '/team',
      show: (page) => page.getByRole('table').getByText('Rui Reviewer').first().waitFor(),
    },
    {
      name: 'invite',
      path: '/team?new=invitation',
      show: (page, t) =>
        page
          .getByRole('dialog')
          .getByRole('button', { name: t('team.makeLink') })
          .waitFor(),
    },
  ];
}

/** Breaches of accessibility and complaints of the browser, each with the screen it is on. */
async function lookAt(visitor: Visitor, screens: readonly Screen[], look: Look): Promise<string[]> {
  const words = wordsIn(look.locale);
  const found: string[] = [];
  await visitor.wear(look);
  for (const { name, path, show } of screens) {
    await visitor.page.goto(path);
    await show(visitor.page, words);
    await visitor.picture(`${name}.${look.locale}.${look.theme}`);
    for (const fault of [...(await visitor.breaches()), ...visitor.takeComplaints()])
      found.push(`${name}: ${fault}`);
  }
  return found;
}

/** Screens that scroll sideways. */
async function lookAtNarrow(
  visitor: Visitor,
  screens: readonly Screen[],
  locale: PageLocale,
): Promise<string[]> {
  const found: string[] = [];
  await visitor.wear({ locale, theme: 'light' });
  for (const { name, path, show } of screens) {
    await visitor.page.goto(path);
    await show(visitor.page, wordsIn(locale));
    await visitor.picture(`${name}.${locale}.narrow`);
    for (const fault of [...(await visitor.tooWide()), ...visitor.takeComplaints()])
      found.push(`${name}: ${fault}`);
  }
  return found;
}

/** The hub's own sentences follow the person, as they do when the language is chosen in the account menu. */
async function speak({ admin }: LivedInTeam, locale: PageLocale): Promise<void> {
  await admin.must(
    'mutation($input: UpdateProfileInput!) { updateProfile(input: $input) { userErrors { code message } } }',
    { input: { locale } },
  );
}

async function heading(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { name }).first().waitFor();
}

async function goToTeamStep(page: Page, t: (key: string) => string): Promise<void> {
  await page.getByRole('textbox', { name: t('entry.name'), exact: true }).fill('Ada Admin');
  await page.getByRole('textbox', { name: t('entry.email') }).fill('ada@example.org');
  await page.getByRole('textbox', { name: t('entry.password') }).fill('correct horse battery staple');
  await page.getByRole('button', { name: t('entry.continue') }).click();
  await page.getByRole('textbox', { name: t('entry.organisation') }).waitFor();
}

async function focused(page: Page, selector: string): Promise<void> {
  await page.waitForFunction((wanted) => document.activeElement?.matches(wanted) === true, selector);
}
