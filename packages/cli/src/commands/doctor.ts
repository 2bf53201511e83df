import { ERROR_CODES } from '@memory-hub/contracts';
import { Command } from 'commander';
import {
  checkConfiguration,
  checkHub,
  checkInstallation,
  checkKey,
  checkNode,
  checkPort,
  type Finding,
} from '../hub/checkup';
import { hubSettings } from '../hub/hub-client';
import type { Console } from '../output/console';

const MARKS = { ok: 'ok  ', warn: 'note', fail: 'FAIL', off: 'off ' } as const;

/** `memhub doctor`: what is in use, what is missing, and what to do about it. */
export function doctorCommand(out: Console): Command {
  return new Command('doctor')
    .description(
      'Check Node, the installation, the configuration, the port, the running hub with its parts, and the key.',
    )
    .option('--json', 'print JSON')
    .action(async () => {
      const findings = await checkup(out);
      const worst = findings.find(({ state }) => state === 'fail');
      const lines = findings.flatMap(({ name, state, detail, fix }) => [
        `${MARKS[state]}  ${name}: ${detail}`,
        ...(fix === null ? [] : [`      ${fix}`]),
      ]);
      out.result({ healthy: worst === undefined, findings }, lines);
      if (worst !== undefined)
        out.exitCode = ERROR_CODES[worst.isConfiguration ? 'CONFIG_INVALID' : 'UNAVAILABLE'].exit;
    });
}

async function checkup({ around: { env } }: Console): Promise<Finding[]> {
  const settings = hubSettings(env);
  const hub = await checkHub(settings.url);
  const isRunning = hub.some(({ name, state }) => name === 'hub' && state === 'ok');
  const key = isRunning ? await checkKey(settings) : [];
  const port = isRunning ? [] : await checkPort(settings.url);
  return [
    checkNode(process.versions.node),
    checkInstallation(),
    await checkConfiguration(env),
    ...port,
    ...hub,
    ...key,
  ];
}
