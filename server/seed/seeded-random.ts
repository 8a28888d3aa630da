/** Numbers from 0 up to 1 like those of `Math.random`, but determined by a seed. */
export type Random = () => number;

/** Mulberry32, by Tommy Ettinger (public domain): 32 bits of state are enough to choose what to do next. */
export function seeded(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
