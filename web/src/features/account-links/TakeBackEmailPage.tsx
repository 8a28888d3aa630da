import { useState } from 'react';
import { takeBackByLink } from '#contract/accounts/account-links.ts';
import { call } from '#web/lib/api/call.ts';
import { ForgotPasswordLink } from '#web/lib/session/ForgotPasswordLink.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { Page } from '#web/ui/Page.tsx';
import { LinkForm, type Outcome } from './LinkForm.tsx';
import { LoginLink } from './LoginLink.tsx';
import { texts } from './texts.ts';
import { useLinkToken } from './use-link-token.ts';

/** Undoes a change of the e-mail address, by the link that was sent to the old one. Opening the page changes nothing. */
export function TakeBackEmailPage(): React.JSX.Element {
  const token = useLinkToken();
  return (
    <Page title={texts.takeBack} tabTitle={texts.takeBack} width="narrow">
      <TakeBack key={token} token={token} />
      <LoginLink />
    </Page>
  );
}

function TakeBack({ token }: { token: string }) {
  const [outcome, setOutcome] = useState<Outcome>();
  if (token === '')
    return <Notice severity="warning" title={texts.linkIncomplete} text={texts.linkIncompleteText} />;
  if (outcome === 'invalid') return <Notice title={texts.linkInvalid} text={texts.takeBackLinkInvalidText} />;
  if (outcome === 'done')
    return (
      <>
        <Notice severity="success" title={texts.takenBack} text={texts.takenBackText} />
        <ForgotPasswordLink />
      </>
    );
  return (
    <>
      <p>{texts.takeBackText}</p>
      <LinkForm
        perform={() => call(takeBackByLink, { body: { token } })}
        label={texts.takeBack}
        busyLabel={texts.takingBack}
        failed={texts.takeBackFailed}
        onOutcome={setOutcome}
      />
    </>
  );
}
