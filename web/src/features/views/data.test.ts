import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ChangeKind } from '#contract/index.ts';
import { dispatch } from '#web/lib/live/change.ts';
import { countsQuery, liveViews } from './data.ts';

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

const kinds: [ChangeKind, boolean][] = [
  ['bug', true],
  ['comment', true],
  ['comments', true],
  ['votes', true],
  ['relations', true],
  ['label', true],
  ['custom-field', true],
  ['user', true],
  ['watchers', false],
];

const askAgain = () => undefined;

test.each(kinds)(
  'after a change of %s, whether pinned views are counted again: %s',
  async (type, isCounted) => {
    const queryClient = new QueryClient();
    queryClient.setQueryData(countsQuery.queryKey, []);
    await dispatch([liveViews], { queryClient, user, askAgain }, [{ seq: 1, type, _id: 'a', version: null }]);
    await vi.runAllTimersAsync();
    expect(queryClient.getQueryState(countsQuery.queryKey)?.isInvalidated).toBe(isCounted);
  },
);
