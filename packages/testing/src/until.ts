export interface UntilOptions {
  /** What is waited for, for the message when it does not come. */
  readonly what: string;
  readonly timeoutMs?: number;
  readonly everyMs?: number;
}

/** Asks again until the answer is neither null nor false. Tests wait for conditions, never for time. */
export async function until<T>(
  ask: () => Promise<T | null | false>,
  { what, timeoutMs = 30_000, everyMs = 50 }: UntilOptions,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null && answer !== false) return answer;
    if (performance.now() > deadline) throw new Error(`did not come within ${timeoutMs} ms: ${what}`);
    await new Promise((next) => setTimeout(next, everyMs));
  }
}
