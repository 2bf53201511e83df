import fs from 'node:fs';
import path from 'node:path';
import { say } from './processes.mjs';

/** Programs that only tests need. The hub itself runs without them. */
const TOOLS = [
  {
    names: ['chromium', 'chromium-browser', 'google-chrome'],
    package: 'chromium fonts-noto-cjk',
    tests: 'browser',
  },
  { names: ['redis-server'], package: 'redis-server', tests: 'queue on Redis' },
  { names: ['git'], package: 'git', tests: 'repositories' },
];

/** Tells loudly which tests will be skipped. @returns the tools that are missing */
export function missingTools() {
  const missing = TOOLS.filter(({ names }) => !names.some(isInstalled));
  if (missing.length > 0) {
    say('\n==================== TESTS ARE SKIPPED ====================');
    for (const { names, tests } of missing)
      say(`  ${names[0]} is missing: the tests of ${tests} do not run.`);
    say(`  Install on Debian: sudo apt-get install ${missing.map((tool) => tool.package).join(' ')}`);
    say('===========================================================\n');
  }
  return missing.map(({ names }) => names[0]);
}

function isInstalled(name) {
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .some((folder) => fs.existsSync(path.join(folder, name)));
}
