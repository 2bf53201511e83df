import path from 'node:path';
import { build } from './build.mjs';
import { install } from './install.mjs';
import { ROOT, runToEnd, wasStopped } from './processes.mjs';

/** Installs, builds and runs the hub until it ends; its exit code is ours. */
export async function run(args) {
  for (const prepare of [install, build]) {
    const code = await prepare();
    if (code !== 0 || wasStopped()) return code;
  }
  return runToEnd(process.execPath, [path.join(ROOT, 'apps', 'api', 'dist', 'main.js'), ...args], {
    env: { ...process.env, NODE_ENV: 'production' },
    // the channel closes when this process is killed, and the hub then stops by itself
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // in a group of its own, so that Ctrl-C comes to it once, from here
    detached: process.platform !== 'win32',
  });
}
