import type { AssetKind, MountMode } from '@memory-hub/contracts';
import type { Piece } from '../../retrieval';

export interface AssetFile {
  /** Relative path with `/`, as in the tree. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface AssetSummary {
  readonly name: string;
  readonly title: string;
  readonly description: string;
}

/** Checks that every proposal passes through, in the order in which people read them. */
export const CHECK_NAMES = ['schema', 'secrets', 'safety'] as const;
/**
 * `schema`: the form of the kind. `secrets`: keys and passwords. `safety`: orders to the reading model, invisible text,
 * dangerous commands, wider permissions.
 */
export type CheckName = (typeof CHECK_NAMES)[number];

export interface CheckFinding {
  readonly rule: string;
  readonly severity: 'info' | 'warn' | 'error';
  readonly path: string | null;
  readonly line: number | null;
  readonly message: string;
  /** Part of the text with everything secret masked. */
  readonly excerpt: string | null;
}

/** A file as it is stored. */
export interface StoredFile extends AssetFile {
  /** SHA-256 of its bytes. */
  readonly digest: string;
}

/** What is particular to one kind of asset. Everything else is shared: history, review, rights, mounts, search. */
export interface AssetKindStrategy {
  readonly kind: AssetKind;
  /** The files as they are stored: without the folder an archive put around them. As they are when left out. */
  prepare?(files: readonly AssetFile[]): readonly AssetFile[];
  /** @throws DomainError VALIDATION_FAILED naming the file and the fault when the files are no asset of this kind. */
  summarise(files: readonly AssetFile[]): AssetSummary;
  /** Checks that run as jobs on a proposal. `published` is what is live now, null when nothing is. */
  check(
    name: CheckName,
    files: readonly AssetFile[],
    published: readonly AssetFile[] | null,
  ): readonly CheckFinding[];
  /** Pieces for the index. */
  pieces(files: readonly AssetFile[]): readonly Piece[];
  /** The text that a mounted agent receives in its prompt; empty when the mode puts nothing there. */
  expose(files: readonly AssetFile[], mode: MountMode): string;
}
