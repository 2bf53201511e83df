import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import axe from 'axe-core';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

const WEB = resolve(__dirname, '../../apps/web');
const PICTURES = resolve(__dirname, '../browser/screenshots');
const PATIENCE_MILLISECONDS = 45_000;
/** The page's own connections end when it is left; that is no failure. */
const ENDED_BY_LEAVING = 'net::ERR_ABORTED';

export type PageLocale = 'en' | 'zh-CN';
export type PageTheme = 'light' | 'dark';

export interface Look {
  readonly locale: PageLocale;
  readonly theme: PageTheme;
}

export const LOOKS: readonly Look[] = [
  { locale: 'en', theme: 'light' },
  { locale: 'en', theme: 'dark' },
  { locale: 'zh-CN', theme: 'light' },
  { locale: 'zh-CN', theme: 'dark' },
];

/** A Chromium that talks to nobody but the hub under test. `CHROMIUM` names another program. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** One person's browser: own cookies, one page, and everything that went wrong in it. */
export class Visitor {
  private seen: string[] = [];

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    private readonly url: string,
  ) {}

  static async open(
    browser: Browser,
    url: string,
    options: { width?: number; height?: number } = {},
  ): Promise<Visitor> {
    const context = await browser.newContext({
      baseURL: url,
      locale: 'en-GB',
      timezoneId: 'Asia/Shanghai',
      reducedMotion: 'reduce',
      viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    });
    context.setDefaultTimeout(PATIENCE_MILLISECONDS);
    const page = await context.newPage();
    const visitor = new Visitor(context, page, url);
    visitor.listen();
    return visitor;
  }

  /** What the console, the scripts and the requests complained about since the last time this was asked. */
  takeComplaints(): string[] {
    const taken = this.seen;
    this.seen = [];
    return taken;
  }

  /** The language and the colours of every page from now on, as the account menu would keep them. */
  async wear({ locale, theme }: Look): Promise<void> {
    await this.context.addCookies([
      { name: 'memhub_locale', value: locale, url: this.url },
      { name: 'memhub_theme', value: theme, url: this.url },
    ]);
  }

  async signIn(person: { email: string; password: string }): Promise<void> {
    await this.page.goto('/sign-in');
    await this.page.getByRole('textbox', { name: 'Email' }).fill(person.email);
    await this.page.getByRole('textbox', { name: 'Password' }).fill(person.password);
    await this.page.getByRole('button', { name: 'Sign in' }).click();
    await this.page.waitForURL('**/search');
  }

  /** Rules of accessibility that the page breaks, each with the elements that break it. */
  async breaches(): Promise<string[]> {
    await this.page.evaluate(axe.source);
    return this.page.evaluate(async () => {
      const { axe: checker } = window as unknown as { axe: typeof axe };
      const { violations } = await checker.run(document, { resultTypes: ['violations'] });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(
          (node) => `${id}: ${node.target.join(' ')} ${node.failureSummary?.split('\n')[1]?.trim() ?? ''}`,
        ),
      );
    });
  }

  /** Keeps a picture for people to look at; no test reads it. */
  async picture(name: string): Promise<void> {
    mkdirSync(PICTURES, { recursive: true });
    await this.page.screenshot({ path: join(PICTURES, `${name}.png`), animations: 'disabled' });
  }

  /** Elements that are wider than the window and make the page scroll sideways. */
  async tooWide(): Promise<string[]> {
    return this.page.evaluate(() =>
      [
        document.documentElement,
        document.body,
        ...Array.from(document.querySelectorAll('main, main > *, header')),
      ]
        .filter((element) => element.scrollWidth > window.innerWidth)
        .map((element) => `${element.tagName.toLowerCase()}.${element.className} ${element.scrollWidth} px`),
    );
  }

  async close(): Promise<void> {
    await this.context.close();
  }

  private listen(): void {
    const { page } = this;
    page.on('console', (message) => {
      if (message.type() === 'error') this.seen.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => this.seen.push(`script: ${error.message}`));
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? '';
      if (reason !== ENDED_BY_LEAVING) this.seen.push(`request: ${request.url()} ${reason}`);
    });
    page.on('response', (response) => {
      if (response.status() >= 400) this.seen.push(`answer: ${response.url()} ${response.status()}`);
    });
  }
}

type Catalogue = { readonly [key: string]: string | Catalogue };

/** The words of the pages in a language, by their key: `review.inbox`. */
export function wordsIn(locale: PageLocale): (key: string) => string {
  const catalogue = JSON.parse(readFileSync(join(WEB, 'messages', `${locale}.json`), 'utf8')) as Catalogue;
  return (key) => {
    const found = key
      .split('.')
      .reduce<string | Catalogue | undefined>(
        (node, part) => (typeof node === 'object' ? node[part] : undefined),
        catalogue,
      );
    if (typeof found !== 'string') throw new Error(`no words for ${key} in ${locale}`);
    return found;
  };
}
