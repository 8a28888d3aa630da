import { useState } from 'react';
import { takeBackByLink } from '#contract/account-links.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/call.ts';
import { Form } from '#web/lib/form/Form.tsx';
import { usePlainForm } from '#web/lib/form/use-plain-form.ts';
import { useAuth } from '#web/lib/session/auth-context.ts';
import { ForgotPasswordLink } from '#web/lib/session/ForgotPasswordLink.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Page } from '#web/ui/Page.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import * as z from 'zod/mini';
import { LoginLink } from './LoginLink.tsx';
import { texts } from './texts.ts';
import { useLinkToken } from './use-link-token.ts';

type Outcome = 'done' | 'invalid';

/** Takes a change of the e-mail address back, by the link that was sent to the old one. Opening it changes nothing. */
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
      <TakeBackForm token={token} onOutcome={setOutcome} />
    </>
  );
}

function TakeBackForm({ token, onOutcome }: { token: string; onOutcome: (outcome: Outcome) => void }) {
  const { refresh } = useAuth();
  const form = usePlainForm({
    schema: z.object({}),
    defaultValues: {},
    async send() {
      try {
        await call(takeBackByLink, { body: { token } });
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'invalid_link') throw error;
        return onOutcome('invalid');
      }
      onOutcome('done');
      // A session of the same user in this browser has ended with it.
      await refresh();
    },
    problem: texts.takeBackFailed,
  });
  return (
    <Form form={form}>
      <SubmitButton busy={form.busy} busyLabel={texts.takingBack} fullWidth>
        {texts.takeBack}
      </SubmitButton>
    </Form>
  );
}
