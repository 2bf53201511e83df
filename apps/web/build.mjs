/**
 * Builds the pages into one folder that runs by itself: `.next/standalone/apps/web/server.js`.
 * Next leaves the static files out of it; they are copied in here. Telemetry stays off: a build makes no calls.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(fileURLToPath(import.meta.url));
const next = createRequire(import.meta.url).resolve('next/dist/bin/next');

const built = spawnSync(process.execPath, [next, 'build'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
});
if (built.status !== 0) process.exit(built.status ?? 1);

const standalone = path.join(root, '.next', 'standalone', 'apps', 'web');
rmSync(path.join(standalone, '.next', 'static'), { recursive: true, force: true });
cpSync(path.join(root, '.next', 'static'), path.join(standalone, '.next', 'static'), { recursive: true });
const publicFiles = path.join(root, 'public');
if (existsSync(publicFiles)) cpSync(publicFiles, path.join(standalone, 'public'), { recursive: true });
