import { finding, type Finding, type Severity } from '../finding';
import { COMMAND_RULES, SENDS, type CommandRule } from './command-rules';
import { excerptAt } from './excerpt';
import { andMore, placesOf } from './matches';
import type { Range, Source } from './source';

/** Finds commands that destroy, open, hide or send, and weighs them by whether they would be run. */
export function checkCommands(source: Source): Finding[] {
  const text = commandText(source.text);
  const plain = COMMAND_RULES.flatMap((rule) => findingsOf(rule, source, text));
  return [...plain, ...disguised(source, text), ...sentCredentials(source, text)];
}

function findingsOf(rule: CommandRule, source: Source, text: string): Finding[] {
  const { shown, total } = placesOf(
    rule.pattern,
    text,
    (start, end) => judged(rule, text, { start, end }) === null,
  );
  const findings = shown.map((place) =>
    at(source, place, { ...rule, severity: judged(rule, text, place) ?? rule.severity }),
  );
  return [...findings, ...andMore(source, rule.rule, total - shown.length)];
}

function judged({ judge, severity }: CommandRule, text: string, { start, end }: Range): Severity | null {
  return judge === undefined
    ? severity
    : judge(text.slice(start, end), text.slice(Math.max(0, start - 100), start));
}

function at(
  source: Source,
  place: Range,
  { rule, severity, message }: Pick<CommandRule, 'rule' | 'severity' | 'message'>,
): Finding {
  const context = source.contextAt(place.start);
  const runs = context === 'executable' || context === 'hidden';
  return finding({
    rule,
    severity: runs ? severity : lower(severity),
    path: source.path,
    line: source.lines.lineAt(place.start),
    message: runs ? message : `${message} It stands where it is not run.`,
    excerpt: excerptAt(source, place),
  });
}

function lower(severity: Severity): Severity {
  return severity === 'error' ? 'warn' : 'info';
}

/** One command a line, at the same offsets: continued lines joined, `$IFS` as the space that it stands for. */
function commandText(text: string): string {
  return text.replace(/[\\`^]\r?\n|\$\{IFS\}|\$IFS\b/g, (part) => ' '.repeat(part.length));
}

const DISGUISE = /\w(?:''|""|\\|\$@|`)\w|["']\w{1,6}["']\w/;
const READ_LINES = 2_000;
const READ_CHARACTERS = 2_000;

/** Quotes and backslashes inside a word change nothing for a shell, and much for a reader: `c''url`, `r\m`. */
function disguised(source: Source, text: string): Finding[] {
  const lines = text.split('\n').slice(0, READ_LINES);
  let offset = 0;
  return lines.flatMap((line) => {
    const start = offset;
    offset += line.length + 1;
    if (line.length > READ_CHARACTERS || !DISGUISE.test(line)) return [];
    const bare = line.replace(/''|""|\\(?=\w)|\$@|["'](?=\w{1,6}["']\w)|(?<=\w)["'](?=\w)/g, '');
    const rule = COMMAND_RULES.find((one) => isCertain(one, bare) && !isCertain(one, line));
    if (rule === undefined) return [];
    const message = `${rule.message} The command is written with marks that hide it.`;
    return [at(source, { start, end: start + line.length }, { ...rule, message })];
  });
}

function isCertain(rule: CommandRule, line: string): boolean {
  if (rule.severity !== 'error') return false;
  return (
    placesOf(rule.pattern, line, (start, end) => judged(rule, line, { start, end }) !== 'error').total > 0
  );
}

/** What is read and what is sent stand together, so that one can be meant for the other. */
const TOGETHER = 400;

function sentCredentials(source: Source, text: string): Finding[] {
  const readers = COMMAND_RULES.filter(({ rule }) => rule === 'credentials-read');
  const places = readers.flatMap(
    (rule) => placesOf(rule.pattern, text, (start, end) => judged(rule, text, { start, end }) === null).shown,
  );
  const sent = places.find(({ start, end }) =>
    SENDS.test(text.slice(Math.max(0, start - TOGETHER), end + TOGETHER)),
  );
  if (sent === undefined) return [];
  const message = 'Reads where credentials are kept, and sends data to somewhere else beside it.';
  return [at(source, sent, { rule: 'credentials-sent', severity: 'error', message })];
}
