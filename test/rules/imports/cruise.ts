import { join } from 'node:path';
import { ROOT, runToolForJson } from '../run-tool';

export interface Violation {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
}

export interface CruisedModule {
  readonly source: string;
  readonly imports: readonly string[];
}

export interface Cruise {
  readonly violations: readonly Violation[];
  readonly modules: readonly CruisedModule[];
}

interface CruiserReport {
  summary: { violations: { from: string; to: string; rule: { name: string } }[] };
  modules: { source: string; dependencies: { resolved: string }[] }[];
}

/** Names of all rules of the workspace's configuration. */
export function ruleNames(): string[] {
  const { forbidden } = jest.requireActual<{ forbidden: { name: string }[] }>(
    join(ROOT, '.dependency-cruiser.cjs'),
  );
  return forbidden.map(({ name }) => name);
}

/** Applies the workspace's import rules to the tree at `cwd`. */
export async function cruise(cwd: string): Promise<Cruise> {
  const report = (await runToolForJson({
    script: 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
    args: [
      'apps',
      'packages',
      'test',
      '--config',
      join(ROOT, '.dependency-cruiser.cjs'),
      '--output-type',
      'json',
    ],
    cwd,
  })) as CruiserReport;
  return {
    violations: report.summary.violations.map(({ from, to, rule }) => ({ rule: rule.name, from, to })),
    modules: report.modules.map(({ source, dependencies }) => ({
      source,
      imports: dependencies.map(({ resolved }) => resolved),
    })),
  };
}
