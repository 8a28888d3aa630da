import { diffIndices } from 'node-diff3';
import { countPairs } from './pairs.ts';

/** Units, such as lines, that both texts have, or those of the one that stand where the other has its own. */
export type Stretch =
  | { readonly same: readonly string[] }
  | { readonly removed: readonly string[]; readonly added: readonly string[] };

/** The library may look at each pair of equal units as often as the shorter text has units: so much takes a blink. */
const maxSteps = 5_000_000;

/** What turns one text into another, in its order. Where it would take long, all between what is equal at both ends. */
export function diffUnits(from: readonly string[], to: readonly string[]): Stretch[] {
  const start = commonLength(from, to);
  const end = commonLength(from.slice(start).toReversed(), to.slice(start).toReversed());
  const [before, after] = [from.slice(start, from.length - end), to.slice(start, to.length - end)];
  return [
    { same: from.slice(0, start) },
    ...middle(before, after),
    { same: from.slice(from.length - end) },
  ].filter((stretch) => !('same' in stretch) || stretch.same.length > 0);
}

function middle(from: string[], to: string[]): Stretch[] {
  if (from.length === 0 && to.length === 0) return [];
  if (countPairs(from, to) * Math.min(from.length, to.length) > maxSteps)
    return [{ removed: from, added: to }];
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

function commonLength(one: readonly string[], other: readonly string[]): number {
  const different = one.findIndex((unit, index) => unit !== other[index]);
  return different === -1 ? one.length : different;
}
