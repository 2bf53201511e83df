/**
 * Measures the built hub on an embedded database: `npm run -s bench -- --json`. One process of the hub, one of this
 * program, the same machine. `--cards 1000,10000` sets the sizes.
 */
import { createRequire } from 'node:module';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { readFileSync, readdirSync } from 'node:fs';

const require = createRequire(import.meta.url);
const { GraphqlClient, McpTestClient, startHubProcess, until } = require('@memory-hub/testing');

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    cards: { type: 'string', default: '1000,10000' },
    appends: { type: 'string', default: '300' },
  },
});
const SIZES = values.cards.split(',').map(Number);
const note = (text) => process.stderr.write(`${text}\n`);

/** Value below which a share of the samples lies. */
function percentile(samples, share) {
  const sorted = [...samples].sort((a, b) => a - b);
  return (
    Math.round((sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0) * 100) / 100
  );
}

const spread = (samples) => ({
  p50: percentile(samples, 0.5),
  p95: percentile(samples, 0.95),
  n: samples.length,
});

async function timed(work) {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Resident megabytes of a process, from the kernel. */
function residentMegabytes(pid) {
  const line = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Math.round(Number(line?.[1] ?? 0) / 1024);
}

function postgresMegabytes(folder) {
  let sum = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0';
      const isServer =
        command.includes(folder) ||
        (parent !== '0' && readFileSync(`/proc/${parent}/cmdline`, 'utf8').includes(folder));
      const proportional = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
      if (isServer && command.includes('postgres')) sum += Number(proportional ?? 0) / 1024;
    } catch {
      continue; // it ended meanwhile
    }
  }
  return Math.round(sum);
}

const CAPTURE =
  'mutation($input: CaptureTurnsInput!) { captureTurns(input: $input) { report { status } userErrors { code message } } }';
const ADD =
  'mutation($input: AddMemoryInput!) { addMemory(input: $input) { cardId userErrors { code message } } }';
const SEARCH =
  'query($input: SearchInput!) { search(input: $input, first: 10) { total mode edges { node { id } } } }';

async function setUp(hub) {
  const admin = new GraphqlClient(hub.url);
  await admin.must(
    'mutation($input: ClaimSetupInput!) { claimSetup(input: $input) { userErrors { code message } } }',
    {
      input: {
        token: hub.setupToken,
        organisationName: 'Bench',
        teamName: 'Bench',
        name: 'Bench',
        email: 'bench@example.org',
        password: 'a long bench password',
        locale: 'en',
        timeZone: 'UTC',
        reviewAlone: true,
      },
    },
  );
  await admin.refreshCsrf();
  const { viewer } = await admin.must('{ viewer { spaces { space { id kind } } } }');
  const spaceId = viewer.spaces.find(({ space }) => space.kind === 'TEAM').space.id;
  const { createAgent } = await admin.must(
    'mutation($input: CreateAgentInput!) { createAgent(input: $input) { agent { id } key userErrors { code message } } }',
    { input: { spaceId, name: 'bench', clientType: 'generic' } },
  );
  return { key: createAgent.key, agentId: createAgent.agent.id };
}

const SUBJECTS = [
  'the billing service',
  'Clara',
  '发布流程',
  'the Lantern project',
  '小王',
  'our Berlin office',
  'the mobile app',
  '数据库备份',
];
const VERBS = [
  'prefers',
  'must never use',
  'moved to',
  '决定使用',
  'is responsible for',
  '每周三检查',
  'was replaced by',
  'depends on',
];
const OBJECTS = [
  'green tea',
  'PostgreSQL 18',
  '夜间构建',
  'the old router',
  'a smoke test',
  '杭州机房',
  'the quarterly report',
  '双因素登录',
];

/** A made-up fact; the number keeps each one its own. */
const fact = (number) =>
  `${SUBJECTS[number % 8]} ${VERBS[Math.floor(number / 8) % 8]} ${OBJECTS[Math.floor(number / 64) % 8]}, note ${number * 7919}.`;
const question = (number) => `${SUBJECTS[(number * 3) % 8]} ${OBJECTS[(number * 5) % 8]}`;

async function appends(hub, key) {
  const agent = new GraphqlClient(hub.url, key);
  const one = [];
  const append = (session, turn) =>
    agent.must(CAPTURE, {
      input: {
        sessionId: session,
        turns: [
          {
            role: 'USER',
            speaker: 'Kim',
            content: `Turn ${turn}: ${fact(turn)}`,
            clientTurnId: String(turn),
          },
        ],
      },
    });
  for (let turn = 0; turn < Number(values.appends); turn += 1)
    one.push(await timed(() => append('one', turn)));
  const clients = 16;
  const each = 60;
  const began = performance.now();
  await Promise.all(Array.from({ length: clients }, async (_, client) => { for (let turn = 0; turn < each; turn += 1) await append(`many-${client}`, turn); })); // prettier-ignore
  return {
    oneClientMs: spread(one),
    turnsPerSecond16: Math.round((clients * each * 1000) / (performance.now() - began)),
  };
}

