/** Times the stages of one search. */
export class Stopwatch {
  private readonly stages = new Map<string, number>();

  /** Runs `work` and adds its time to the stage. */
  async time<T>(stage: string, work: () => Promise<T> | T): Promise<T> {
    const start = performance.now();
    try {
      return await work();
    } finally {
      this.stages.set(stage, (this.stages.get(stage) ?? 0) + performance.now() - start);
    }
  }

  read(): { stage: string; ms: number }[] {
    return [...this.stages].map(([stage, ms]) => ({ stage, ms: Math.round(ms * 100) / 100 }));
  }
}
