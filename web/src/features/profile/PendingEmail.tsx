import Button from '@mui/material/Button';
import { useState } from 'react';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import { Sentence } from '#web/ui/Sentence.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { useCancelEmailChange } from './mutations.ts';
import { SendAgain } from './SendAgain.tsx';
import { texts } from './texts.ts';

/** The new e-mail address that is waiting to be confirmed, if any. */
export function PendingEmail() {
  const { email, pendingEmail, emailConfirmed } = useUser();
  const cancelling = useCancelEmailChange();
  const [announcement, setAnnouncement] = useState('');
  function cancel() {
    setAnnouncement('');
    cancelling.mutate(undefined, { onSuccess: () => setAnnouncement(texts.changeCancelled(email)) });
  }
  return (
    <>
      {cancelling.error && <Notice title={texts.cancelFailed} text={reasonOf(cancelling.error)} />}
      {pendingEmail !== '' && (
        <Notice
          severity="info"
          title={texts.pending}
          text={
            <Sentence
              text={texts.pendingText}
              parts={{ email: <strong>{pendingEmail}</strong>, current: <strong>{email}</strong> }}
            />
          }
          actions={
            <>
              {/* Otherwise the banner above the page offers it. */}
              {emailConfirmed && <SendAgain key={pendingEmail} />}
              <Button
                size="small"
                aria-disabled={cancelling.isPending}
                onClick={cancelling.isPending ? undefined : cancel}
              >
                {texts.cancelChange}
              </Button>
            </>
          }
        />
      )}
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </>
  );
}
