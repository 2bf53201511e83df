import { cutAtGrapheme, unshownCharacter } from '@memory-hub/contracts';
import { isMap, isScalar, isSeq } from 'yaml';
import { finding, type Finding } from '../finding';
import { splitTools } from './allowed-tools';
import { scalarText, textsOf, toJson, type Json, type YamlEntry } from './yaml';

/** The open Agent Skills format: limits in characters (code points). */
const NAME_CHARACTERS = 64;
const DESCRIPTION_CHARACTERS = 1_024;
const COMPATIBILITY_CHARACTERS = 500;
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const KNOWN = ['name', 'description', 'license', 'compatibility', 'allowed-tools', 'metadata'] as const;
type Known = (typeof KNOWN)[number];

/** What the front matter says. */
export interface SkillFields {
  readonly name: string;
  readonly description: string;
  readonly license: string | null;
  readonly compatibility: string | null;
  readonly allowedTools: readonly string[];
  /** Scalars as they were written; anything nested is kept as it is. */
  readonly metadata: Readonly<Record<string, Json>>;
  /** Keys that the format does not know, kept for the clients that do. */
  readonly unknown: Readonly<Record<string, Json>>;
}

export interface ReadFields {
  readonly fields: SkillFields;
  readonly findings: readonly Finding[];
}

/** Reads the keys of a skill's front matter. Fields with an error are empty; see the findings. */
export function readFields(entries: readonly YamlEntry[], path: string): ReadFields {
  const findings: Finding[] = [];
  const report: Report = (entry, severity, message) => {
    findings.push(finding({ rule: 'front-matter', severity, path, line: entry?.line ?? 1, message }));
  };
  for (const entry of entries) reportUnshown(entry, report);
  const of = (key: Known): YamlEntry | undefined => entries.find((entry) => entry.key === key);
  const fields: SkillFields = {
    name: readName(of('name'), report),
    description: readDescription(of('description'), report),
    license: readText(of('license'), report),
    compatibility: readCompatibility(of('compatibility'), report),
    allowedTools: readTools(of('allowed-tools'), report),
    metadata: readMetadata(of('metadata'), report),
    unknown: readUnknown(entries, report),
  };
  return { fields, findings };
}

type Report = (entry: YamlEntry | undefined, severity: Finding['severity'], message: string) => void;

/** What changes how a text is shown, or cannot be stored, has no place in what people choose a skill by. */
function reportUnshown(entry: YamlEntry, report: Report): void {
  const found = textsOf(entry)
    .map(unshownCharacter)
    .find((one) => one !== null);
  if (found === undefined) return;
  const name = unshownCharacter(entry.key) === null ? cutAtGrapheme(entry.key, 80) : 'A key';
  report(entry, 'error', `${name} holds the character ${found}, which is not shown. Take it out.`);
}

function readName(entry: YamlEntry | undefined, report: Report): string {
  const name = readText(entry, report) ?? '';
  if (name === '') report(entry, 'error', 'name is missing: 1 to 64 of a–z, 0–9 and "-".');
  else if (!NAME.test(name) || name.length > NAME_CHARACTERS) {
    const rule = 'It has 1 to 64 of a–z, 0–9 and single "-", which do not stand at either end.';
    const suggestion = suggestName(name);
    report(
      entry,
      'error',
      `name is not valid. ${rule}${suggestion === '' ? '' : ` For example: ${suggestion}`}`,
    );
  }
  return name;
}

/** The nearest valid name, or nothing: a Chinese title has no letters to take. */
function suggestName(name: string): string {
  const plain = name.normalize('NFKD').toLowerCase().slice(0, 200);
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, NAME_CHARACTERS)
    .replace(/-$/, '');
}

function readDescription(entry: YamlEntry | undefined, report: Report): string {
  const description = readText(entry, report) ?? '';
  const length = Array.from(description).length;
  if (length === 0)
    report(entry, 'error', 'description is missing: say what the skill does and when to use it.');
  if (length > DESCRIPTION_CHARACTERS) {
    report(
      entry,
      'error',
      `description has ${length} characters; at most ${DESCRIPTION_CHARACTERS} are allowed.`,
    );
  }
  if (/<\/?[a-z][^>]{0,100}>/i.test(description)) {
    report(
      entry,
      'warn',
      'description holds a tag like "<…>". Some clients refuse it, because it reads as an instruction.',
    );
  }
  return description;
}

function readCompatibility(entry: YamlEntry | undefined, report: Report): string | null {
  const text = readText(entry, report);
  const length = Array.from(text ?? '').length;
  if (length > COMPATIBILITY_CHARACTERS) {
    report(
      entry,
      'error',
      `compatibility has ${length} characters; at most ${COMPATIBILITY_CHARACTERS} are allowed.`,
    );
  }
  return text;
}

/** A text, trimmed; null when it is missing or empty. */
function readText(entry: YamlEntry | undefined, report: Report): string | null {
  if (entry?.node == null) return null;
  if (!isScalar(entry.node)) {
    report(entry, 'error', `${entry.key} must be a text.`);
    return null;
  }
  if (entry.node.value === null) return null;
  if (typeof entry.node.value !== 'string') {
    report(entry, 'warn', `${entry.key} is read as the text "${scalarText(entry.node)}". Put it in quotes.`);
  }
  const text = scalarText(entry.node).trim();
  return text === '' ? null : text;
}

function readTools(entry: YamlEntry | undefined, report: Report): readonly string[] {
  if (entry?.node == null) return [];
  const parts = isSeq(entry.node) ? entry.node.items : [entry.node];
  if (!parts.every((part) => isScalar(part))) {
    report(entry, 'error', 'allowed-tools must be names of tools in one line, or a list of them.');
    return [];
  }
  const tools = parts.flatMap((part) => splitTools(scalarText(part)));
  for (const tool of tools.filter((one) => /[()]/.test(one) && !/^[^()]+\(.*\)$/.test(one))) {
    report(entry, 'warn', `allowed-tools: the brackets of "${cutAtGrapheme(tool, 80)}" do not match.`);
  }
  return [...new Set(tools)];
}

function readMetadata(entry: YamlEntry | undefined, report: Report): Readonly<Record<string, Json>> {
  if (entry?.node == null || (isScalar(entry.node) && entry.node.value === null)) return {};
  if (!isMap(entry.node)) {
    report(entry, 'error', 'metadata must be lines of "key: value".');
    return {};
  }
  if (entry.node.items.some((pair) => !isScalar(pair.value) && pair.value !== null)) {
    report(entry, 'warn', 'metadata holds more than texts. It is kept, but not every client reads it.');
  }
  const metadata = toJson(entry.node);
  return isRecord(metadata) ? metadata : {};
}

function isRecord(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readUnknown(entries: readonly YamlEntry[], report: Report): Readonly<Record<string, Json>> {
  const known: readonly string[] = KNOWN;
  const strange = entries.filter(({ key }) => !known.includes(key));
  for (const entry of strange) {
    const meant = KNOWN.find((key) => plain(key) === plain(entry.key));
    const hint =
      meant === undefined ? 'It is kept for the clients that know it.' : `Did you mean "${meant}"?`;
    report(entry, 'warn', `The format has no key "${cutAtGrapheme(entry.key, 80)}". ${hint}`);
  }
  return Object.fromEntries(strange.map(({ key, node }) => [key, toJson(node)]));
}

/** Near enough to be a slip: case, separators and a plural do not count. */
function plain(key: string): string {
  return key
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/s$/, '')
    .replace('licence', 'license');
}