/** Time from the answer of an add until a search finds it. */
async function addToFound(hub, key, mode) {
  const agent = new GraphqlClient(hub.url, key);
  const waits = [];
  for (let round = 0; round < 20; round += 1) {
    const word = `zephyr${mode.toLowerCase()}${round}`;
    const content =
      mode === 'KEYWORD'
        ? `The codeword is ${word}.`
        : `The ${round}th lighthouse keeper repairs foghorns on Sundays.`;
    const { addMemory } = await agent.must(ADD, { input: { content } });
    const began = performance.now();
    await until(
      async () =>
        (
          await agent.must(SEARCH, {
            input: { text: mode === 'KEYWORD' ? word : content, mode, kinds: ['CARD'] },
          })
        ).search.edges.some(({ node }) => node.id === addMemory.cardId),
      { what: `a card found by ${mode}`, everyMs: 5 },
    );
    waits.push(performance.now() - began);
  }
  return spread(waits);
}

async function fill(hub, key, from, to) {
  const agent = new GraphqlClient(hub.url, key);
  for (let next = from; next < to; next += 16)
    await Promise.all(
      Array.from({ length: Math.min(16, to - next) }, (_, place) =>
        agent.must(ADD, { input: { content: fact(next + place) } }),
      ),
    );
  await until(async () => { const { search } = await agent.must('query($input: SearchInput!) { search(input: $input, first: 1) { meaningCoverage { embedded total } } }', { input: { text: 'tea' } }); return search.meaningCoverage.embedded >= search.meaningCoverage.total; }, { what: 'all cards embedded', timeoutMs: 3_600_000, everyMs: 1_000 }); // prettier-ignore
}

async function searches(hub, key) {
  const agent = new GraphqlClient(hub.url, key);
  const ask = (number) => agent.must(SEARCH, { input: { text: question(number), kinds: ['CARD'] } });
  for (let warm = 0; warm < 20; warm += 1) await ask(warm);
  const samples = [];
  for (let number = 0; number < 200; number += 1) samples.push(await timed(() => ask(number)));
  return spread(samples);
}

/** The first question after a start waits for whatever is not loaded yet. */
async function firstSearch(hub, key) {
  const agent = new GraphqlClient(hub.url, key);
  let mode;
  const took = await timed(async () => {
    mode = (await agent.must(SEARCH, { input: { text: question(3), kinds: ['CARD'] } })).search.mode;
  });
  return { took: Math.round(took), mode };
}

async function recalls(hub, key) {
  const mcp = await McpTestClient.connect(hub.url, key);
  const samples = [];
  for (let number = 0; number < 60; number += 1)
    samples.push(await timed(() => mcp.must('memory_recall', { text: question(number) })));
  await mcp.close();
  return spread(samples);
}

const result = {
  machine: {
    cpus: cpus().length,
    model: cpus()[0]?.model,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  },
};
let hub = await startHubProcess();
try {
  result.coldStartMs = Math.round(hub.startedIn);
  const { key } = await setUp(hub);
  note('appending …');
  result.append = await appends(hub, key);
  note('add to found …');
  result.addToFoundMs = {
    keyword: await addToFound(hub, key, 'KEYWORD'),
    meaning: await addToFound(hub, key, 'MEANING'),
  };
  result.cards = {};
  let filled = 0;
  for (const size of SIZES) {
    note(`filling to ${size} cards …`);
    const took = await timed(() => fill(hub, key, filled, size));
    result.cards[size] = {
      fillSeconds: Math.round(took / 1000),
      hybridSearchMs: await searches(hub, key),
      recallMs: await recalls(hub, key),
      nodeMegabytes: residentMegabytes(hub.pid),
      postgresMegabytes: postgresMegabytes(hub.dataDir),
    };
    filled = size;
  }
  await hub.kill();
  hub = await startHubProcess({ dataDir: hub.dataDir, port: hub.port });
  result.startAfterKillMs = Math.round(hub.startedIn);
  await hub.stop();
  hub = await startHubProcess({ dataDir: hub.dataDir, port: hub.port });
  result.warmStartMs = Math.round(hub.startedIn);
  result.firstSearchMs = await firstSearch(hub, key);
} finally {
  await hub.stop();
}
process.stdout.write(`${JSON.stringify(result, null, values.json ? 0 : 2)}\n`);
