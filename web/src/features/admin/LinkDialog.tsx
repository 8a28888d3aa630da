import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { createInvitation, createResetLink, type ManagedUser } from '#contract/admin/admin.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/call.ts';
import type { Once } from '#web/lib/api/once-only.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '#web/ui/Dialog.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { CopyText } from '#web/ui/CopyText.tsx';
import { Sentence } from '#web/ui/Sentence.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Time } from '#web/ui/Time.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { texts } from './texts.ts';

interface Props {
  open: boolean;
  words: {
    title: string;
    /** The purpose of the link, with `{time}` for its expiry, and `{name}`. */
    text: string;
    failed: string;
  };
  /** The recipient of the link. */
  name?: string;
  link: { url: string; expiresAt: string } | undefined;
  error: unknown;
  onRetry: () => void;
  onClose: () => void;
}

/** Shows a link. It is never shown again. */
export function LinkDialog({ open, words, name, link, error, onRetry, onClose }: Props) {
  const id = useId();
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby={id}>
      <DialogTitle id={id}>{words.title}</DialogTitle>
      <DialogContent>
        {link && (
          <>
            <DialogContentText>
              <Sentence
                text={words.text}
                parts={{ name, time: <Time value={link.expiresAt} format="minute" /> }}
              />
            </DialogContentText>
            <CopyText label={texts.link} text={link.url} />
          </>
        )}
        {!link && !error && <Making />}
        {error !== null && <ErrorState title={words.failed} text={reasonOf(error)} onRetry={onRetry} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          {texts.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Making() {
  return (
    <div>
      <VisuallyHidden role="status">{texts.makingLink}</VisuallyHidden>
      <Skeleton />
      <Skeleton width="60%" />
    </div>
  );
}

/** The reset link that was made last, and whether its dialog is open. */
export function useShownResetLink() {
  // Stays set after closing, so that the dialog still has its text while it fades out.
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

/** Creates a link; a request with the same `Once` returns the same link. */
export function useInvite() {
  return useMutation({
    mutationFn: (once: Once) => once((headers) => call(createInvitation, { headers })),
  });
}

/** Makes a link with which the user can set a new password. */
function useMakeResetLink() {
  return useMutation({
    mutationFn: ({ _id: id }: ManagedUser) => call(createResetLink, { params: { id } }),
    // Not shown a second time.
    gcTime: 0,
  });
}
