import { cutAtGrapheme, DomainError, invalidInput, LIMITS, unshownCharacter } from '@memory-hub/contracts';
import type { AssetFile } from './asset-kind';

/** A file as a form sends it: either text or base64. */
export interface SentFile {
  readonly path: string;
  readonly text?: string | null;
  readonly base64?: string | null;
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The bytes of sent files. Errors name the file by its place. */
export function readSentFiles(files: readonly SentFile[]): AssetFile[] {
  if (files.length > LIMITS.skillFiles) throw tooMany(files.length);
  return files.map((file, index) => ({ path: file.path, bytes: bytesOf(file, index) }));
}

function bytesOf({ path, text, base64 }: SentFile, index: number): Uint8Array {
  const name = JSON.stringify(cutAtGrapheme(path, 200));
  if (text != null && base64 != null)
    throw invalidInput(
      ['files', index],
      `The file ${name} has both text and base64.`,
      'Send text for text files and base64 for everything else.',
    );
  if (text != null) {
    if (/[\ud800-\udfff]/u.test(text))
      throw invalidInput(
        ['files', index, 'text'],
        `The text of ${name} holds half a character.`,
        'Send the file as base64.',
      );
    return Buffer.from(text, 'utf8');
  }
  if (base64 == null)
    throw invalidInput(
      ['files', index],
      `The file ${name} has neither text nor base64.`,
      'Send an empty text for an empty file.',
    );
  if (!BASE64.test(base64))
    throw invalidInput(
      ['files', index, 'base64'],
      `The base64 of ${name} is not valid.`,
      'Use the standard alphabet with padding and no line breaks.',
    );
  return Buffer.from(base64, 'base64');
}

/** Files as they may be stored: not empty, bounded, clean relative paths, each once. */
export function assertFiles(files: readonly AssetFile[]): readonly AssetFile[] {
  if (files.length === 0) throw invalidInput(['files'], 'An asset needs at least one file.');
  if (files.length > LIMITS.skillFiles) throw tooMany(files.length);
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
  if (bytes > LIMITS.skillBytes)
    throw new DomainError('LIMIT_EXCEEDED', `An asset has ${LIMITS.skillBytes / 1024 / 1024} MB at most.`, {
      path: ['files'],
    });
  const seen = new Set<string>();
  files.forEach(({ path }, index) => {
    if (!isCleanPath(path))
      throw invalidInput(
        ['files', index, 'path'],
        `${JSON.stringify(path)} is not a clean relative path.`,
        'Use names joined by /, without . or .. parts.',
      );
    const folded = path.normalize('NFC').toLowerCase();
    if (seen.has(folded))
      throw invalidInput(
        ['files', index, 'path'],
        `${JSON.stringify(path)} stands twice, perhaps in other capitals.`,
      );
    seen.add(folded);
  });
  return files;
}

function isCleanPath(path: string): boolean {
  if (
    path === '' ||
    path.length > 400 ||
    path.includes('\\') ||
    /[\t\r\n]/.test(path) ||
    unshownCharacter(path) !== null ||
    /^[A-Za-z]:/.test(path)
  )
    return false;
  return path
    .split('/')
    .every((part) => part !== '' && part !== '.' && part !== '..' && part.trim() === part);
}

function tooMany(count: number): DomainError {
  return new DomainError(
    'LIMIT_EXCEEDED',
    `An asset has ${LIMITS.skillFiles} files at most; these are ${count}.`,
    { path: ['files'] },
  );
}
