import { useState } from 'react';
import * as z from 'zod/mini';
import { resetPassword } from '#contract/accounts/account-links.ts';
import { passwordLength } from '#contract/accounts/users.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/call.ts';
import { Form } from '#web/lib/form/Form.tsx';
import { usePlainForm } from '#web/lib/form/use-plain-form.ts';
import { ForgotPasswordLink } from '#web/lib/session/ForgotPasswordLink.tsx';
import { useAuth } from '#web/lib/session/auth-context.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import { Page } from '#web/ui/Page.tsx';
import { SubmitButton } from '#web/ui/inputs/SubmitButton.tsx';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import { LoginLink } from './LoginLink.tsx';
import { texts } from './texts.ts';
import { useLinkToken } from './use-link-token.ts';

/** The one rule of this screen; all others are the server's. */
const resetForm = z.object({ newPassword: z.string(), confirmPassword: z.string() }).check(
  z.refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    error: texts.passwordsDiffer,
    path: ['confirmPassword'],
  }),
);

type Outcome = 'done' | 'invalid';

/** Sets a new password by a link, without a session. */
export function ResetPasswordPage(): React.JSX.Element {
  const token = useLinkToken();
  return (
    <Page title={texts.resetPassword} tabTitle={texts.resetPassword} width="narrow">
      <ResetPassword key={token} token={token} />
      <LoginLink />
    </Page>
  );
}

function ResetPassword({ token }: { token: string }) {
  const [outcome, setOutcome] = useState<Outcome>();
  return (
    <>
      {token === '' && (
        <Notice severity="warning" title={texts.linkIncomplete} text={texts.linkIncompleteText} />
      )}
      {outcome === 'invalid' && (
        <>
          <Notice title={texts.linkInvalid} text={texts.resetLinkInvalidText} />
          <ForgotPasswordLink label={texts.sendNewLink} />
        </>
      )}
      {outcome === 'done' && (
        <Notice severity="success" title={texts.passwordSet} text={texts.passwordSetText} />
      )}
      {token !== '' && outcome === undefined && <ResetForm token={token} onOutcome={setOutcome} />}
    </>
  );
}

function ResetForm({ token, onOutcome }: { token: string; onOutcome: (outcome: Outcome) => void }) {
  const { refresh } = useAuth();
  const form = usePlainForm({
    schema: resetForm,
    defaultValues: { newPassword: '', confirmPassword: '' },
    judgedTogether: { newPassword: ['confirmPassword'] },
    async send({ newPassword }) {
      try {
        await call(resetPassword, { body: { token, newPassword } });
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'invalid_link') throw error;
        return onOutcome('invalid');
      }
      onOutcome('done');
      // The same user's session in this browser has ended with it.
      await refresh();
    },
    problem: texts.resetFailed,
  });
  return (
    <Form form={form}>
      <TextInput
        {...form.field('newPassword')}
        label={texts.newPassword}
        type="password"
        autoComplete="new-password"
        helperText={texts.passwordHelp(passwordLength.min)}
      />
      <TextInput
        {...form.field('confirmPassword')}
        label={texts.confirmNewPassword}
        type="password"
        autoComplete="new-password"
      />
      <SubmitButton busy={form.busy} busyLabel={texts.settingPassword} fullWidth>
        {texts.setPassword}
      </SubmitButton>
    </Form>
  );
}
