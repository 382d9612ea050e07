/** How long a browser may take to answer what it answers at once when it is well; milliseconds. */
export const patienceMs = 10_000;

/**
 * What comes of a piece of work that may never end, because a page or its browser hangs.
 * @param what names it, as the subject of a sentence
 * @throws Error when there is no answer in time
 */
export function inTime<T>(work: Promise<T>, what: string, limitMs = patienceMs): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${what} had no answer within ${limitMs / 1000} s`)), limitMs);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
