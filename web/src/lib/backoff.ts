const shortest = 500;
const longest = 10_000;

/**
 * How long to wait before the next try, in milliseconds: half a second after the first failure, then twice as long
 * each time, and never more than ten. A random part, up to a half more, keeps everyone from coming back at once.
 */
export function backoff(failures: number, random: () => number = Math.random): number {
  const wait = shortest * 2 ** Math.max(0, failures - 1);
  return Math.min(longest, wait * (1 + random() / 2));
}
