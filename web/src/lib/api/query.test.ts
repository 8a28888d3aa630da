import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { listLabels } from '#contract/classification/labels.ts';
import { followedQuery } from './query.ts';
import { noteStream } from './stream-open.ts';

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

test('a short list is not fetched again within a minute while the stream of changes delivers, and is without it', () => {
  expect(isFetchedAfter(60_000, true)).toBe(false);
  expect(isFetchedAfter(60_000, false)).toBe(true);
  expect(isFetchedAfter(1_000, false)).toBe(false);
});
