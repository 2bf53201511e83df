import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type Document,
  type Node,
  type Pair,
  type YAMLError,
  type YAMLMap,
} from 'yaml';
import { finding, type Finding } from '../finding';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** One key of the front matter. */
export interface YamlEntry {
  readonly key: string;
  /** Line (from 1) of the file. */
  readonly line: number;
  readonly node: Node | null;
}

export interface YamlSource {
  readonly path: string;
  readonly yaml: string;
  /** Line (from 1) of the file at which the YAML starts. */
  readonly yamlLine: number;
}

/** The keys of a YAML mapping, or what is wrong with it, with line and column. */
export function readYamlMap(source: YamlSource): readonly YamlEntry[] | readonly Finding[] {
  const tooMuch = bombFault(source);
  if (tooMuch !== null) return [tooMuch];
  const lines = new LineCounter();
  const document = parseDocument(source.yaml, {
    version: '1.2',
    schema: 'core',
    strict: true,
    uniqueKeys: true,
    merge: false,
    resolveKnownTags: false,
    prettyErrors: false,
    logLevel: 'silent',
    lineCounter: lines,
  });
  const place = (offset: number): Place => placeAt(source, lines, offset);
  const faults = [
    ...document.errors.slice(0, 5).map((error) => syntaxFault(error, place)),
    ...featureFaults(document, place),
  ];
  if (faults.length > 0) return faults.map((one) => ({ ...one, path: source.path }));
  return mapEntries(document.contents, place) ?? [notAMap(source)];
}

export function isFindings(result: readonly YamlEntry[] | readonly Finding[]): result is readonly Finding[] {
  return result.some((one) => 'rule' in one);
}

/**
 * The value as JSON. Scalars that YAML takes for numbers or truth values keep the words that were written, so that
 * `1.0` stays `1.0`.
 */
export function toJson(node: unknown): Json {
  if (isScalar(node))
    return typeof node.value === 'string' ? node.value : node.value === null ? null : scalarText(node);
  if (isSeq(node)) return node.items.map(toJson);
  if (isMap(node)) return Object.fromEntries(node.items.map((pair) => [keyText(pair), toJson(pair.value)]));
  return null;
}

/** Every text of an entry: its key, its value, and what is nested in it. */
export function textsOf({ key, node }: YamlEntry): string[] {
  const texts = [key];
  if (node !== null)
    visit(node, {
      Scalar: (_key, scalar) => {
        texts.push(scalarText(scalar));
      },
    });
  return texts;
}

/** The words of a scalar as written, without quotes. */
export function scalarText(node: { readonly value: unknown; readonly source?: string | undefined }): string {
  if (typeof node.value === 'string') return node.value;
  return node.source ?? (node.value === null ? '' : JSON.stringify(node.value));
}

interface Place {
  readonly line: number;
  readonly column: number;
}
type PlaceAt = (offset: number) => Place;

function placeAt({ yamlLine }: YamlSource, lines: LineCounter, offset: number): Place {
  const { line, col } = lines.linePos(offset);
  return { line: yamlLine + Math.max(line, 1) - 1, column: Math.max(col, 1) };
}

/*
 * The parser is recursive and compares all keys of a map with each other: text that nests too deep ends the
 * process, not the call. So what could nest or multiply is counted in the text before the parser sees it.
 */
const MAX_LINES = 500;
const MAX_FLOW_MARKS = 1_000;
const MAX_OPENERS = 200;
const MAX_INDENT = 64;

function bombFault(source: YamlSource): Finding | null {
  const lines = source.yaml.split(/\r\n|\r|\n/);
  if (lines.length > MAX_LINES) return tooComplex(source, 0, `has more than ${MAX_LINES} lines`);
  if (countOf(source.yaml, /[[{]/g) > MAX_OPENERS || countOf(source.yaml, /[[\]{},]/g) > MAX_FLOW_MARKS) {
    return tooComplex(source, 0, 'has too many lists and maps');
  }
  const nested = lines.findIndex((line) => (/^[\s?:-]*/.exec(line)?.[0].length ?? 0) > MAX_INDENT);
  if (nested >= 0) return tooComplex(source, nested, 'is nested too deep');
  const early = lines.findIndex((line) => /^\.\.\.(?:\s|$)/.test(line));
  return early >= 0 ? tooComplex(source, early, 'ends early, with a line of dots') : null;
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function tooComplex({ path, yamlLine }: YamlSource, lineIndex: number, fault: string): Finding {
  const message = `The front matter ${fault}.`;
  return finding({
    rule: 'front-matter',
    severity: 'error',
    path,
    line: yamlLine + lineIndex,
    column: 1,
    message,
  });
}

function syntaxFault(error: YAMLError, place: PlaceAt): Finding {
  const message = `The front matter is not valid YAML: ${error.message}.${hintFor(error.code)}`;
  return finding({ rule: 'front-matter-yaml', severity: 'error', ...place(error.pos[0]), message });
}

function hintFor(code: string): string {
  if (code === 'BLOCK_AS_IMPLICIT_KEY' || code === 'MULTILINE_IMPLICIT_KEY')
    return ' A text with ": " in it, or over several lines, must stand in quotes.';
  if (code === 'BAD_SCALAR_START') return ' A text that starts with this character must stand in quotes.';
  if (code === 'TAB_AS_INDENT') return ' Use spaces.';
  return '';
}

/** Aliases could multiply, tags could mean anything: neither is part of the format. */
function featureFaults(document: Document, place: PlaceAt): Finding[] {
  const faults: Finding[] = [];
  visit(document, (_key, node) => {
    const fault = featureFault(node);
    if (fault === null) return;
    const message = `The front matter uses ${fault}, which a skill cannot have.`;
    faults.push(finding({ rule: 'front-matter-yaml', severity: 'error', ...place(offsetOf(node)), message }));
  });
  return faults.slice(0, 5);
}

function featureFault(node: unknown): string | null {
  if (isAlias(node)) return 'an alias ("*")';
  if (!isScalar(node) && !isMap(node) && !isSeq(node)) return null;
  if (node.anchor !== undefined) return 'an anchor ("&")';
  return node.tag === undefined || isImplicitTag(node.tag) ? null : 'a tag ("!")';
}

/** The parser notes the tag of block texts and quoted values by itself. */
function isImplicitTag(tag: string): boolean {
  return tag === '!' || /^tag:yaml\.org,2002:(?:str|seq|map|int|float|bool|null)$/.test(tag);
}

function offsetOf(node: unknown): number {
  return isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? (node.range?.[0] ?? 0) : 0;
}

function mapEntries(contents: Node | null, place: PlaceAt): YamlEntry[] | null {
  if (!isMap(contents)) return null;
  const map: YAMLMap = contents;
  return map.items.map((pair) => ({
    key: keyText(pair),
    line: place(offsetOf(pair.key)).line,
    node: isScalar(pair.value) || isMap(pair.value) || isSeq(pair.value) ? pair.value : null,
  }));
}

function keyText(pair: Pair): string {
  return isScalar(pair.key) ? scalarText(pair.key) : JSON.stringify(toJson(pair.key));
}

function notAMap({ path, yamlLine }: YamlSource): Finding {
  const message = 'The front matter must be lines of "key: value", with at least name and description.';
  return finding({ rule: 'front-matter', severity: 'error', path, line: yamlLine, column: 1, message });
}
