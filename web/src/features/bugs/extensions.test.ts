import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { ChangeKind } from '#contract/index.ts';
import { type BugFilter, listBugs } from '#web/lib/api/specified.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import { dispatch } from '#web/lib/live/change.ts';
import { bugsExtensions } from './extensions.tsx';

const user = {
  _id: 'ada',
  name: 'Ada',
  email: 'ada@example.com',
  emailConfirmed: true,
  pendingEmail: '',
  role: 'user',
} as const;

const _id = '01900000-0000-7000-8000-0000000000ef';

const kinds: [ChangeKind, BugFilter, boolean][] = [
  ['bug', { status: 'open' }, true],
  ['custom-field', { query: 'severity:crash' }, true],
  ['component', { query: 'status:open' }, true],
  ['user', { query: 'assignee:ada' }, true],
  ['label', { status: 'open' }, false],
  ['votes', { query: 'votes:>5' }, true],
  ['votes', { status: 'open' }, false],
  ['position', { sort: '-rank' }, true],
  ['position', { query: 'status:open' }, false],
  ['comment', { q: 'moth in:comments' }, true],
  ['comment', { q: 'moth' }, false],
  ['inbox', { query: 'status:open' }, false],
];

test.each(kinds)(
  'a change of %s without a bug makes the empty list of %j stale: %s',
  async (type, filter, isRead) => {
    const queryClient = new QueryClient();
    const queryKey = endpointKey(listBugs, filter);
    queryClient.setQueryData(queryKey, { pages: [{ bugs: [], total: 0, since: 1 }], pageParams: [] });
    const { live = {} } = bugsExtensions;
    await dispatch([live], { queryClient, user, askAgain: () => undefined }, [
      { seq: 2, type, _id, version: type === 'bug' ? 2 : null },
    ]);
    expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(isRead);
  },
);
