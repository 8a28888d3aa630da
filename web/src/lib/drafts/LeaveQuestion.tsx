import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { dropHeldKeys } from '#web/lib/keyboard/held-keys.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { isAnyUnkept } from './draft-store.ts';
import { texts } from './texts.ts';

/**
 * Asks before the user leaves a form whose text is stored nowhere else; if the page is closed, the browser asks with its
 * own text.
 */
export function LeaveQuestion({ isUnkept }: { isUnkept: () => boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: isUnkept,
    enableBeforeUnload: isAnyUnkept,
    withResolver: true,
  });
  useEffect(() => {
    // The question gets the keys, which were meant for the page that does not open.
    if (status === 'blocked') dropHeldKeys();
  }, [status]);
  return (
    <ConfirmDialog
      open={status === 'blocked'}
      title={texts.leaveTitle}
      text={texts.leaveText}
      confirmLabel={texts.leave}
      busy={false}
      problem={undefined}
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    />
  );
}
