import { Injectable } from '@nestjs/common';
import { VectorTable, type RankInput } from '@memory-hub/retrieval';
import { SEARCH_KINDS, type SearchKind } from '../domain/indexed-item';
import type { Scope } from '../domain/scope';
import { Ordinals } from './ordinals';

/** One vector and what filters need to know of its chunk. */
export interface IndexedVector {
  readonly no: bigint;
  /** Centred. */
  readonly vector: Float32Array;
  readonly aclId: string;
  readonly kind: SearchKind;
  readonly spaceId: string;
  readonly assetId: string | null;
  readonly agentId: string | null;
  readonly subjectId: string | null;
  readonly conversationId: string | null;
}

export interface MeaningCandidates {
  readonly numbers: readonly bigint[];
  /** Cosines of the whole scope, and how many vectors it has. */
  readonly background: RankInput['background'];
  /** False until the rows of the database were loaded after a start. */
  readonly ready: boolean;
}

const DIMENSIONS = 384;
const COLUMNS = ['kind', 'spaceId', 'assetId', 'agentId', 'subjectId', 'conversationId'] as const;

/** Vectors of this process, with the access class first. It narrows; Postgres decides. */
@Injectable()
export class VectorIndex {
  private readonly table = new VectorTable({ dimensions: DIMENSIONS, filterColumns: COLUMNS.length });
  private readonly classes = new Ordinals();
  private readonly ids = new Ordinals();
  private loaded = false;

  get size(): number {
    return this.table.size;
  }

  get ready(): boolean {
    return this.loaded;
  }

  markReady(): void {
    this.loaded = true;
  }

  learn(rows: readonly IndexedVector[]): void {
    for (const row of rows) {
      const filters = [
        SEARCH_KINDS.indexOf(row.kind),
        ...COLUMNS.slice(1).map((column) => this.idOf(row, column)),
      ];
      this.table.upsert({
        key: Number(row.no),
        vector: row.vector,
        accessClass: this.classes.of(row.aclId),
        filters,
      });
    }
  }

  forget(numbers: readonly bigint[]): void {
    for (const no of numbers) this.table.remove(Number(no));
  }

  /** Nearest rows of the scope. Cost: one test per row, one dot product per accepted row. */
  search(scope: Scope, vector: Float32Array, limit: number): MeaningCandidates {
    const accept = new Set(scope.classes.flatMap((id) => this.classes.known(id) ?? []));
    const { hits, background, accepted } = this.table.search({
      vector,
      accept,
      rowFilter: this.filterOf(scope),
      limit,
    });
    return {
      numbers: hits.map((hit) => BigInt(hit.key)),
      background: background === undefined ? undefined : { ...background, vectors: accepted },
      ready: this.loaded,
    };
  }

  private idOf(row: IndexedVector, column: (typeof COLUMNS)[number]): number {
    const id = row[column];
    return id === null ? -1 : this.ids.of(id);
  }

  private filterOf({ mounted, query }: Scope): (columns: Int32Array, offset: number) => boolean {
    const kinds = query.kinds?.map((kind) => SEARCH_KINDS.indexOf(kind));
    const layerKinds = query.layers
      ?.flatMap((layer) => LAYER_KINDS[layer])
      .map((kind) => SEARCH_KINDS.indexOf(kind));
    const tests: [column: number, allowed: ReadonlySet<number>][] = [];
    const allow = (column: (typeof COLUMNS)[number], ids: readonly string[] | undefined): void => {
      if (ids !== undefined)
        tests.push([COLUMNS.indexOf(column), new Set(ids.flatMap((id) => this.ids.known(id) ?? []))]);
    };
    if (kinds !== undefined) tests.push([0, new Set(kinds)]);
    if (layerKinds !== undefined) tests.push([0, new Set(layerKinds)]);
    allow('spaceId', query.spaceIds);
    allow('assetId', query.assetIds);
    allow('agentId', query.agentIds);
    allow('subjectId', query.subjectId === undefined ? undefined : [query.subjectId]);
    allow('conversationId', query.conversationId === undefined ? undefined : [query.conversationId]);
    allow('conversationId', query.conversationIds);
    if (mounted !== null)
      tests.push([
        COLUMNS.indexOf('assetId'),
        new Set([-1, ...mounted.flatMap((id) => this.ids.known(id) ?? [])]),
      ]);
    return (columns, offset) =>
      tests.every(([column, allowed]) => allowed.has(columns[offset + column] ?? -2));
  }
}

const LAYER_KINDS = { L0: ['turn'], L1: ['card'], L2: ['scene'], L3: ['persona'] } as const;
