/** Longest wait for one leg. A leg that is later does not vote, and the answer says so. */
export const LEG_MILLISECONDS = 800;

export class LegTimeout extends Error {}

/** The promise, or a LegTimeout after `milliseconds`. The timer never outlives the promise. */
export async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new LegTimeout(`no answer within ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
