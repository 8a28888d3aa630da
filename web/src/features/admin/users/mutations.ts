import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  confirmUserEmail,
  createInvitation,
  createResetLink,
  endUserSessions,
  listManagedUsers,
  type ManagedUser,
  updateManagedUser,
  takeBackUserEmailChange,
} from '#contract/admin/admin.ts';
import { listAudit } from '#contract/admin/audit.ts';
import { call } from '#web/lib/api/call.ts';
import type { Once } from '#web/lib/api/once-only.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import { useAuth, useUser } from '#web/lib/session/auth-context.ts';
import type { UserAction } from './texts.ts';
import { addressToConfirm } from './user-actions.ts';

interface Done {
  user: ManagedUser;
  action: UserAction;
}

/**
 * Performs the chosen action on a user. Refetches the lists, and for the own account the session: the user may no
 * longer be an admin.
 */
export function useUserAction() {
  const client = useQueryClient();
  const { refresh } = useAuth();
  const self = useUser();
  return useMutation({
    mutationFn: async ({ user, action }: Done) => perform(user, action),
    async onSuccess(_, { user }) {
      client.removeQueries({ queryKey: endpointKey(listAudit), type: 'inactive' });
      await client.invalidateQueries({ queryKey: endpointKey(listManagedUsers) });
      // If this ended the session, the refused call has already signed the user out here.
      if (user._id === self._id) await refresh();
    },
  });
}

async function perform(user: ManagedUser, action: UserAction): Promise<void> {
  const { _id: id, emailChanges } = user;
  const params = { id };
  switch (action) {
    case 'make-admin':
      await call(updateManagedUser, { params, body: { role: 'admin' } });
      return;
    case 'make-user':
      await call(updateManagedUser, { params, body: { role: 'user' } });
      return;
    case 'suspend':
      await call(updateManagedUser, { params, body: { suspended: true } });
      return;
    case 'reinstate':
      await call(updateManagedUser, { params, body: { suspended: false } });
      return;
    case 'end-sessions':
      await call(endUserSessions, { params });
      return;
    case 'confirm-email':
      await call(confirmUserEmail, { params, body: { email: addressToConfirm(user) ?? '' } });
      return;
    case 'take-back-email':
      await call(takeBackUserEmailChange, { params: { id, change: emailChanges[0]?._id ?? '' } });
  }
}

/** Creates a link; the same `Once` gives the same link. */
export function useInvite() {
  return useMutation({
    mutationFn: (once: Once) => once((headers) => call(createInvitation, { headers })),
  });
}

/** Makes a link with which the user can set a new password. */
export function useMakeResetLink() {
  return useMutation({
    mutationFn: ({ _id: id }: ManagedUser) => call(createResetLink, { params: { id } }),
    // Not shown a second time.
    gcTime: 0,
  });
}
