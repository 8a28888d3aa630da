import { type RecordableHistogram, createHistogram } from 'node:perf_hooks';
import type { RouteTimes } from '#contract/admin/metrics.ts';

/** How many minutes are recorded, the current one included. */
export const minutes = 5;

/** Times are recorded in hundredths of a millisecond, up to ten minutes, to one part in a hundred. */
const unitsPerMs = 100;
const histogramOptions = { lowest: 1, highest: 10 * 60_000 * unitsPerMs, figures: 2 };

interface Minute {
  number: number;
  histogram: RecordableHistogram;
  failures: number;
  total: number;
  slowest: number;
}

/** The durations of the calls of the last minutes, in constant memory. */
export class RecentTimes {
  readonly #minutes: Minute[] = [];

  note(ms: number, failed: boolean, now: Date): void {
    const minute = this.#at(minuteOf(now));
    const units = Math.round(ms * unitsPerMs);
    minute.histogram.record(Math.min(Math.max(units, histogramOptions.lowest), histogramOptions.highest));
    minute.total += ms;
    minute.slowest = Math.max(minute.slowest, ms);
    if (failed) minute.failures += 1;
  }

  /** The recorded times; empty where there was no call. */
  read(now: Date): Omit<RouteTimes, 'method' | 'route'> | undefined {
    const last = minuteOf(now);
    const remembered = this.#minutes.filter(({ number }) => number > last - minutes && number <= last);
    if (remembered.length === 0) return undefined;
    const all = createHistogram(histogramOptions);
    for (const { histogram } of remembered) all.add(histogram);
    const slowest = Math.max(...remembered.map((minute) => minute.slowest));
    // A histogram returns the upper end of a time's bucket.
    const percentile = (percent: number) => Math.min(all.percentile(percent) / unitsPerMs, slowest);
    return {
      calls: all.count,
      failures: sum(remembered.map(({ failures }) => failures)),
      p50: percentile(50),
      p95: percentile(95),
      slowest,
      total: sum(remembered.map(({ total }) => total)),
    };
  }

  /** The histogram of the minute, which replaces the oldest one. */
  #at(number: number): Minute {
    const place = number % minutes;
    const there = this.#minutes[place];
    if (there?.number === number) return there;
    there?.histogram.reset();
    const histogram = there?.histogram ?? createHistogram(histogramOptions);
    return (this.#minutes[place] = { number, histogram, failures: 0, total: 0, slowest: 0 });
  }
}

function minuteOf(now: Date): number {
  return Math.floor(now.getTime() / 60_000);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
