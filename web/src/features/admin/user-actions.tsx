import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  confirmUserEmail,
  endUserSessions,
  listManagedUsers,
  type ManagedUser,
  takeBackUserEmailChange,
  updateManagedUser,
} from '#contract/admin/admin.ts';
import { listAudit } from '#contract/admin/audit.ts';
import { call } from '#web/lib/api/call.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import { problemOf } from '#web/lib/form/problem.ts';
import { useAuth, useUser } from '#web/lib/session/auth-context.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { texts, type UserAction, wordings } from './texts.ts';

/** The actions available for a user. */
export function actionsFor(user: ManagedUser): readonly UserAction[] {
  const { role, suspended, emailChanges } = user;
  return [
    role === 'admin' ? 'make-user' : 'make-admin',
    suspended ? 'reinstate' : 'suspend',
    'end-sessions',
    ...(addressToConfirm(user) === undefined ? [] : ['confirm-email' as const]),
    ...(emailChanges.length > 0 ? ['take-back-email' as const] : []),
  ];
}

/** Reinstating does no harm, so it needs no confirmation. */
function needsConfirmation(action: UserAction): boolean {
  return action !== 'reinstate';
}

/** The unconfirmed address of the user: the new one of a pending change, else the account's own. */
function addressToConfirm({ email, emailConfirmed, pendingEmail }: ManagedUser): string | undefined {
  return pendingEmail ?? (emailConfirmed === false ? email : undefined);
}

interface Choice {
  user: ManagedUser;
  action: UserAction;
}

/** The chosen action on a user, from the choice through the confirmation to the result. */
export function useChosenAction() {
  // Stays set after closing, so that the dialog still has its text while it fades out.
  const [choice, setChoice] = useState<Choice>();
  const [open, setOpen] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const { mutate, isPending, error, reset } = useUserAction();

  function perform(chosen: Choice) {
    setAnnouncement('');
    mutate(chosen, {
      onSuccess() {
        setOpen(false);
        setAnnouncement(wordings[chosen.action].done(chosen.user.name));
      },
      // The dialog opens to show the failure of an action without confirmation.
      onError: () => setOpen(true),
    });
  }
  return {
    choice,
    open,
    announcement,
    busy: isPending,
    error,
    choose(user: ManagedUser, action: UserAction) {
      reset();
      setChoice({ user, action });
      if (needsConfirmation(action)) setOpen(true);
      else perform({ user, action });
    },
    confirm: () => choice && perform(choice),
    close: () => setOpen(false),
  };
}

type ChosenAction = ReturnType<typeof useChosenAction>;

/**
 * Performs the chosen action on a user. Refetches the lists, and for the user's own account also the session, because
 * the user may no longer be an admin.
 */
function useUserAction() {
  const client = useQueryClient();
  const { refresh } = useAuth();
  const self = useUser();
  return useMutation({
    mutationFn: async ({ user, action }: Choice) => send(user, action),
    async onSuccess(_, { user }) {
      client.removeQueries({ queryKey: endpointKey(listAudit), type: 'inactive' });
      await client.invalidateQueries({ queryKey: endpointKey(listManagedUsers) });
      // If this ended the session, the refused call has already signed the user out here.
      if (user._id === self._id) await refresh();
    },
  });
}

async function send(user: ManagedUser, action: UserAction): Promise<void> {
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

/** Confirms harmful actions, shows failures, and announces success to screen readers. */
export function UserActionDialog({ chosen }: { chosen: ChosenAction }) {
  const { choice, open, busy, error, announcement } = chosen;
  const self = useUser();
  const words = choice && wordings[choice.action];
  const isOwn = choice?.user._id === self._id;
  return (
    <>
      {words && (
        <ConfirmDialog
          open={open}
          title={words.title}
          text={`${isOwn ? `${texts.ownAccount} ` : ''}${words.consequence(choice.user)}`}
          confirmLabel={words.label}
          confirmColor={
            ['make-admin', 'reinstate', 'confirm-email'].includes(choice.action) ? 'primary' : 'error'
          }
          busy={busy}
          problem={error ? problemOf(words.failed, error) : undefined}
          onConfirm={chosen.confirm}
          onClose={chosen.close}
        />
      )}
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </>
  );
}
