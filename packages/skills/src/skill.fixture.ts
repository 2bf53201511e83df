import type { SkillFile } from './folder/skill-file';
import type { MaskSecrets } from './scan/check-secrets';

/** Files from their texts. */
export function filesOf(contents: Readonly<Record<string, string | Uint8Array>>): SkillFile[] {
  return Object.entries(contents).map(([path, content]) => ({
    path,
    bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content,
  }));
}

/** A SKILL.md with these lines of front matter beside name and description. */
export function skillMd(lines: readonly string[] = [], body = '# Title\n\nDo it.\n'): string {
  return [
    '---',
    'name: pdf-tools',
    'description: Reads PDF files. Use when a PDF must be read.',
    ...lines,
    '---',
    body,
  ].join('\n');
}

/** A stand-in that knows two kinds of secrets. */
export const maskSecrets: MaskSecrets = (text) => ({
  found: [...text.matchAll(/sk-[A-Za-z0-9]{16,}|-----BEGIN[^-]+-----[\s\S]*?-----END[^-]+-----/g)].map(
    (match) => ({
      kind: match[0].startsWith('sk-') ? 'cloud_key' : 'private_key',
      start: match.index,
      end: match.index + match[0].length,
    }),
  ),
});
