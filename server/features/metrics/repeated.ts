/** The milliseconds for which a count is cached, so that frequent scrapes cost the database little. */
const standsFor = 15_000;

/** Returns the count, cached for a moment; undefined if the database does not answer. */
export function repeated<T>(count: () => Promise<T>): () => Promise<T | undefined> {
  let counted = -Infinity;
  let last: Promise<T | undefined> = Promise.resolve(undefined);
  return () => {
    if (performance.now() - counted < standsFor) return last;
    counted = performance.now();
    return (last = count().catch(() => undefined));
  };
}
