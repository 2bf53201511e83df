/** Small numbers for ids, given out in order of appearance. */
export class Ordinals {
  private readonly numbers = new Map<string, number>();

  of(id: string): number {
    const known = this.numbers.get(id);
    if (known !== undefined) return known;
    const next = this.numbers.size;
    this.numbers.set(id, next);
    return next;
  }

  known(id: string): number | undefined {
    return this.numbers.get(id);
  }
}
