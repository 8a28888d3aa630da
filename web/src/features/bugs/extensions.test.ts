import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { customQueryField } from '#contract/classification/custom-fields.ts';
import type { ChangeKind } from '#contract/live.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import { listBugs } from '#web/lib/api/specified.ts';
import { dispatch } from '#web/lib/live/dispatch.ts';
import { setOwnQueryFields } from '#web/lib/bugs/query-fields.ts';
import { bugsExtensions } from './extensions.ts';

const user = {
  _id: 'ada',
  name: 'Ada',
  email: 'ada@example.com',
  emailConfirmed: true,
  pendingEmail: '',
  role: 'user',
} as const;

const id = '01900000-0000-7000-8000-0000000000ef';
const other = '01900000-0000-7000-8000-0000000000ff';
const effort = { field: customQueryField({ _id: id, name: 'Effort', kind: 'number' }), named: [] };
const severity = { field: customQueryField({ _id: id, name: 'Severity', kind: 'option' }), named: [] };
afterEach(() => setOwnQueryFields([]));

const kinds: [ChangeKind, string, boolean][] = [
  ['custom-field', 'severity:crash', true],
  ['custom-field', 'effort:>2', true],
  ['custom-field', 'renamed:none', true],
  ['custom-field', '-has:effort', true],
  ['custom-field', 'status:open', false],
  ['component', 'component:login', true],
  ['component', 'effort:>2', false],
  ['votes', 'votes:>5', true],
  ['votes', 'effort:>2', false],
  ['relations', 'triaged:no', false],
];

test.each(kinds)(
  'after a change of %s, whether the empty list %s is read again: %s',
  async (type, query, isRead) => {
    setOwnQueryFields([effort, severity]);
    const queryClient = new QueryClient();
    const queryKey = endpointKey(listBugs, { query });
    queryClient.setQueryData(queryKey, { pages: [{ bugs: [], total: 0, since: 1 }], pageParams: [] });
    const { live = {} } = bugsExtensions;
    await dispatch([live], { queryClient, user }, [
      { seq: 2, type, _id: type === 'custom-field' ? id : other, version: null },
    ]);
    expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(isRead);
  },
);
