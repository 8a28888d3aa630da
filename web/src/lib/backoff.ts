const shortest = 500;
const longest = 10_000;

/**
 * The delay before the next retry, in milliseconds: half a second after the first failure, doubling each time, at most
 * ten seconds. A random part of up to a half prevents all clients from retrying at the same time.
 */
export function backoff(failures: number, random: () => number = Math.random): number {
  const wait = shortest * 2 ** Math.max(0, failures - 1);
  return Math.min(longest, wait * (1 + random() / 2));
}
