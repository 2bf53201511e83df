import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Root of the repository. */
export const ROOT = join(__dirname, '../..');

export interface ToolRun {
  /** Script below the repository's root. */
  readonly script: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

/**
 * Runs a development tool and parses the JSON it prints.
 * Findings end most tools with a code above 0, so only output that is not JSON is an error.
 */
export async function runToolForJson({ script, args, cwd }: ToolRun): Promise<unknown> {
  const { stdout, stderr } = await run(process.execPath, [join(ROOT, script), ...args], cwd);
  try {
    return JSON.parse(stdout);
  } catch (cause) {
    throw new Error(`${script} printed no JSON: ${stderr.slice(0, 2_000) || stdout.slice(0, 2_000)}`, {
      cause,
    });
  }
}

function run(
  command: string,
  args: readonly string[],
  cwd: string,
): Promise<{ stdout: string; stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
    child.on('error', reject);
    child.on('close', () => resolve(output));
  });
}
