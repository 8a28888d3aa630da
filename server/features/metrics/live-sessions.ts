import type { Db } from '#server/db/schema.ts';
import { countLiveSessions } from '#server/http/session/session-queries.ts';

/** Milliseconds for which a count stands, so that asking often costs the database little. */
const standsFor = 15_000;

/** Counts the live sessions, or repeats what was counted a moment ago; NaN where the database does not answer. */
export function liveSessions(db: Db, now: () => Date): () => Promise<number> {
  let counted = -Infinity;
  let count = Promise.resolve(Number.NaN);
  return () => {
    if (performance.now() - counted < standsFor) return count;
    counted = performance.now();
    return (count = countLiveSessions(db, now()).catch(() => Number.NaN));
  };
}
