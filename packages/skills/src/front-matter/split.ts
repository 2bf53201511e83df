import { finding, type Finding } from '../finding';
import { LineIndex } from '../reading/lines';

/** A skill's file cut in two. */
export interface SplitText {
  readonly yaml: string;
  /** Line (from 1) of the file at which the YAML starts. */
  readonly yamlLine: number;
  readonly body: string;
  readonly bodyLine: number;
}

const MAX_CHARACTERS = 32 * 1024;

/** Cuts the front matter between two lines of `---` from the text below. */
export function splitFrontMatter(text: string, path: string): SplitText | Finding {
  const lines = new LineIndex(text);
  if (!isFence(lines.textOf(1)))
    return fault(path, 1, 'The file must start with a line "---", then name and description, then "---".');
  const end = closingLine(lines);
  if (end === null)
    return fault(path, 1, 'The front matter is not closed: a line "---" is missing after it.');
  const yaml = text.slice(lines.startOf(2), lines.startOf(end));
  if (yaml.length > MAX_CHARACTERS)
    return fault(path, 1, `The front matter is longer than ${MAX_CHARACTERS} characters.`);
  return { yaml, yamlLine: 2, body: text.slice(lines.startOf(end + 1)), bodyLine: end + 1 };
}

function closingLine(lines: LineIndex): number | null {
  for (let line = 2; line <= lines.count; line += 1) if (isFence(lines.textOf(line))) return line;
  return null;
}

function isFence(line: string): boolean {
  return /^---[ \t]*$/.test(line);
}

function fault(path: string, line: number, message: string): Finding {
  return finding({ rule: 'front-matter', severity: 'error', path, line, message });
}
