const shortest = 500;
const longest = 10_000;

/**
 * How long to wait before the next try, in milliseconds: half a second after the first failure, then twice as long each
 * time, and never more than ten. A random part of up to a half prevents all clients from retrying at the same time.
 */
export function backoff(failures: number, random: () => number = Math.random): number {
  const wait = shortest * 2 ** Math.max(0, failures - 1);
  return Math.min(longest, wait * (1 + random() / 2));
}
