import { createServer, type IncomingMessage, type Server } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { freePort, until } from '@memory-hub/testing';
import { servePages } from './web-proxy';
import { startWeb, type WebProcess } from './web-process';

class Empty {}

async function proxyTo(url: string | null): Promise<{ app: NestFastifyApplication; url: string }> {
  const app = await NestFactory.create<NestFastifyApplication>(Empty, new FastifyAdapter(), {
    logger: false,
  });
  await servePages(app, { url, withheldCookies: (name) => name === 'session' });
  const port = await freePort();
  await app.listen(port, '127.0.0.1');
  return { app, url: `http://127.0.0.1:${port}` };
}

describe('pages from another process', () => {
  let upstream: Server;
  let front: { app: NestFastifyApplication; url: string };
  let last: IncomingMessage | null = null;
  let release: () => void = () => undefined;
  beforeAll(async () => {
    upstream = createServer((request, response) => {
      last = request;
      if (request.url === '/slow') {
        response.write('first;');
        release = () => response.end('second');
        return;
      }
      response.setHeader('content-security-policy', "default-src 'none'");
      response.statusCode = request.url === '/gone' ? 404 : 200;
      response.end(`${request.method ?? ''} ${request.url ?? ''}`);
    });
    const port = await freePort();
    await new Promise<void>((listening) => upstream.listen(port, '127.0.0.1', listening));
    front = await proxyTo(`http://127.0.0.1:${port}`);
  });
  afterAll(async () => {
    await front.app.close();
    upstream.closeAllConnections();
    await new Promise((closed) => upstream.close(closed));
  });

  it('come as they are, with their own headers', async () => {
    const answer = await fetch(`${front.url}/search?q=%E4%B8%AD&x=1`);
    expect(await answer.text()).toBe('GET /search?q=%E4%B8%AD&x=1');
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'");
    expect((await fetch(`${front.url}/gone`)).status).toBe(404);
    expect(last?.headers['x-forwarded-host']).toBe(new URL(front.url).host);
  });

  it('get no session, only what pages have a use for', async () => {
    await fetch(`${front.url}/`, { headers: { cookie: 'session=secret; locale=zh-CN; theme=dark' } });
    expect(last?.headers.cookie).toBe('locale=zh-CN; theme=dark');
  });

  it('are not gathered before they are handed on', async () => {
    const answer = await fetch(`${front.url}/slow`);
    const reader = answer.body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first;');
    release();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('second');
  });

  it('are said to be starting while the process is away', async () => {
    const away = await proxyTo(`http://127.0.0.1:${await freePort()}`);
    const answer = await fetch(`${away.url}/`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    await away.app.close();
  });

  it('are said to be missing when they are not built', async () => {
    const bare = await proxyTo(null);
    const answer = await fetch(`${bare.url}/search`);
    expect([answer.status, await answer.text()]).toEqual([
      404,
      expect.stringContaining('apps/web') as string,
    ]);
    await bare.app.close();
  });
});

describe('the process of the pages', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'web-'));
  const server = path.join(folder, 'server.js');
  const lines: string[] = [];
  const log = {
    info: (_facts: object, line: string) => void lines.push(line),
    warn: (_facts: object, line: string) => void lines.push(line),
  };
  let web: WebProcess;
  beforeAll(async () => {
    writeFileSync(
      server,
      `require('node:http').createServer((q, s) => { if (q.url === '/end') process.exit(1); s.end(String(process.pid)); })
        .listen(Number(process.env.PORT), process.env.HOSTNAME, () => console.log('listening', Object.keys(process.env).includes('MEMHUB_SECRET_KEY')));`,
    );
    web = await startWeb(server, log);
    expect(await web.up(20_000)).toBe(true);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const pid = async (): Promise<number> => Number(await (await fetch(web.url)).text());

  it('hears nothing of the settings, and its words are in the log', async () => {
    await until(async () => lines.length > 0, { what: 'a line of the process' });
    expect(lines).toEqual(['listening false']);
  });

  it('is in a group of its own, so that Ctrl-C reaches the hub alone', async () => {
    expect(await pid()).not.toBe(process.pid);
  });

  it('is started again when it ends', async () => {
    const before = await pid();
    await fetch(`${web.url}/end`).catch(() => undefined);
    const after = await until(async () => pid().catch(() => null), { what: 'the pages after a crash' });
    expect(after).not.toBe(before);
  });

  it('ends with the hub', async () => {
    const last = await pid();
    await web.stop();
    expect(await web.isUp()).toBe(false);
    expect(() => process.kill(last, 0)).toThrow();
  });
});
