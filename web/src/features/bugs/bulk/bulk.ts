import { ApiError, isRefusal, reasonOf } from '#web/lib/api/api-error.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { bulkTexts } from './texts.ts';

/** How many bugs are on their way to the server at once. */
const atOnce = 4;

interface Failure {
  readonly bug: Bug;
  readonly reason: string;
}

export interface BulkResult {
  /** Ids of the bugs with which it was done. */
  readonly done: readonly string[];
  readonly refused: readonly Failure[];
  /** Those of which nobody said whether it was done. */
  readonly unclear: readonly Failure[];
  /** How many were left as they were, because it was called off. */
  readonly left: number;
}

interface Watch {
  /** Calls off what has not begun; what is on its way comes to its end. */
  signal: AbortSignal;
  /** Called with how many are behind it, refused ones too. */
  onProgress: (count: number) => void;
}

const reasons: Readonly<Record<number, string>> = {
  403: bulkTexts.notYours,
  404: bulkTexts.gone,
  412: bulkTexts.changedMeanwhile,
};

/** Does something with each of the bugs, a few at a time. It never rejects: what was refused is told, bug by bug. */
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
