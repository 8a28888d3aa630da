import { useState } from 'react';
import { confirmByLink } from '#contract/accounts/account-links.ts';
import { call } from '#web/lib/api/call.ts';
import { useAuth } from '#web/lib/session/auth-context.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import { Page } from '#web/ui/Page.tsx';
import { LinkForm, type Outcome } from './LinkForm.tsx';
import { LoginLink } from './LoginLink.tsx';
import { texts } from './texts.ts';
import { useLinkToken } from './use-link-token.ts';

/** Confirms an email address, by the link that was sent to it. Opening it changes nothing. */
export function ConfirmEmailPage(): React.JSX.Element {
  const token = useLinkToken();
  const { user } = useAuth();
  return (
    <Page title={texts.confirmEmail} tabTitle={texts.confirmEmail} width="narrow">
      <ConfirmEmail key={token} token={token} />
      {!user && <LoginLink />}
    </Page>
  );
}

function ConfirmEmail({ token }: { token: string }) {
  const [outcome, setOutcome] = useState<Outcome>();
  if (token === '')
    return <Notice severity="warning" title={texts.linkIncomplete} text={texts.linkIncompleteText} />;
  if (outcome === 'invalid') return <Notice title={texts.linkInvalid} text={texts.confirmLinkInvalidText} />;
  if (outcome === 'done')
    return <Notice severity="success" title={texts.confirmed} text={texts.confirmedText} />;
  return (
    <>
      <p>{texts.confirmEmailText}</p>
      <LinkForm
        perform={() => call(confirmByLink, { body: { token } })}
        label={texts.confirmEmail}
        busyLabel={texts.confirming}
        failed={texts.confirmFailed}
        onOutcome={setOutcome}
      />
    </>
  );
}
