import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Bug } from '#contract/bugs/bugs.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { createBatches } from './asks.ts';
import type { LiveChange } from './change.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const change = (seq: number, _id = String(seq)): LiveChange => ({ seq, _id, type: 'bug', version: seq + 1 });

function setUp() {
  const stop = new AbortController();
  const delivered: (readonly LiveChange[] | 'everything')[] = [];
  const failures: unknown[] = [];
  async function take(what: readonly LiveChange[] | 'everything') {
    const failure = failures.shift();
    if (failure !== undefined) throw failure as Error;
    delivered.push(what);
  }
  const batches = createBatches({ changes: take, everything: () => take('everything') }, stop.signal);
  return { batches, delivered, failures, stop };
}

test('changes that come together are delivered together, the latest of each thing', async () => {
  const { batches, delivered } = setUp();
  for (const one of [change(1, 'a'), change(2, 'b'), change(3, 'a')]) batches.add(one);
  expect(delivered).toEqual([]);
  await vi.advanceTimersByTimeAsync(100);
  expect(delivered).toEqual([[change(3, 'a'), change(2, 'b')]]);
});

test('all changes of a bug get the bug that one of them carries; an edit says when it was filed', async () => {
  const { batches, delivered } = setUp();
  const bug = { _id: 'a', version: 2 } as Bug;
  batches.add({ seq: 1, _id: 'a', type: 'bug', version: 1 });
  batches.add(change(2, 'b'));
  batches.add({ seq: 3, _id: 'a', type: 'bug', version: 2 });
  batches.add({ seq: 4, _id: 'a', type: 'comments', version: null, bug });
  await vi.advanceTimersByTimeAsync(100);
  expect(delivered).toEqual([
    [
      { seq: 3, _id: 'a', type: 'bug', version: 2, filed: 1, bug },
      change(2, 'b'),
      { seq: 4, _id: 'a', type: 'comments', version: null, bug },
    ],
  ]);
});

test('the last of several changes of a bug decides which version all of them carry', async () => {
  const { batches, delivered } = setUp();
  const versions = [1, 2, 3].map((version) => ({ _id: 'a', version }) as Bug);
  const [, second, third] = versions as [Bug, Bug, Bug];
  const edit = { _id: 'a', type: 'bug', version: 2 } as const;
  const comments = { seq: 2, _id: 'a', type: 'comments', version: null } as const;
  batches.add({ ...edit, seq: 1, bug: second });
  batches.add({ ...comments, bug: second });
  batches.add({ ...edit, seq: 3, version: 3, bug: third });
  await vi.advanceTimersByTimeAsync(1_000);
  batches.add({ ...comments, bug: second });
  // Too large to be carried.
  batches.add({ ...edit, seq: 3, version: 3 });
  await vi.advanceTimersByTimeAsync(1_000);
  batches.add({ ...comments, bug: second });
  batches.add({ ...edit, seq: 3, version: null });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(delivered).toEqual([
    [
      { ...edit, seq: 3, version: 3, bug: third },
      { ...comments, bug: third },
    ],
    [comments, { ...edit, seq: 3, version: 3 }],
    [comments, { ...edit, seq: 3, version: null }],
  ]);
});

test('a burst becomes a few deliveries, and its last change is delivered, too', async () => {
  const { batches, delivered } = setUp();
  for (let seq = 1; seq <= 100; seq += 1) {
    batches.add(change(seq));
    await vi.advanceTimersByTimeAsync(20);
  }
  await vi.advanceTimersByTimeAsync(300);
  expect(delivered.flat()).toHaveLength(100);
  expect(delivered.length).toBeLessThanOrEqual(8);
});

test('changes that could not be delivered are delivered later, with those that came since', async () => {
  const { batches, delivered, failures } = setUp();
  failures.push(new ApiError(0, undefined), new ApiError(503, undefined));
  batches.add(change(1, 'a'));
  batches.add(change(2, 'b'));
  await vi.advanceTimersByTimeAsync(150);
  batches.add(change(3, 'a'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(delivered).toEqual([[change(3, 'a'), change(2, 'b')]]);
});

test('reading everything replaces single changes, and is retried after a failure', async () => {
  const { batches, delivered, failures } = setUp();
  failures.push(new ApiError(0, undefined));
  batches.add(change(1));
  batches.addEverything();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(delivered).toEqual(['everything']);
});

test('nothing is delivered after stopping', async () => {
  const { batches, delivered, stop } = setUp();
  batches.add(change(1));
  stop.abort();
  batches.add(change(2));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(delivered).toEqual([]);
});

test('a delivery that is cancelled by stopping is not reported as an error', async () => {
  const report = vi.fn<typeof reportError>();
  vi.stubGlobal('reportError', report);
  onTestFinished(() => void vi.unstubAllGlobals());
  const stop = new AbortController();
  const cancelled = new Promise<void>((_, reject) => {
    stop.signal.addEventListener('abort', () => reject(new Error('cancelled')));
  });
  const changes = vi.fn<() => Promise<void>>(() => cancelled);
  createBatches({ changes, everything: () => cancelled }, stop.signal).add(change(1));
  await vi.advanceTimersByTimeAsync(150);
  expect(changes).toHaveBeenCalledOnce();
  stop.abort();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(report).not.toHaveBeenCalled();
});
