import { ApiError, isRefusal, reasonOf } from '#web/lib/api/api-error.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { bulkTexts } from './texts.ts';

/** Concurrent requests. */
const atOnce = 4;

interface Failure {
  readonly bug: Bug;
  readonly reason: string;
}

export interface BulkResult {
  /** Ids of the bugs that succeeded. */
  readonly done: readonly string[];
  readonly refused: readonly Failure[];
  /** Bugs with an unknown outcome: the response was lost. */
  readonly unclear: readonly Failure[];
  /** How many were skipped after the abort. */
  readonly left: number;
}

interface Watch {
  /** Skips the bugs not yet started; requests in flight finish. */
  signal: AbortSignal;
  /** Called with the number of finished bugs, refused ones included. */
  onProgress: (count: number) => void;
}

const reasons: Readonly<Record<number, string>> = {
  404: bulkTexts.gone,
  412: bulkTexts.changedMeanwhile,
};

/** Runs an action for each bug, a few concurrently. Never rejects: the result lists failures by bug. */
export async function forEachBug(
  bugs: readonly Bug[],
  work: (bug: Bug) => Promise<unknown>,
  { signal, onProgress }: Watch,
): Promise<BulkResult> {
  const waiting = [...bugs];
  const done: string[] = [];
  const refused: Failure[] = [];
  const unclear: Failure[] = [];
  const settled = () => done.length + refused.length + unclear.length;

  async function workOff() {
    for (let bug = waiting.shift(); bug !== undefined; bug = signal.aborted ? undefined : waiting.shift()) {
      try {
        await work(bug);
        done.push(bug._id);
      } catch (error) {
        (isRefusal(error) ? refused : unclear).push({ bug, reason: reasonFor(error) });
      }
      onProgress(settled());
    }
  }

  await Promise.all(Array.from({ length: atOnce }, workOff));
  return { done, refused, unclear, left: bugs.length - settled() };
}

function reasonFor(error: unknown): string {
  return (error instanceof ApiError ? reasons[error.status] : undefined) ?? reasonOf(error);
}
