import { useMutation, useQueryClient } from '@tanstack/react-query';
import { cancelEmailChange, sendConfirmation } from '#contract/accounts/account-links.ts';
import { listEmailChanges, takeBackEmailChange } from '#contract/accounts/email-changes.ts';
import { endOtherSessions, endSession, listSessions } from '#contract/accounts/sessions.ts';
import { call } from '#web/lib/api/call.ts';
import { endpointQuery } from '#web/lib/api/query.ts';
import { useAuth } from '#web/lib/session/auth-context.ts';

export const sessionsQuery = endpointQuery(listSessions, {});

export const emailChangesQuery = endpointQuery(listEmailChanges, {});

/** Ends the session with this id; with null, all sessions but this one. */
export function useEndSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string | null) =>
      id === null ? call(endOtherSessions) : call(endSession, { params: { id } }),
    // Also after a failure: the session may have ended by itself.
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

/** Undoes the change of address with this id. */
export function useTakeBackEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(takeBackEmailChange, { params: { id } }),
    onSettled: async () => {
      // The session that made the change has ended.
      await Promise.all(
        [emailChangesQuery, sessionsQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })),
      );
    },
  });
}

/** Sends the confirmation link for the address again. */
export function useSendConfirmation() {
  const { refresh } = useAuth();
  return useMutation({
    mutationFn: () => call(sendConfirmation),
    // It may have been confirmed meanwhile.
    onError: () => refresh(),
  });
}

/** Cancels the pending change of address. */
export function useCancelEmailChange() {
  const { refresh } = useAuth();
  return useMutation({ mutationFn: () => call(cancelEmailChange), onSettled: () => refresh() });
}
