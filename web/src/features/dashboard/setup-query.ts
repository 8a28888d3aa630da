import { queryOptions } from '@tanstack/react-query';
import { getSetup } from '#contract/accounts/users.ts';
import { call } from '#web/lib/api/call.ts';
import { bugLists } from './queries.ts';

/** The remaining steps of the tracker's setup. Refetched with the dashboard's lists until none remain. */
export const setupQuery = queryOptions({
  queryKey: [...bugLists.queryKey, 'setup'],
  queryFn: ({ signal }) => call(getSetup, { signal }),
});
