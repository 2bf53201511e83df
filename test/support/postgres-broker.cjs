/**
 * One PostgreSQL per jest run, started when the first test asks for a database. Tests reach it through an address in
 * the environment, which jest hands to its workers; the answer is the server and a migrated database to copy.
 */
const { randomBytes } = require('node:crypto');
const fs = require('node:fs');
const http = require('node:http');
const os = require('node:os');
const path = require('node:path');
const { Client } = require('pg');

const OUTSIDE_SERVER = process.env.MEMHUB_TEST_DATABASE_URL;

async function openBroker() {
  let prepared;
  const token = randomBytes(16).toString('hex');
  const server = http.createServer((request, response) => {
    if (request.url !== `/${token}`) return response.writeHead(404).end();
    prepared ??= prepare();
    prepared.then(
      ({ adminUrl, template }) => response.end(JSON.stringify({ adminUrl, template })),
      (error) => {
        prepared = undefined;
        response.writeHead(500).end(String(error.hint ? `${error.stack}\n${error.hint}` : error.stack));
      },
    );
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return {
    url: `http://127.0.0.1:${server.address().port}/${token}`,
    async close() {
      server.close();
      await (await prepared?.catch(() => undefined))?.stop();
    },
  };
}

async function prepare() {
  require('./register-typescript.cjs');
  const { prepareDatabase, quietLog } = require('../../packages/postgres/src/index.ts');
  const server = OUTSIDE_SERVER === undefined ? await startOwnServer() : useOutsideServer(OUTSIDE_SERVER);
  try {
    const template = `memhub_template_${randomBytes(6).toString('hex')}`;
    await query(server.adminUrl, `CREATE DATABASE ${template} TEMPLATE template0 ENCODING 'UTF8'`);
    server.drop.push(`DATABASE IF EXISTS ${template} WITH (FORCE)`);
    const ownerUrl = Object.assign(new URL(server.adminUrl), { pathname: `/${template}` }).toString();
    const { appUrl, systemUrl } = await prepareDatabase({
      ownerUrl,
      secret: randomBytes(32).toString('hex'),
      log: quietLog,
    });
    server.drop.push(...[appUrl, systemUrl].map((url) => `ROLE IF EXISTS ${new URL(url).username}`));
    return { ...server, template };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function startOwnServer() {
  const { quietLog, startEmbeddedPostgres } = require('../../packages/postgres/src/index.ts');
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'memory-hub-test-'));
  const server = await startEmbeddedPostgres({ dataDir, log: quietLog, disposable: true });
  return {
    adminUrl: server.ownerUrl,
    drop: [],
    async stop() {
      await server.stop();
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function useOutsideServer(adminUrl) {
  const drop = [];
  return {
    adminUrl,
    drop,
    async stop() {
      for (const thing of drop) await query(adminUrl, `DROP ${thing}`);
    },
  };
}

async function query(url, sql) {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

module.exports = { openBroker };
