import { useState } from 'react';
import * as z from 'zod/mini';
import { requestPasswordReset, resetMinutes } from '#contract/accounts/account-links.ts';
import { loginBody } from '#contract/accounts/users.ts';
import { call } from '#web/lib/api/call.ts';
import { Form } from '#web/lib/form/Form.tsx';
import { usePlainForm } from '#web/lib/form/use-plain-form.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import { Page } from '#web/ui/Page.tsx';
import { SubmitButton } from '#web/ui/inputs/SubmitButton.tsx';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import { LoginLink } from './LoginLink.tsx';
import { texts } from './texts.ts';

const requestForm = z.object({ email: loginBody.shape.email });

/** Requests a reset link. The response is the same whether an account has the address or not. */
export function ForgotPasswordPage(): React.JSX.Element {
  const [sentTo, setSentTo] = useState<string>();
  return (
    <Page title={texts.forgotPassword} tabTitle={texts.forgotPassword} width="narrow">
      {sentTo === undefined ? (
        <>
          <p>{texts.forgotPasswordText}</p>
          <RequestForm onSent={setSentTo} />
        </>
      ) : (
        <Notice severity="info" title={texts.linkSent} text={texts.linkSentText(sentTo, resetMinutes)} />
      )}
      <LoginLink />
    </Page>
  );
}

function RequestForm({ onSent }: { onSent: (email: string) => void }) {
  const form = usePlainForm({
    schema: requestForm,
    defaultValues: { email: '' },
    async send({ email }) {
      await call(requestPasswordReset, { body: { email } });
      onSent(email);
    },
    problem: texts.linkFailed,
  });
  return (
    <Form form={form}>
      <TextInput {...form.field('email')} label={texts.email} type="email" autoComplete="username" />
      <SubmitButton busy={form.busy} busyLabel={texts.sendingLink} fullWidth>
        {texts.sendLink}
      </SubmitButton>
    </Form>
  );
}
