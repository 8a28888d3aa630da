import { useState } from 'react';
import type { ManagedUser } from '#contract/admin/admin.ts';
import { texts } from '#web/features/admin/texts.ts';
import { LinkDialog } from './LinkDialog.tsx';
import { useMakeResetLink } from './mutations.ts';

/** The reset link that was made last, and whether its dialog is open. */
export function useShownResetLink() {
  // Kept after closing, so that the dialog's text stays while it fades out.
  const [user, setUser] = useState<ManagedUser>();
  const [open, setOpen] = useState(false);
  const { data, error, mutate, reset } = useMakeResetLink();
  return {
    user,
    open,
    link: data,
    error,
    show(chosen: ManagedUser) {
      reset();
      setUser(chosen);
      setOpen(true);
      mutate(chosen);
    },
    retry: () => user && mutate(user),
    close: () => setOpen(false),
  };
}

/** Shows the link with which a user can set a new password. */
export function ResetLinkDialog({ shown }: { shown: ReturnType<typeof useShownResetLink> }) {
  const { user, open, link, error, retry, close } = shown;
  if (!user) return null;
  const words = {
    title: texts.resetLink,
    text: texts.resetLinkText,
    failed: texts.resetLinkFailed,
  };
  return (
    <LinkDialog
      open={open}
      words={words}
      name={user.name}
      link={link}
      error={error}
      onRetry={retry}
      onClose={close}
    />
  );
}
