import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EmailChange } from '#contract/accounts/email-changes.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { useAuth, useUser } from '#web/lib/session/auth-context.ts';
import { Button } from '#web/ui/Button.tsx';
import { Banner, BannerText } from '#web/ui/Banner.tsx';
import { TextLink } from '#web/ui/links.tsx';
import { Sentence } from '#web/ui/Sentence.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { Time } from '#web/ui/Time.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { emailChangesQuery, useCancelEmailChange, useSendConfirmation, useTakeBackEmail } from './data.ts';
import { texts } from './texts.ts';

/** The banner on every page while the address is unconfirmed. */
export function UnconfirmedEmail() {
  const { email, pendingEmail } = useUser();
  return (
    <Banner severity="warning" role="region" aria-label={texts.unconfirmed}>
      <BannerText>
        <strong>{texts.unconfirmed}.</strong>{' '}
        <Sentence text={texts.unconfirmedText} parts={{ email: <strong>{pendingEmail || email}</strong> }} />
        {pendingEmail === '' && (
          <>
            {' '}
            <TextLink look="underlined" to="/profile">
              {texts.correctEmail}
            </TextLink>
          </>
        )}
      </BannerText>
      <SendAgain />
    </Banner>
  );
}

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
                time: <Time value={change.at} format="minute" />,
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

/** A button that sends the confirmation link again, and its result. */
function SendAgain() {
  const { mutate, isPending, isSuccess, error } = useSendConfirmation();
  return (
    <>
      <Button
        variant="outlined"
        size="small"
        aria-disabled={isPending}
        onClick={isPending ? undefined : () => mutate()}
      >
        {texts.sendAgain}
      </Button>
      {/* Always in the page, so that screen readers announce its text. */}
      <span role="status">
        {isSuccess && texts.sentAgain}
        {error && `${texts.sendFailed}: ${reasonOf(error)}`}
      </span>
    </>
  );
}
