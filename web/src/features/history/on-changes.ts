import { getHistory } from '#contract/history.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import type { OnChanges } from '#web/lib/live/change.ts';
import { reread } from '#web/lib/live/reread.ts';

/** The history of a bug that was edited goes on, and every one may name a person who has another name now. */
export const historyOnChanges: OnChanges = async ({ queryClient }, changes) => {
  const queryKey = endpointKey(getHistory);
  if (changes.some(({ type }) => type === 'user')) return reread(queryClient, { queryKey });
  const edited = new Set(
    changes.filter(({ type, version }) => type === 'bug' && version !== null).map(({ _id }) => _id),
  );
  return reread(queryClient, { queryKey, predicate: (query) => edited.has(String(query.queryKey[1])) });
};
