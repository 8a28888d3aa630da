import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ChangeKind } from '#contract/index.ts';
import { dispatch } from '#web/lib/live/change.ts';
import { countsQuery, liveViews, viewsQuery } from './data.ts';

const user = {
  _id: 'ada',
  name: 'Ada',
  email: 'ada@example.com',
  emailConfirmed: true,
  pendingEmail: '',
  role: 'user',
} as const;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { hidden: false });
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Whether pinned views are counted again, and whether views are read again because their queries have names. */
const kinds: [ChangeKind, boolean, boolean][] = [
  ['bug', true, false],
  ['comment', true, false],
  ['comments', true, false],
  ['votes', true, false],
  ['relations', true, false],
  ['label', true, true],
  ['component', true, true],
  ['version', true, true],
  ['custom-field', true, true],
  ['user', true, true],
  ['watchers', false, false],
];

const askAgain = () => undefined;

test.each(kinds)(
  'after a change of %s, pinned views are counted again: %s; views are read again: %s',
  async (type, isCounted, isRead) => {
    const queryClient = new QueryClient();
    queryClient.setQueryData(countsQuery.queryKey, []);
    queryClient.setQueryData(viewsQuery.queryKey, []);
    await dispatch([liveViews], { queryClient, user, askAgain }, [{ seq: 1, type, _id: 'a', version: null }]);
    await vi.runAllTimersAsync();
    expect(queryClient.getQueryState(countsQuery.queryKey)?.isInvalidated).toBe(isCounted);
    expect(queryClient.getQueryState(viewsQuery.queryKey)?.isInvalidated).toBe(isRead);
  },
);
