import Button from '@mui/material/Button';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { cancelledForm, forgetCancelled, undoCancel } from '#web/lib/drafts/cancelled.ts';
import { texts } from '#web/lib/drafts/texts.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { Report } from '#web/ui/FloatingBar.tsx';

/**
 * A notice, for a moment, that this form was cancelled, with a button that undoes it. Leaving the page removes it.
 * `undoAt` is where the form is, unless it is on this page.
 */
export function useCancelled(form: string, undoAt?: '/bugs/create'): React.JSX.Element | undefined {
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
  if (!isShown) return undefined;
  return (
    <>
      <Report>{texts.cancelled}</Report>
      <Button
        size="small"
        variant="outlined"
        onClick={() => {
          undoCancel();
          if (undoAt) void router.navigate({ to: undoAt });
        }}
      >
        {texts.undo}
      </Button>
    </>
  );
}
