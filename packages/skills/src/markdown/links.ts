import { cutAtGrapheme } from '@memory-hub/contracts';
import { finding, type Finding } from '../finding';
import { markdownLines, withoutCodeSpans, type MarkdownLine } from './markdown-lines';

const MAX_LINE = 4_000;
const MAX_TARGET = 1_000;

interface MarkdownLink {
  readonly target: string;
  readonly line: number;
}

/** Targets of links, images, reference definitions and HTML attributes, outside code. */
function linksIn(lines: readonly MarkdownLine[]): MarkdownLink[] {
  return lines.flatMap((line) => targetsIn(line).map((target) => ({ target, line: line.number })));
}

/** Lines without any of these hold no link, and most lines do. */
const MAY_LINK = /\]\(|\]:|\b(?:src|href)\b/i;

function targetsIn(line: MarkdownLine): string[] {
  if (!MAY_LINK.test(line.text)) return [];
  const text = withoutCodeSpans(cutAtGrapheme(line.text, MAX_LINE));
  const definition = /^[ \t>]{0,8}\[[^\]\n]{1,200}\]:[ \t]*(?:<([^>]{0,1000})>|(\S{1,1000}))/.exec(text);
  const attributes = [...text.matchAll(/\b(?:src|href)\s{0,3}=\s{0,3}["']([^"']{1,1000})["']/gi)].map(
    (match) => match[1] ?? '',
  );
  const inline = [...text.matchAll(/(?<!\\)\]\(/g)].map((match) => destination(text, match.index + 2));
  return [definition?.[1] ?? definition?.[2] ?? '', ...inline, ...attributes].filter(
    (target) => target !== '',
  );
}

/** The destination that starts here: up to its `>`, or to a space or the bracket that closes the link. */
function destination(text: string, from: number): string {
  const rest = text.slice(from, from + MAX_TARGET).trimStart();
  if (rest.startsWith('<')) return /^<([^<>]*)>/.exec(rest)?.[1] ?? '';
  let depth = 0;
  for (let at = 0; at < rest.length; at += 1) {
    const char = rest.charAt(at);
    if (char === '(') depth += 1;
    if (char === ')') depth -= 1;
    if (depth < 0 || /\s/.test(char)) return rest.slice(0, at);
  }
  return '';
}

/** Findings of one rule in one file; a mirrored manual can have hundreds of dead links. */
const SHOWN = 10;

/**
 * Checks the relative links of one Markdown file. `paths` are all files, as seen from the skill's folder. In other files
 * than SKILL.md a dead link is worth less: nobody follows it at once.
 */
export function checkLinks(
  file: { readonly path: string; readonly text: string },
  paths: readonly string[],
): Finding[] {
  const known = new KnownPaths(paths);
  const isMain = file.path === 'SKILL.md';
  const lines = markdownLines(file.text).filter(({ kind }) => kind !== 'code');
  const links = linksIn(lines).flatMap(({ target, line }) => {
    const found = linkFault(file.path, target, known);
    if (found === null) return [];
    const severity = isMain || found.rule === 'link-outside' ? 'warn' : 'info';
    return [finding({ ...found, severity, path: file.path, line })];
  });
  return [...firstOfEachRule(links), ...firstOfEachRule(mentions(file.path, lines, known))];
}

function firstOfEachRule(findings: readonly Finding[]): Finding[] {
  const rules = [...new Set(findings.map(({ rule }) => rule))];
  return rules.flatMap((rule) => {
    const same = findings.filter((one) => one.rule === rule);
    const rest = same.length - SHOWN;
    const more = finding({
      rule,
      severity: 'info',
      path: same[0]?.path ?? null,
      message: `${rest} more in this file.`,
    });
    return rest > 0 ? [...same.slice(0, SHOWN), more] : same;
  });
}

type Fault = Pick<Finding, 'rule' | 'message'>;

function linkFault(from: string, target: string, known: KnownPaths): Fault | null {
  if (/^(?:#|\/\/)/.test(target) || /^[a-z][a-z0-9+.-]+:/i.test(target) || /[{}$*]/.test(target)) return null;
  const path = unescaped(target.replace(/[?#].*$/s, ''));
  if (path === '') return null;
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) {
    return fault('link-absolute', target, 'is absolute. It works on no other machine.');
  }
  const resolved = resolve(from, path);
  if (resolved === null) return fault('link-outside', target, 'leads out of the folder of the skill.');
  return missingFault(target, resolved, known);
}

function missingFault(target: string, resolved: string, known: KnownPaths): Fault | null {
  if (known.has(resolved)) return null;
  const other = known.otherCase(resolved);
  const hint = other === null ? 'There is no such file.' : `The file is called "${other}".`;
  return fault('link-broken', target, `leads nowhere. ${hint}`);
}

function fault(rule: string, target: string, what: string): Fault {
  return { rule, message: `The link "${cutAtGrapheme(target, 200)}" ${what}` };
}

/** `%20` and the like; what is no valid escape is taken as it stands. */
function unescaped(path: string): string {
  const plain = path.replaceAll('\\', '/');
  try {
    return decodeURIComponent(plain);
  } catch (error) {
    if (error instanceof URIError) return plain;
    throw error;
  }
}

/** The path seen from the skill's folder, or null when it leaves it. */
function resolve(from: string, path: string): string | null {
  const names = from.split('/').slice(0, -1);
  for (const name of path.split('/')) {
    if (name === '..' && names.pop() === undefined) return null;
    if (name !== '..' && name !== '.' && name !== '') names.push(name);
  }
  return names.join('/');
}

/** `scripts/run.py` between backticks: a file that is talked about should be there, unless it is made later. */
function mentions(path: string, lines: readonly MarkdownLine[], known: KnownPaths): Finding[] {
  return lines.flatMap(({ text, number }) => {
    const named = cutAtGrapheme(text, MAX_LINE).matchAll(
      /`((?:scripts|references)\/[\w./-]{1,200}\.\w{1,8})`/g,
    );
    const missing = [...named].map((match) => match[1] ?? '').filter((file) => !known.has(file));
    return missing.map((file) => {
      const message = `"${file}" is mentioned, but there is no such file.`;
      return finding({ rule: 'file-missing', severity: 'info', path, line: number, message });
    });
  });
}

/** Files and their folders, found whatever way an accent is composed. */
class KnownPaths {
  private readonly exact = new Map<string, string>();
  private readonly folded = new Map<string, string>();

  constructor(paths: readonly string[]) {
    this.exact.set('', '');
    for (const path of paths) {
      const names = path.split('/');
      for (let length = 1; length <= names.length; length += 1) this.add(names.slice(0, length).join('/'));
    }
  }

  has(path: string): boolean {
    return this.exact.has(path.normalize('NFC'));
  }

  otherCase(path: string): string | null {
    return this.folded.get(path.normalize('NFC').toLowerCase()) ?? null;
  }

  private add(path: string): void {
    const key = path.normalize('NFC');
    this.exact.set(key, path);
    this.folded.set(key.toLowerCase(), path);
  }
}
