import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { dispatch, type LiveChange, type OnChanges } from './change.ts';

const change = (type: LiveChange['type'], _id: string): LiveChange => ({ seq: 1, type, _id, version: 1 });
const user = {
  _id: 'ada',
  name: 'Ada',
  email: 'ada@example.com',
  emailConfirmed: true,
  pendingEmail: '',
  role: 'user',
} as const;
const setUp = () => ({ queryClient: new QueryClient(), user, askAgain: () => undefined });

test('each handler gets the changes of its kind, and other kinds are ignored', async () => {
  const bug = vi.fn<OnChanges>(async () => undefined);
  await dispatch([{ bug }], setUp(), [change('bug', '1'), change('user', '2'), change('bug', '3')]);
  expect(bug.mock.calls.map(([, changes]) => changes.map(({ _id }) => _id))).toEqual([['1', '3']]);
});

test('query keys are invalidated', async () => {
  const screens = setUp();
  for (const key of ['figures', 'people']) screens.queryClient.setQueryData([key], 1);
  await dispatch([{ bug: [['figures']], user: [['people']] }], screens, [change('bug', '1')]);
  const isStale = (key: string) => screens.queryClient.getQueryState([key])?.isInvalidated;
  expect([isStale('figures'), isStale('people')]).toEqual([true, false]);
});

test('a failed handler does not keep others from their changes, and fails the batch', async () => {
  const failing = vi.fn<OnChanges>(() => Promise.reject(new Error('away')));
  const other = vi.fn<OnChanges>(async () => undefined);
  const dispatched = dispatch([{ bug: failing }, { bug: other }], setUp(), [change('bug', '1')]);
  await expect(dispatched).rejects.toThrow('away');
  expect(other).toHaveBeenCalledOnce();
});
