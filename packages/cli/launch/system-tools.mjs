import fs from 'node:fs';
import path from 'node:path';
import { say } from './processes.mjs';

/** Programs that only tests need, and the test files that need them. The hub itself runs without them. */
const TOOLS = [
  {
    names: ['chromium', 'chromium-browser', 'google-chrome'],
    package: 'chromium fonts-noto-cjk',
    tests: '/test/browser/',
  },
  { names: ['redis-server'], package: 'redis-server', tests: '\\.redis\\.(int\\.)?spec\\.ts$' },
  { names: ['git'], package: 'git', tests: '\\.git\\.(int\\.)?spec\\.ts$' },
];

/**
 * Tells loudly which tests will be skipped.
 * @returns patterns of the test files that cannot run
 */
export function testsWithoutTools() {
  const missing = TOOLS.filter(({ names }) => !names.some(isInstalled));
  if (missing.length > 0) {
    say('\n==================== TESTS ARE SKIPPED ====================');
    for (const { names, tests } of missing)
      say(`  ${names[0]} is missing: test files like ${tests} do not run.`);
    say(`  Install on Debian: sudo apt-get install ${missing.map((tool) => tool.package).join(' ')}`);
    say('===========================================================\n');
  }
  return missing.map(({ tests }) => tests);
}

function isInstalled(name) {
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .some((folder) => fs.existsSync(path.join(folder, name)));
}
