/** Milliseconds for which a count is repeated, so that asking often costs the database little. */
const standsFor = 15_000;

/** Counts, or repeats what was counted a moment ago; undefined where the database does not answer. */
export function repeated<T>(count: () => Promise<T>): () => Promise<T | undefined> {
  let counted = -Infinity;
  let last: Promise<T | undefined> = Promise.resolve(undefined);
  return () => {
    if (performance.now() - counted < standsFor) return last;
    counted = performance.now();
    return (last = count().catch(() => undefined));
  };
}
