const longest = 3_600_000;

/**
 * The wait before the next attempt, in milliseconds: a random part ("full jitter") of at most `first` after the first
 * attempt, of twice that after each further one, and of at most an hour.
 */
export function backoff(attempts: number, first: number, random: () => number): number {
  return Math.round(random() * Math.min(longest, first * 2 ** (attempts - 1)));
}
