import { useMutation, useQueryClient } from '@tanstack/react-query';
import { endOtherSessions, endSession } from '#contract/sessions.ts';
import { call } from '#web/lib/api/call.ts';
import { sessionsQuery } from './queries.ts';

/** Ends the session of this id; with null, all others than this one. */
export function useEndSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string | null) =>
      id === null ? call(endOtherSessions) : call(endSession, { params: { id } }),
    // Also after a failure: the session may have ended by itself.
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}
