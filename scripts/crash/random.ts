/** Numbers from 0 up to 1 that a seed decides, as `Math.random` gives them without one. */
export type Random = () => number;

/** Mulberry32, by Tommy Ettinger: 32 bits of state are enough to choose what to do next. */
export function seeded(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A whole number from `from` to `to`. */
export function between(random: Random, from: number, to: number): number {
  return from + Math.floor(random() * (to - from + 1));
}

/** One of them; undefined where there is none. */
export function oneOf<T>(random: Random, all: readonly T[]): T | undefined {
  return all[Math.floor(random() * all.length)];
}

/** All of them in another order. */
export function shuffled<T>(random: Random, all: readonly T[]): T[] {
  const keyed = all.map((each) => ({ each, key: random() }));
  return keyed.toSorted((a, b) => a.key - b.key).map(({ each }) => each);
}
