import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EmailChange } from '#contract/accounts/email-changes.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { useAuth } from '#web/lib/session/auth-context.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import { Sentence } from '#web/ui/Sentence.tsx';
import { Time } from '#web/ui/Time.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { useTakeBackEmail } from './mutations.ts';
import { emailChangesQuery } from './queries.ts';
import { texts } from './texts.ts';

/** Changes of the e-mail address by other sessions, with buttons that undo them. Renders nothing if there are none. */
export function EmailChanges({ onTakenBack }: { onTakenBack: () => void }) {
  const { data: changes } = useQuery(emailChangesQuery);
  const { refresh } = useAuth();
  const takingBack = useTakeBackEmail();
  const [announcement, setAnnouncement] = useState('');
  function takeBack({ _id, from }: EmailChange) {
    setAnnouncement('');
    takingBack.mutate(_id, {
      onSuccess() {
        setAnnouncement(texts.emailTakenBack(from));
        void refresh().then(onTakenBack);
      },
    });
  }
  return (
    <>
      {takingBack.error && <Notice title={texts.takeBackFailed} text={reasonOf(takingBack.error)} />}
      {changes?.map((change) => (
        <Notice
          key={change._id}
          severity="info"
          title={texts.emailChanged}
          text={
            <Sentence
              text={texts.emailChangedText}
              parts={{
                from: change.from,
                to: change.to,
                time: <Time value={change.at} format="date-time" />,
              }}
            />
          }
          actions={
            <Button
              variant="outlined"
              size="small"
              aria-disabled={takingBack.isPending}
              onClick={takingBack.isPending ? undefined : () => takeBack(change)}
            >
              {texts.takeBack}
            </Button>
          }
        />
      ))}
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </>
  );
}
