export interface PlaceLimits {
  /** Places that one caller may hold. */
  readonly ofOne: number;
  /** Places of all callers together. */
  readonly ofAll: number;
}

/** Counts who is in, with a limit for each and one for all. */
export class Places {
  private readonly own = new Map<string, number>();
  private all = 0;

  constructor(private readonly limits: PlaceLimits) {}

  get count(): number {
    return this.all;
  }

  /** Takes a place and gives the function that gives it back, once; null when there is none left for this caller. */
  take(caller: string): (() => void) | null {
    const held = this.own.get(caller) ?? 0;
    if (held >= this.limits.ofOne || this.all >= this.limits.ofAll) return null;
    this.own.set(caller, held + 1);
    this.all += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.all -= 1;
      const left = (this.own.get(caller) ?? 1) - 1;
      if (left === 0) this.own.delete(caller);
      else this.own.set(caller, left);
    };
  }
}
