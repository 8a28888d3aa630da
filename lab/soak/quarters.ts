import { median, percentile } from '#lab/figures.ts';

/** A sample of the server's state. */
export interface Sample {
  /** The memory of the process, and the size of the log beside the database, in megabytes. */
  memory: number;
  wal: number;
  /** Since the previous sample. */
  calls: number;
  failures: number;
  /** The milliseconds that calls took. */
  times: number[];
}

interface Quarter {
  memory: number;
  wal: number;
  calls: number;
  failures: number;
  median: number;
  slowest: number;
}

/** The limits for the growth of memory since the second quarter, and for the size of the log. */
const most = { growth: 1.1, megabytes: 10, wal: 64 };

/**
 * Summarises the samples in four parts of equal length: medians of memory and time, the largest log, and sums of the
 * rest.
 */
export function quarters(samples: readonly Sample[]): Quarter[] {
  return [0, 1, 2, 3].map((i) => {
    const part = samples.slice(
      Math.floor((i * samples.length) / 4),
      Math.floor(((i + 1) * samples.length) / 4),
    );
    const times = part.flatMap((sample) => sample.times);
    return {
      memory: median(part.map(({ memory }) => memory)),
      wal: Math.max(0, ...part.map(({ wal }) => wal)),
      calls: sum(part.map(({ calls }) => calls)),
      failures: sum(part.map(({ failures }) => failures)),
      median: median(times),
      slowest: percentile(times, 0.99),
    };
  });
}

/** The exceeded limits, one per line. The first quarter is the warm-up. */
export function verdict(parts: readonly Quarter[]): string[] {
  const [, second, , last] = parts;
  if (!second || !last) return ['there is nothing to compare'];
  const failures = sum(parts.map((part) => part.failures));
  const wal = Math.max(...parts.map((part) => part.wal));
  const allowed = Math.max(second.memory * most.growth, second.memory + most.megabytes);
  return [
    ...(last.memory > allowed
      ? [`memory grew from ${second.memory.toFixed(0)} MB to ${last.memory.toFixed(0)} MB`]
      : []),
    ...(wal >= most.wal ? [`the log grew to ${wal.toFixed(0)} MB`] : []),
    ...(failures > 0 ? [`${failures} calls failed`] : []),
    ...(last.calls === 0 ? ['nothing was called'] : []),
  ];
}

function sum(list: readonly number[]): number {
  return list.reduce((total, each) => total + each, 0);
}
