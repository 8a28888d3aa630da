import type { Bug } from '#contract/bugs/bugs.ts';

/** Changes a bug as it is now; `bug` is the bug afterwards, where that is known. */
type Act<Done> = (now: Bug) => Promise<Done>;

/**
 * Does one thing after another to each bug, each to the bug as the one before has left it. What fails stops nothing that
 * comes after it.
 */
export function createChains() {
  const ends = new Map<string, Promise<Bug>>();
  return function chain<Done extends { readonly bug?: Bug | undefined }>(
    seen: Bug,
    act: Act<Done>,
  ): Promise<Done> {
    const end = ends.get(seen._id);
    // What is on the screen may have come later than the last answer.
    const begin = end ? end.then((left) => newer(left, seen)) : Promise.resolve(seen);
    const done = begin.then(act);
    ends.set(
      seen._id,
      begin.then((now) =>
        done.then(
          ({ bug }) => newer(bug ?? now, now),
          () => now,
        ),
      ),
    );
    return done;
  };
}

const newer = (one: Bug, other: Bug) => (one.version < other.version ? other : one);
