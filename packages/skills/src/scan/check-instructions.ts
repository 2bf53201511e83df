import { cutAtGrapheme } from '@memory-hub/contracts';
import { finding, type Finding, type Severity } from '../finding';
import { excerptAt } from './excerpt';
import { INSTRUCTION_RULES, type InstructionRule } from './instruction-rules';
import { findInvisible } from './invisible';
import { andMore, placesOf } from './matches';
import type { Context, Range, Source } from './source';
import { plainWords } from './words';

const LEVELS = ['info', 'warn', 'error'] as const satisfies readonly Severity[];

/** Finds words that work against the agent's rules, its user or its data, and weighs them by where they stand. */
export function checkInstructions(source: Source): Finding[] {
  return [...visibleWords(source), ...decodedWords(source)];
}

function visibleWords(source: Source): Finding[] {
  const words = plainWords(source.text);
  return INSTRUCTION_RULES.flatMap((rule) => {
    const { shown, total } = placesOf(rule.pattern, words.text, (start) => isTurned(rule, words.text, start));
    const findings = shown.map(({ start, end }) =>
      found(source, rule, { start: words.originOf(start), end: words.originOf(end - 1) + 1 }),
    );
    return [...findings, ...andMore(source, rule.rule, total - shown.length)];
  });
}

function isTurned({ unlessAfter }: InstructionRule, text: string, start: number): boolean {
  return unlessAfter?.test(text.slice(Math.max(0, start - 100), start)) ?? false;
}

function found(source: Source, { rule, severity, message }: InstructionRule, place: Range): Finding {
  const context = contextOf(source, rule, place);
  return finding({
    rule,
    severity: weigh(severity, context),
    path: source.path,
    line: source.lines.lineAt(place.start),
    message: `${message}${note(context)}`,
    excerpt: excerptAt(source, place),
  });
}

/** Words between quotes, and a model's marks in code that handles them, are spoken of and not said. */
function contextOf(source: Source, rule: string, { start }: Range): Context {
  const context = source.contextAt(start);
  if (context === 'hidden') return context;
  const isNamed = /["'“‘「『《/|(]/.test(source.text.charAt(start - 1));
  return isNamed || (rule === 'role-marker' && context === 'executable') ? 'quoted' : context;
}

/** What invisible characters spell is never innocent. */
function decodedWords(source: Source): Finding[] {
  return findInvisible(source.text).flatMap(({ start, end, decoded }) => {
    const said = decoded === null ? '' : plainWords(decoded).text;
    return INSTRUCTION_RULES.filter(({ pattern }) => said.search(pattern) >= 0).map(({ rule, message }) =>
      finding({
        rule,
        severity: 'error',
        path: source.path,
        line: source.lines.lineAt(start),
        message: `${message} The words are written in invisible characters: “${cutAtGrapheme(said, 300)}”.`,
        excerpt: excerptAt(source, { start, end: Math.min(end, start + 12) }),
      }),
    );
  });
}

function weigh(severity: Severity, context: Context): Severity {
  const shift = context === 'quoted' ? -1 : context === 'hidden' ? 1 : 0;
  return LEVELS[Math.min(2, Math.max(0, LEVELS.indexOf(severity) + shift))] ?? severity;
}

function note(context: Context): string {
  if (context === 'hidden') return ' It stands in a comment that the rendered page does not show.';
  return context === 'quoted' ? ' It stands in an example.' : '';
}
