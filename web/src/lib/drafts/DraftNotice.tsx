import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { Sentence } from '#web/ui/Sentence.tsx';
import { Time } from '#web/ui/Time.tsx';
import { timeAgo } from '#web/lib/time.tsx';
import { dropHeldKeys } from '#web/lib/keyboard/held-keys.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { texts } from './texts.ts';
import { isAnyUnkept } from './draft-store.ts';

interface Props {
  /** When it was last changed, in milliseconds since 1970. */
  at: number;
  /** Its current title, which distinguishes it from other drafts. */
  name?: string | undefined;
  onRestore: () => void;
  onDiscard: () => void;
}

/** Offers an unsaved text. */
export function DraftNotice({ at, name = '', onRestore, onDiscard }: Props) {
  return (
    <Notice
      severity="info"
      title={[texts.offer(timeAgo(at)), ...(name.trim() === '' ? [] : [texts.quoted(name.trim())])].join(' ')}
      text={
        <Sentence
          text={texts.typedUntil}
          parts={{ time: <Time value={new Date(at).toISOString()} format="minute" /> }}
        />
      }
      actions={
        <>
          <Button variant="outlined" size="small" onClick={onRestore}>
            {texts.restore}
          </Button>
          <Button size="small" onClick={onDiscard}>
            {texts.discard}
          </Button>
        </>
      }
    />
  );
}

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
