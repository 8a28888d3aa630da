import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { listLabels } from '#contract/classification/labels.ts';
import { noteStream } from '#web/lib/live/stream-open.ts';
import { followedQuery } from './query.ts';

afterEach(() => noteStream(false));

const query = followedQuery(listLabels, {});

/** Whether a screen that opens so many milliseconds after an answer fetches it again. */
function isFetchedAfter(age: number, isStreamOpen: boolean): boolean {
  noteStream(isStreamOpen);
  const client = new QueryClient();
  client.setQueryData(query.queryKey, [], { updatedAt: Date.now() - age });
  const cached = client.getQueryCache().find({ queryKey: query.queryKey });
  return cached?.isStaleByTime(query.staleTime()) ?? true;
}

test('a short list is used for a minute while the stream of changes is open, and for seconds without', () => {
  expect(isFetchedAfter(60_000, true)).toBe(false);
  expect(isFetchedAfter(60_000, false)).toBe(true);
  expect(isFetchedAfter(1_000, false)).toBe(false);
});
