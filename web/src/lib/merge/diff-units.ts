import { diffIndices } from 'node-diff3';

/**
 * The upper bound of the steps in which the library compares two texts of these units: the pairs of equal units, times
 * the length of the shorter text. It cannot be aborted, so the bound is computed first.
 */
export function stepsToCompare(one: readonly string[], other: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const unit of one) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  const pairs = other.reduce((sum, unit) => sum + (counts.get(unit) ?? 0), 0);
  return pairs * Math.min(one.length, other.length);
}

/** Units, such as lines, that both texts share, or those of one text that replace units of the other. */
export type Stretch =
  | { readonly same: readonly string[] }
  | { readonly removed: readonly string[]; readonly added: readonly string[] };

/** The remaining budget of steps for comparisons: 5,000,000 steps take a few hundredths of a second. */
export interface Budget {
  steps: number;
}

/** The edits from one text to another, in order. Without budget, one edit from the common prefix to the common suffix. */
export function diffUnits(
  from: readonly string[],
  to: readonly string[],
  budget: Budget = { steps: 5_000_000 },
): Stretch[] {
  const start = commonLength(from, to);
  const end = commonLength(from.slice(start).toReversed(), to.slice(start).toReversed());
  const [before, after] = [from.slice(start, from.length - end), to.slice(start, to.length - end)];
  return [
    { same: from.slice(0, start) },
    ...middle(before, after, budget),
    { same: from.slice(from.length - end) },
  ].filter((stretch) => !('same' in stretch) || stretch.same.length > 0);
}

function middle(from: string[], to: string[], budget: Budget): Stretch[] {
  if (from.length === 0 && to.length === 0) return [];
  const steps = stepsToCompare(from, to);
  if (steps > budget.steps) return [{ removed: from, added: to }];
  budget.steps -= steps;
  let done = 0;
  const stretches = diffIndices(from, to).flatMap(
    ({ buffer1: [at, length], buffer1Content, buffer2Content }) => {
      const same = from.slice(done, at);
      done = at + length;
      return [{ same }, { removed: buffer1Content, added: buffer2Content }];
    },
  );
  return [...stretches, { same: from.slice(done) }].filter(
    (stretch) => !('same' in stretch) || stretch.same.length > 0,
  );
}

/** The number of units in the common prefix. */
export function commonLength(one: readonly string[], other: readonly string[]): number {
  const different = one.findIndex((unit, index) => unit !== other[index]);
  return different === -1 ? one.length : different;
}
