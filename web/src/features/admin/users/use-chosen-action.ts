import { useState } from 'react';
import type { ManagedUser } from '#contract/admin/admin.ts';
import { type UserAction, wordings } from './texts.ts';
import { useUserAction } from './mutations.ts';
import { needsConfirmation } from './user-actions.ts';

interface Choice {
  user: ManagedUser;
  action: UserAction;
}

/** The chosen action on a user, from the choice through the confirmation to the result. */
export function useChosenAction() {
  // Kept after closing, so that the dialog's text stays while it fades out.
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

export type ChosenAction = ReturnType<typeof useChosenAction>;
