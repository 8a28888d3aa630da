import { useRouter } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { cancelledForm, forgetCancelled, undoCancel } from '#web/lib/drafts/use-drafts.ts';
import { texts } from '#web/lib/drafts/texts.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { ActionNotice } from '#web/ui/ActionNotice.tsx';

interface Props {
  form: string;
  /** Where the form is, if not on this page. */
  undoAt: '/bugs/create' | undefined;
}

/** A temporary notice that this form was cancelled. Leaving the page removes it. */
export function CancelledNotice({ form, undoAt }: Props) {
  const { _id: userId } = useUser();
  const router = useRouter();
  const cancelled = useSyncExternalStore(cancelledForm.subscribe, cancelledForm.get);
  const isShown = cancelled?.form === form && cancelled.userId === userId;
  useEffect(() => {
    if (!isShown) return undefined;
    return router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
      if (pathChanged) forgetCancelled();
    });
  }, [isShown, router]);
  if (!isShown) return null;
  const undo = () => {
    undoCancel();
    if (undoAt) void router.navigate({ to: undoAt });
  };
  return <ActionNotice action={{ label: texts.undo, run: undo }}>{texts.cancelled}</ActionNotice>;
}
