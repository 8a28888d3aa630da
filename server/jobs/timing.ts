/** How workers wait, in milliseconds, and how many jobs run at a time. */
export const defaultTiming = {
  /**
   * How long a job is leased. It is extended while the job runs; if the process crashes, another one claims the job after
   * the lease.
   */
  lease: 60_000,
  /** The longest interval between two polls of the queue, as a signal of a commit can be lost. */
  poll: 30_000,
  /** The shortest interval between two polls: most commits add no job. */
  pause: 100,
  /** The wait after a failure of the database, or if another process was faster. */
  retry: 1_000,
  /** How long stopping waits for jobs whose signal was aborted. */
  stopTimeout: 3_000,
  /** The longest wait before the second attempt. */
  firstRetry: 5_000,
  /** How many jobs run at a time in this process. */
  concurrency: 6,
};

export type Timing = typeof defaultTiming;

const longest = 3_600_000;

/**
 * The wait before the next attempt, in milliseconds: a random part ("full jitter") of at most `first` after the first
 * attempt, of twice that after each further one, and of at most an hour.
 */
export function backoff(attempts: number, first: number, random: () => number): number {
  return Math.round(random() * Math.min(longest, first * 2 ** (attempts - 1)));
}
