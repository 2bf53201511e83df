/** A file of a skill as an archive, a folder or a form gave it. */
export interface SkillFile {
  /** Path with `/` between names. Nothing is assumed about it: it is checked. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** What kind of entry an archive called it; a plain file when left out. */
  readonly entry?: 'file' | 'symlink' | 'device';
}
