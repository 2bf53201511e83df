import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { DomainError, ERROR_CODES } from '@memory-hub/contracts';
import { Command, Option } from 'commander';
import { HubClient, hubSettings } from '../hub/hub-client';
import { FORMATS, importFile, type ImportFormat } from '../importing/import-files';
import { ImportReport, type RowReport } from '../importing/report';
import { sourceFiles } from '../importing/source-files';
import type { Console } from '../output/console';

interface ImportOptions {
  readonly format: ImportFormat;
  readonly agent?: string;
  readonly report?: string;
}

/** `memhub import`: conversations that were had elsewhere. */
export function importCommand(out: Console): Command {
  return new Command('import')
    .description(
      'Bring conversations in as turns of the agent of MEMHUB_API_KEY. Importing again adds only what is new.',
    )
    .argument('<path>', 'a .jsonl file, or a folder of them')
    .addOption(
      new Option(
        '--format <format>',
        'claude-code: its transcripts; turns: {sessionId, role, speaker, content, occurredAt, clientTurnId?, subject?} a line',
      )
        .choices(FORMATS)
        .makeOptionMandatory(),
    )
    .option('--agent <id>', 'the agent, to be sure; must be the one of the key')
    .option('--report <file>', 'write one JSON line per row: file, line, status, reason')
    .option('--json', 'print JSON')
    .action(async (given: string, options: ImportOptions) => importAll(out, given, options));
}

async function importAll(
  out: Console,
  given: string,
  { format, agent, report: reportFile }: ImportOptions,
): Promise<void> {
  const hub = new HubClient(hubSettings(out.around.env));
  hub.requireKey();
  const files = await sourceFiles(given);
  const rows = reportFile === undefined ? null : openReport(reportFile);
  const report = new ImportReport((row) => rows?.write(row));
  const to = { hub, agentId: agent ?? null, report, pause, note: (text: string) => out.note(text) };
  let stopped: DomainError | null = null;
  try {
    for (const [index, file] of files.entries()) {
      const progress = (line: number): void =>
        out.progress(
          `file ${index + 1} of ${files.length}, line ${line}: ${report.counts.imported} imported, ${report.counts.duplicate} known`,
        );
      await importFile(file, format, { ...to, progress }).catch((error: unknown) => {
        if (!isOfTheFile(error)) throw error;
        report.add({ file, line: 0, status: 'failed', reason: `the file cannot be read (${error.code})` });
      });
    }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    stopped = error;
  } finally {
    out.clearProgress();
    await rows?.close();
  }
  show(out, { report, files: files.length, stopped });
}

/** A file that cannot be read is no reason to leave the others out. */
function isOfTheFile(error: unknown): error is NodeJS.ErrnoException & { code: string } {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string';
}

function show(
  out: Console,
  { report, files, stopped }: { report: ImportReport; files: number; stopped: DomainError | null },
): void {
  const { rows, counts, reasons, faults } = report;
  const error =
    stopped === null ? null : { code: stopped.code, message: stopped.message, hint: stopped.hint ?? null };
  const why = [...reasons].sort(([, a], [, b]) => b - a).map(([reason, count]) => ({ reason, count }));
  out.result({ files, rows, ...counts, complete: stopped === null, reasons: why, faults, error }, [
    `${rows} rows of ${files} files: ${counts.imported} imported, ${counts.duplicate} known already, ${counts.skipped} skipped, ${counts.failed} failed`,
    ...why.map(({ reason, count }) => `  ${count} × ${reason}`),
  ]);
  for (const { file, line, reason } of faults) out.note(`${file}:${line}: ${reason ?? 'failed'}`);
  if (stopped !== null) {
    out.note(`The import stopped: ${stopped.message}`);
    if (stopped.hint !== undefined) out.note(stopped.hint);
    out.note('Run the same command again later: what is stored is recognised.');
    out.exitCode = ERROR_CODES[stopped.code].exit;
  } else if (counts.failed > 0) out.exitCode = ERROR_CODES.VALIDATION_FAILED.exit;
}

interface ReportFile {
  write(row: RowReport): void;
  close(): Promise<void>;
}

function openReport(file: string): ReportFile {
  const stream = createWriteStream(file);
  const done = finished(stream);
  done.catch(() => undefined); // told by `close`, which waits for it
  return {
    write: (row) => void stream.write(`${JSON.stringify(row)}\n`),
    close: async () => {
      stream.end();
      await done.catch((error: unknown) => {
        throw new DomainError('VALIDATION_FAILED', `The report could not be written to ${file}.`, {
          path: ['report'],
          hint: 'Choose a place that can be written.',
          cause: error,
        });
      });
    },
  };
}

async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}
