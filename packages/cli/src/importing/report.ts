export type RowStatus = 'imported' | 'duplicate' | 'skipped' | 'failed';

export interface RowReport {
  readonly file: string;
  readonly line: number;
  readonly status: RowStatus;
  readonly reason: string | null;
}

/** Faults that are shown with the result; all of them are in the report file. */
const SHOWN = 20;

/** Counts what became of every row. Each row is counted once, so the four counts add up to `rows`. */
export class ImportReport {
  readonly counts: Record<RowStatus, number> = { imported: 0, duplicate: 0, skipped: 0, failed: 0 };
  readonly reasons = new Map<string, number>();
  readonly faults: RowReport[] = [];
  rows = 0;

  constructor(private readonly write: (row: RowReport) => void) {}

  add(row: RowReport): void {
    this.rows += 1;
    this.counts[row.status] += 1;
    if (row.reason !== null) {
      const key = `${row.status}: ${row.reason}`;
      this.reasons.set(key, (this.reasons.get(key) ?? 0) + 1);
    }
    if (row.status === 'failed' && this.faults.length < SHOWN) this.faults.push(row);
    this.write(row);
  }
}
