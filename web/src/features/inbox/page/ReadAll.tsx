import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { Reason } from '#contract/conversation/inbox.ts';
import { counted } from '#web/language/language.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { unreadQuery } from '#web/features/inbox/queries.ts';
import { texts } from '#web/features/inbox/texts.ts';
import { mostUndone } from './use-inbox-actions.ts';

interface Props {
  reason: Reason | undefined;
  isAsked: boolean;
  onAsk: (isAsked: boolean) => void;
  onRead: () => void;
}

/** Marks all as read; asks first if there are too many for undo. */
export function ReadAll({ reason, isAsked, onAsk, onRead }: Props) {
  const { data: unread = 0 } = useQuery(unreadQuery);
  const isMany = unread > mostUndone;
  function read() {
    onAsk(false);
    if (unread > 0) onRead();
  }
  const readAtOnce = useEffectEvent(read);
  useEffect(() => {
    if (isAsked && !isMany) readAtOnce();
  }, [isAsked, isMany]);
  return (
    <>
      <Button variant="outlined" disabled={unread === 0} onClick={() => onAsk(true)}>
        {texts.readAll}
      </Button>
      <ConfirmDialog
        open={isAsked && isMany}
        title={texts.readAllTitle}
        text={texts.readAllText(reason === undefined ? counted(unread, texts.bug) : texts.reasons[reason])}
        confirmLabel={texts.readAll}
        confirmColor="primary"
        busy={false}
        problem={undefined}
        onConfirm={read}
        onClose={() => onAsk(false)}
      />
    </>
  );
}
