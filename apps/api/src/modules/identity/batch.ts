/** Collects facts by key and hands them over together, some time after the first. A key's later fact wins. */
export class Batch<T> {
  private readonly waiting = new Map<string, T>();
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<void> = Promise.resolve();
  private dueAt = Infinity;

  constructor(
    private readonly write: (entries: ReadonlyMap<string, T>) => Promise<void>,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Adds a fact that is to be written within `delayMs`. */
  add(key: string, fact: T, delayMs: number): void {
    this.waiting.set(key, fact);
    const dueAt = Date.now() + delayMs;
    if (dueAt >= this.dueAt) return;
    if (this.timer !== null) clearTimeout(this.timer);
    this.dueAt = dueAt;
    this.timer = setTimeout(() => void this.flush(), delayMs).unref();
  }

  /** Writes what waits and gives when it is written. What could not be written is dropped: it is told of, not repeated. */
  async flush(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.dueAt = Infinity;
    this.writing = this.writing.then(() => this.writeAll());
    return this.writing;
  }

  private async writeAll(): Promise<void> {
    if (this.waiting.size === 0) return;
    const entries = new Map(this.waiting);
    this.waiting.clear();
    try {
      await this.write(entries);
    } catch (error) {
      this.onError(error);
    }
  }
}
