import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from './build.mjs';
import { install } from './install.mjs';
import { ROOT, runToEnd, say, wasStopped } from './processes.mjs';
import { testsWithoutTools } from './system-tools.mjs';

/** Checks of the sources, by the name under which `--only` knows them. */
const CHECKS = {
  lint: 'lint',
  types: 'check:types',
  imports: 'check:imports',
  dead: 'check:dead',
  format: 'check:format',
};
/**
 * Projects of jest. Whole systems run one after another: each takes the machine for itself; and what a failed test
 * left running does not keep the run from ending.
 */
const PROJECTS = { unit: [], int: [], e2e: ['--runInBand', '--forceExit'] };

const USAGE = `Usage: npm test -- [--only=<steps>] [arguments of jest]
  steps, separated by commas: ${[...Object.keys(CHECKS), ...Object.keys(PROJECTS)].join(', ')}; checks and jest stand for all of a kind`;

/** Runs the checks and the tests; all of them, even after one failed. The last line is the sum. */
export async function run(args) {
  const chosen = chooseSteps(args);
  if (chosen === undefined) return 2;
  const result = { passed: 0, failed: 0, failedSteps: [] };
  const prepared = (await install()) || (await build());
  if (prepared === 0) await runSteps(chosen, result);
  else fail(result, 'install and build');
  if (wasStopped()) fail(result, 'stopped before the end');
  if (result.failedSteps.length > 0) say(`\nFailed: ${result.failedSteps.join(', ')}`);
  process.stdout.write(`${result.passed} passed, ${result.failed} failed\n`);
  return result.failed === 0 ? 0 : 1;
}

function chooseSteps(args) {
  const only = args
    .find((arg) => arg.startsWith('--only='))
    ?.slice('--only='.length)
    .split(',');
  const jestArguments = args.filter((arg) => !arg.startsWith('--only='));
  const all = { checks: Object.keys(CHECKS), jest: Object.keys(PROJECTS) };
  const names = (only ?? ['checks', 'jest']).flatMap((name) =>
    Object.hasOwn(all, name) ? all[name] : [name],
  );
  const unknown = names.find((name) => !Object.hasOwn(CHECKS, name) && !Object.hasOwn(PROJECTS, name));
  if (unknown !== undefined) {
    say(`Unknown step "${unknown}".\n${USAGE}`);
    return undefined;
  }
  return {
    checks: names.filter((name) => Object.hasOwn(CHECKS, name)),
    projects: names.filter((name) => Object.hasOwn(PROJECTS, name)),
    jestArguments,
  };
}

async function runSteps({ checks, projects, jestArguments }, result) {
  const impossible = testsWithoutTools();
  if (impossible.length > 0 && process.env.CI === 'true') fail(result, 'tools of the system');
  for (const name of checks) await runCheck(name, result);
  // this option takes all arguments that follow it, so it comes last
  const ignoring =
    impossible.length === 0 ? [] : ['--testPathIgnorePatterns', '/node_modules/', ...impossible];
  for (const name of projects) await runProject(name, [...jestArguments, ...ignoring], result);
}

function fail(result, step, count = 1) {
  result.failed += count;
  result.failedSteps.push(step);
}

async function runCheck(name, result) {
  if (wasStopped()) return;
  say(`\n── ${name}`);
  const began = performance.now();
  const code = await runToEnd('npm', ['run', '--silent', CHECKS[name]]);
  say(`── ${name}: ${code === 0 ? 'ok' : 'FAILED'} (${seconds(began)} s)`);
  if (code !== 0) fail(result, name);
}

async function runProject(name, jestArguments, result) {
  if (wasStopped()) return;
  say(`\n── tests: ${name}`);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'memory-hub-jest-'));
  const report = path.join(folder, 'report.json');
  const jest = path.join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
  const options = [
    '--json',
    `--outputFile=${report}`,
    '--passWithNoTests',
    ...PROJECTS[name],
    ...jestArguments,
  ];
  const began = performance.now();
  const code = await runToEnd(process.execPath, [jest, '--selectProjects', name, ...options], {
    stdio: ['ignore', 'ignore', 2], // jest repeats the report on its standard output
  });
  count(name, { code, report }, result);
  fs.rmSync(folder, { recursive: true, force: true });
  say(`── tests: ${name}: ${code === 0 ? 'ok' : 'FAILED'} (${seconds(began)} s)`);
}

/** A file that does not even load counts as one failure, and so does a run without a report. */
function count(name, { code, report }, result) {
  const told = fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, 'utf8')) : {};
  const failed = (told.numFailedTests ?? 0) + (told.numRuntimeErrorTestSuites ?? 0);
  result.passed += told.numPassedTests ?? 0;
  if (told.numPendingTests > 0) say(`── tests: ${name}: ${told.numPendingTests} SKIPPED`);
  if (code !== 0) fail(result, name, Math.max(1, failed));
}

function seconds(since) {
  return ((performance.now() - since) / 1000).toFixed(1);
}
