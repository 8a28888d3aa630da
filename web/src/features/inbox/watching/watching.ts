import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getWatchers, unwatchBug, watchBug } from '#contract/conversation/watching.ts';
import { call } from '#web/lib/api/call.ts';
import { endpointQuery } from '#web/lib/api/query.ts';

/** The watchers of a bug. */
export const watchersQuery = (bugId: string) => endpointQuery(getWatchers, { params: { id: bugId } });

interface Watching {
  readonly isOn: boolean;
  /** Another user than oneself. */
  readonly user?: string;
}

/** Begins or stops to watch a bug; for admins, also for another user. */
export function useWatch(bugId: string) {
  const client = useQueryClient();
  const { queryKey } = watchersQuery(bugId);
  return useMutation({
    mutationFn: ({ isOn, user }: Watching) =>
      call(isOn ? watchBug : unwatchBug, {
        params: { id: bugId },
        ...(user !== undefined && { query: { user } }),
      }),
    onSuccess: () => client.invalidateQueries({ queryKey }),
  });
}
