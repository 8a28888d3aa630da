import { queryOptions } from '@tanstack/react-query';
import { getSetup } from '#contract/accounts/setup.ts';
import { call } from '#web/lib/api/call.ts';
import { bugLists } from './queries.ts';

/** What is missing of the tracker's set-up. It is read again with the dashboard's lists, until nothing is. */
export const setupQuery = queryOptions({
  queryKey: [...bugLists.queryKey, 'setup'],
  queryFn: ({ signal }) => call(getSetup, { signal }),
});
