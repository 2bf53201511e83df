import {
  DomainError,
  encodeId,
  invalidInput,
  LIMITS,
  unshownCharacter,
  withoutUnshown,
} from '@memory-hub/contracts';
import { maskSecrets } from '@memory-hub/memory';
import type { AssetFile } from '../../assets';
import type { Card } from '../domain/card';

/** One remembered fact inside a snapshot. */
export interface SnapshotEntry {
  readonly scene: string;
  readonly content: string;
  readonly path: string;
}

export interface Snapshot {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly entries: readonly SnapshotEntry[];
}

export interface SnapshotSource {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly cards: readonly Card[];
  /** Titles of scenes by uuid. */
  readonly scenes: ReadonlyMap<string, string>;
  /** For each card, the readable places it comes from. */
  readonly provenance: ReadonlyMap<string, readonly string[]>;
  /** Who the snapshot is of: statements of other people are left out unless asked for. */
  readonly speakers: ReadonlySet<string> | null;
}

/** As much as the description of a skill may have. */
const DESCRIPTION_CHARACTERS = 1_024;
const INDEX = 'MEMORY.md';
const NAME = /^[\p{Ll}\p{Lo}\p{N}][\p{Ll}\p{Lo}\p{N}_-]{0,63}$/u;

/** Files of a snapshot: an index, and one file per scene with a section per card. */
export function writeSnapshot(source: SnapshotSource): AssetFile[] {
  const cards = source.cards.filter(
    (card) => source.speakers === null || card.speaker === null || source.speakers.has(card.speaker),
  );
  const byScene = new Map<string, Card[]>();
  for (const card of cards) {
    const title = (card.sceneId === null ? undefined : source.scenes.get(card.sceneId)) ?? card.sceneTitle;
    byScene.set(title, [...(byScene.get(title) ?? []), card]);
  }
  const scenes = [...byScene].sort(([a], [b]) => (a < b ? -1 : 1));
  const index = [
    '---',
    `name: ${quoted(source.name)}`,
    `title: ${quoted(source.title)}`,
    `description: ${quoted(source.description)}`,
    '---',
    '',
    `# ${oneLine(source.title)}`,
    '',
    oneLine(source.description),
    '',
  ];
  const files = scenes.map(([title, members], position) => ({
    path: `scenes/${String(position + 1).padStart(2, '0')}-${slugOf(title)}.md`,
    text: sceneText(title, members, source.provenance),
  }));
  index.push(
    ...files.map(
      (file, position) =>
        `- [${oneLine(scenes[position]?.[0] ?? '')}](${file.path}) — ${scenes[position]?.[1].length ?? 0}`,
    ),
    '',
  );
  return [{ path: INDEX, text: index.join('\n') }, ...files].map(({ path, text }) => ({
    path,
    bytes: Buffer.from(text, 'utf8'),
  }));
}

/** @throws DomainError VALIDATION_FAILED naming the file at fault. */
export function parseSnapshot(files: readonly AssetFile[]): Snapshot {
  const index = files.find((file) => file.path === INDEX);
  if (index === undefined) throw invalidInput(['files'], `A snapshot needs the file ${INDEX}.`);
  const head = /^---\n([\s\S]*?)\n---\n/.exec(decode(index))?.[1];
  if (head === undefined)
    throw invalidInput(['files', INDEX], `${INDEX} must begin with front matter between two lines of ---.`);
  const name = field(head, 'name');
  if (!NAME.test(name))
    throw invalidInput(
      ['name'],
      'The name has 1 to 64 letters, digits, - or _, in small letters.',
      'For example team-preferences or 团队偏好.',
    );
  const scenes = files.filter((file) => file.path.startsWith('scenes/') && file.path.endsWith('.md'));
  return {
    name,
    title: maskSecrets(shown(field(head, 'title'), 'title', LIMITS.nameCharacters)).text,
    description: maskSecrets(shown(field(head, 'description'), 'description', DESCRIPTION_CHARACTERS)).text,
    entries: scenes.flatMap(entriesOf),
  };
}

function sceneText(title: string, cards: readonly Card[], provenance: SnapshotSource['provenance']): string {
  const sections = cards.map((card) => {
    const facts = [
      `- ${card.kind}`,
      ...(card.category === '' ? [] : [`- category: ${oneLine(card.category)}`]),
      ...(card.eventTime === null ? [] : [`- when: ${card.eventTime.toISOString()}`]),
    ];
    const from = (provenance.get(card.id) ?? []).map((place) => `- from: ${oneLine(place)}`);
    return [
      `## ${encodeId('card', card.id)}`,
      '',
      escaped(oneLine(maskSecrets(withoutUnshown(card.content)).text)),
      '',
      ...facts,
      ...from,
      '',
    ].join('\n');
  });
  return [`# ${oneLine(title)}`, '', ...sections].join('\n');
}

function entriesOf(file: AssetFile): SnapshotEntry[] {
  const text = decode(file);
  const scene = /^# (.+)$/m.exec(text)?.[1] ?? '';
  return text
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const content = section
        .split('\n')
        .slice(1)
        .find((line) => line.trim() !== '')
        ?.trim();
      return content === undefined || content.startsWith('- ')
        ? []
        : [{ scene, content: unescaped(content), path: file.path }];
    });
}

/** Words that begin as a heading or a list would be taken for one: they get a backslash, as Markdown has it. */
function escaped(line: string): string {
  return /^[\\#-]/.test(line) ? `\\${line}` : line;
}

function unescaped(line: string): string {
  return line.replace(/^\\(?=[\\#-])/, '');
}

/** A text of the front matter, on one line for every reader of lines. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(/[\u0085\u2028\u2029]/g, ' ');
}

function shown(text: string, name: 'title' | 'description', max: number): string {
  const unseen = unshownCharacter(text);
  if (unseen !== null)
    throw invalidInput(
      [name],
      `The ${name} holds the character ${unseen}, which is not shown.`,
      'Take it out.',
    );
  if (text.length > max)
    throw new DomainError('LIMIT_EXCEEDED', `${name} has ${text.length} characters; ${max} are allowed.`, {
      path: [name],
    });
  return text;
}

function field(head: string, name: string): string {
  const raw = new RegExp(`^${name}: (.+)$`, 'm').exec(head)?.[1];
  if (raw === undefined) throw invalidInput(['files', INDEX], `The front matter of ${INDEX} has no ${name}.`);
  if (!raw.startsWith('"')) return raw.trim();
  try {
    return String(JSON.parse(raw));
  } catch {
    throw invalidInput(['files', INDEX], `The ${name} in the front matter of ${INDEX} cannot be read.`);
  }
}

function slugOf(title: string): string {
  const slug = title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return slug === '' ? 'scene' : [...slug].slice(0, 40).join('');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function decode(file: AssetFile): string {
  return new TextDecoder().decode(file.bytes);
}
