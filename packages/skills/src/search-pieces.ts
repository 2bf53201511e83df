import { cutAtGrapheme } from '@memory-hub/contracts';
import type { SkillFile } from './folder/skill-file';
import { markdownLines } from './markdown/markdown-lines';
import type { Skill } from './parse-skill';
import { decodeText } from './reading/decode';
import { estimateTokens } from './tokens';

/** A piece of a skill as search sees it. */
export interface SkillPiece {
  readonly path: string;
  /** Headings above the text, outermost first, joined by " › "; null where there are none. */
  readonly heading: string | null;
  readonly text: string;
}

export interface SkillSummary {
  readonly title: string;
  readonly description: string;
  /** Tokens of the body, roughly. */
  readonly tokens: number;
}

/** Characters of a piece: some 300 tokens of English, so that a hit shows where it is. */
const PIECE = 1_200;
const FILE_CHARACTERS = 512 * 1024;

/** What a list shows of a skill: its first heading, or its name. */
export function summariseSkill(skill: Pick<Skill, 'name' | 'description' | 'body'>): SkillSummary {
  const first = markdownLines(skill.body)
    .map((line) => headingOf(line.kind, line.text))
    .find((one) => one?.level === 1);
  return {
    title: first?.title ?? skill.name,
    description: skill.description,
    tokens: estimateTokens(skill.body),
  };
}

/**
 * Cuts the text files into pieces: Markdown by heading, other files by lines, each at most 1,200 characters. All
 * visible text is in exactly one piece; files that are no text, and what is beyond 512 Ki characters of one file,
 * are left out.
 */
export function skillChunks(files: readonly SkillFile[]): SkillPiece[] {
  return files.flatMap((file) => {
    const decoded = decodeText(file.bytes);
    if (!decoded.isText) return [];
    const text = cutAtGrapheme(decoded.text, FILE_CHARACTERS);
    const sections = /\.(?:md|markdown)$/i.test(file.path)
      ? markdownSections(text)
      : [{ heading: null, text }];
    return sections.flatMap(({ heading, text: section }) =>
      pieces(section).map((piece) => ({ path: file.path, heading, text: piece })),
    );
  });
}

interface Section {
  readonly heading: string | null;
  readonly text: string;
}

function markdownSections(text: string): Section[] {
  const sections: { heading: string | null; lines: string[] }[] = [{ heading: null, lines: [] }];
  const trail: { level: number; title: string }[] = [];
  for (const line of markdownLines(text)) {
    const heading = headingOf(line.kind, line.text);
    if (heading !== null) {
      while ((trail.at(-1)?.level ?? 0) >= heading.level) trail.pop();
      trail.push(heading);
      sections.push({ heading: trail.map(({ title }) => title).join(' › '), lines: [] });
    }
    sections.at(-1)?.lines.push(line.text);
  }
  return sections.map(({ heading, lines }) => ({ heading, text: lines.join('\n') }));
}

function headingOf(kind: string, text: string): { level: number; title: string } | null {
  if (kind !== 'prose') return null;
  const match = /^ {0,3}(#{1,6})[ \t]+(\S.*)$/.exec(text);
  const marks = match?.[1];
  const title = match?.[2]
    ?.trim()
    .replace(/[ \t]#+$/, '')
    .trim();
  return marks === undefined || title === undefined || title === ''
    ? null
    : { level: marks.length, title: cutAtGrapheme(title, 200) };
}

/** Whole paragraphs while they fit, else whole lines, else cuts between characters that people see. */
function pieces(text: string): string[] {
  const parts = text
    .split(/\n(?=[ \t]*\n)/)
    .flatMap((paragraph) => (paragraph.length <= PIECE ? [paragraph] : lineParts(paragraph)));
  const packed: string[] = [];
  for (const part of parts) {
    const last = packed.at(-1);
    if (last !== undefined && last.length + part.length + 1 <= PIECE)
      packed[packed.length - 1] = `${last}\n${part}`;
    else packed.push(part);
  }
  return packed.map((piece) => piece.replace(/^(?:[ \t]*\n)+|\s+$/g, '')).filter((piece) => piece !== '');
}

function lineParts(paragraph: string): string[] {
  return paragraph.split('\n').flatMap((line) => (line.length <= PIECE ? [line] : cut(line)));
}

function cut(line: string): string[] {
  const parts: string[] = [];
  for (let rest = line; rest !== '';) {
    const part = cutAtGrapheme(rest, PIECE);
    parts.push(part);
    rest = rest.slice(part.length);
  }
  return parts;
}
