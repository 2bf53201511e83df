import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const LAUNCH = path.resolve(__dirname, '../launch.mjs');
const PROCESSES = pathToFileURL(path.resolve(__dirname, '../launch/processes.mjs')).href;

const launch = (...args: string[]) => spawnSync(process.execPath, [LAUNCH, ...args], { encoding: 'utf8' });

/** A launcher whose child tells each signal it gets and ends at the one it is told to end at. */
function launcherScript(endAt: string): string {
  const child = `process.on('SIGINT', told); process.on('SIGTERM', told); setInterval(() => {}, 1000);
    function told(signal) { console.log(signal); if (signal === '${endAt}') process.exit(7); }
    console.log('ready')`;
  return `import { runToEnd } from '${PROCESSES}';
    const options = { stdio: ['ignore', 'inherit', 'inherit'], detached: true };
    process.exitCode = await runToEnd(process.execPath, ['-e', ${JSON.stringify(child)}], options)`;
}

function startLauncher(endAt: string) {
  return spawn(process.execPath, ['--input-type=module', '-e', launcherScript(endAt)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function untilTold(launcher: ReturnType<typeof startLauncher>, text: string): Promise<string> {
  let output = '';
  for await (const bytes of launcher.stdout) {
    output += String(bytes);
    if (output.includes(text)) break;
  }
  return output;
}

describe('the launcher', () => {
  it.each([[[]], [['stat']], [['test', '--only=unknown']]])('refuses %j with what it knows', (args) => {
    const { status, stdout, stderr } = launch(...args);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/Unknown (command|step)/);
    expect(stderr).toMatch(/start, test, bench|lint, types/);
  });

  it('passes a signal on, and ends with the exit code of its child', async () => {
    const launcher = startLauncher('SIGTERM');
    await untilTold(launcher, 'ready');
    launcher.kill('SIGTERM');
    expect(await once(launcher, 'exit')).toEqual([7, null]);
  });

  it('counts a signal once that the terminal and npm both send', async () => {
    const launcher = startLauncher('SIGTERM');
    const told = new Promise<string>((resolve) => {
      let output = '';
      launcher.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()));
      launcher.stdout.once('end', () => resolve(output));
    });
    await once(launcher.stdout, 'data');
    launcher.kill('SIGINT');
    launcher.kill('SIGINT');
    await once(launcher.stdout, 'data');
    launcher.kill('SIGTERM');
    expect((await told).trim().split('\n')).toEqual(['ready', 'SIGINT', 'SIGTERM']);
  });

  it('stops its child when npm was killed and only the shell between them heard of it', async () => {
    const shell = spawn(
      '/bin/sh',
      ['-c', '"$0" --input-type=module -e "$1"; exit', process.execPath, launcherScript('SIGTERM')],
      {
        env: { ...process.env, npm_lifecycle_event: 'start' },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    let output = '';
    shell.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()));
    await once(shell.stdout, 'data');
    shell.kill('SIGKILL');
    await once(shell.stdout, 'end'); // all who could write to it are gone
    expect(output.trim().split('\n')).toEqual(['ready', 'SIGTERM']);
  });
});
