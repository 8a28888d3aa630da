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
