/**
 * Measures what a browser loads for each page of the built app, and fails over budget: the scripts and styles named in
 * the page itself (polyfills for browsers without modules are not loaded), gzipped, and the fonts it preloads.
 * Usage: node budget.mjs [--json]. Needs the build; starts the server on a free port and stops it again.
 */
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const KB = 1_000;
const CSS_KB = 30;
const FONTS_KB = 90;
const PAGES = [
  { path: '/sign-in', js: 190 },
  { path: '/setup', js: 230 },
  { path: '/join', js: 190 },
  { path: '/reset', js: 190 },
  { path: '/search', js: 190 },
  { path: '/review', js: 230 },
  { path: '/agents', js: 230 },
  { path: '/agents/agent_0', js: 230 },
  { path: '/team', js: 230 },
];

const root = path.dirname(fileURLToPath(import.meta.url));
const standalone = path.join(root, '.next', 'standalone', 'apps', 'web');

const port = await freePort();
const server = spawn(process.execPath, [path.join(standalone, 'server.js')], {
  env: { ...process.env, PORT: String(port), HOSTNAME: '127.0.0.1', NEXT_TELEMETRY_DISABLED: '1' },
  stdio: ['ignore', 'ignore', 'inherit'],
});
try {
  const rows = [];
  for (const page of PAGES) rows.push(await measure(page));
  const fonts = fontBytes() / KB;
  report(rows, fonts);
  const over = rows.filter(({ js, jsLimit, css }) => js > jsLimit || css > CSS_KB);
  if (over.length > 0 || fonts > FONTS_KB) process.exitCode = 1;
} finally {
  server.kill('SIGTERM');
}

async function measure(page) {
  const html = await load(`http://127.0.0.1:${port}${page.path}`);
  const scripts = [...html.matchAll(/<script\b[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => !/\bnomodule\b/i.test(tag))
    .map((tag) => /\bsrc="([^"]+)"/.exec(tag)?.[1]);
  const styles = [...html.matchAll(/<link\b[^>]*rel="stylesheet"[^>]*>/g)].map(
    ([tag]) => /\bhref="([^"]+)"/.exec(tag)?.[1],
  );
  return { path: page.path, js: gzipped(scripts), jsLimit: page.js, css: gzipped(styles), cssLimit: CSS_KB };
}

async function load(url) {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    try {
      const response = await fetch(url, { redirect: 'error', headers: { cookie: 'memhub_signed_in=1' } });
      return await response.text();
    } catch (error) {
      if (error.cause?.code !== 'ECONNREFUSED') throw error;
      await wait(100);
    }
  }
  throw new Error(`The page server did not answer at ${url}. Build first: npm run build.`);
}

function gzipped(urls) {
  const files = new Set(
    urls.filter((url) => url?.startsWith('/_next/static/')).map((url) => url.split('?')[0]),
  );
  let bytes = 0;
  for (const file of files) {
    const content = readFileSync(
      path.join(standalone, '.next', decodeURIComponent(file.slice('/_next/'.length))),
    );
    bytes += gzipSync(content, { level: 9 }).length;
  }
  return Math.round(bytes / 100) / 10;
}

function fontBytes() {
  const folder = path.join(standalone, '.next', 'static', 'media');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.woff2'))
    .reduce((sum, name) => sum + readFileSync(path.join(folder, name)).length, 0);
}

function report(rows, fonts) {
  if (process.argv.includes('--json')) {
    process.stdout.write(`${JSON.stringify({ pages: rows, fontsKb: fonts })}\n`);
    return;
  }
  for (const { path: page, js, jsLimit, css } of rows) {
    const verdict = js > jsLimit || css > CSS_KB ? 'OVER' : 'ok';
    process.stdout.write(
      `${verdict.padEnd(5)}${page.padEnd(18)}JS ${js.toFixed(1).padStart(6)} of ${jsLimit} kB   CSS ${css.toFixed(1).padStart(5)} of ${CSS_KB} kB\n`,
    );
  }
  process.stdout.write(`${fonts > FONTS_KB ? 'OVER' : 'ok'}   fonts ${fonts.toFixed(1)} of ${FONTS_KB} kB\n`);
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address();
      probe.close(() => resolve(free));
    });
  });
}
