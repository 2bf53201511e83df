import { DomainError, invalidInput, LIMITS } from '@memory-hub/contracts';
import type { AssetFile } from './asset-kind';

/** Files as they may be stored: not empty, bounded, clean relative paths, each once. */
export function assertFiles(files: readonly AssetFile[]): readonly AssetFile[] {
  if (files.length === 0) throw invalidInput(['files'], 'An asset needs at least one file.');
  if (files.length > LIMITS.skillFiles) throw new DomainError('LIMIT_EXCEEDED', `An asset has ${LIMITS.skillFiles} files at most; these are ${files.length}.`, { path: ['files'] });
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
  if (bytes > LIMITS.skillBytes) throw new DomainError('LIMIT_EXCEEDED', `An asset has ${LIMITS.skillBytes / 1024 / 1024} MB at most.`, { path: ['files'] });
  const seen = new Set<string>();
  files.forEach(({ path }, index) => {
    if (!isCleanPath(path)) throw invalidInput(['files', index, 'path'], `${JSON.stringify(path)} is not a clean relative path.`, 'Use names joined by /, without . or .. parts.');
    const folded = path.normalize('NFC').toLowerCase();
    if (seen.has(folded)) throw invalidInput(['files', index, 'path'], `${JSON.stringify(path)} stands twice, perhaps in other capitals.`);
    seen.add(folded);
  });
  return files;
}

function isCleanPath(path: string): boolean {
  if (path === '' || path.length > 400 || /[\\\0-\x1f\x7f]/.test(path) || /^[A-Za-z]:/.test(path)) return false;
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && part.trim() === part);
}
