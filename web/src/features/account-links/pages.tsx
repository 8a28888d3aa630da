import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import {
  confirmByLink,
  requestPasswordReset,
  resetMinutes,
  resetPassword,
  takeBackByLink,
} from '#contract/accounts/account-links.ts';
import { loginBody, passwordLength } from '#contract/accounts/users.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/call.ts';
import { Form } from '#web/lib/form/Form.tsx';
import { usePlainForm } from '#web/lib/form/use-plain-form.ts';
import { useAuth } from '#web/lib/session/auth-context.ts';
import { useRegistration } from '#web/lib/session/use-registration.ts';
import { SubmitButton } from '#web/ui/inputs/SubmitButton.tsx';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import { TextLink } from '#web/ui/links.tsx';
import { Page } from '#web/ui/Page.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { texts } from './texts.ts';

// All pages are in one file, because the code before login lists every file that a route loads.

/** The only rule that this screen checks; the server checks all others. */
const resetForm = z.object({ newPassword: z.string(), confirmPassword: z.string() }).check(
  z.refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    error: texts.passwordsDiffer,
    path: ['confirmPassword'],
  }),
);

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
      // The reset has also ended the same user's session in this browser.
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

/** Undoes a change of the e-mail address, by the link that was sent to the old one. Opening it changes nothing. */
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

type Outcome = 'done' | 'invalid';

interface Props {
  /** Performs the link's action. */
  perform: () => Promise<unknown>;
  label: string;
  busyLabel: string;
  /** The title of failures other than an invalid link. */
  failed: string;
  onOutcome: (outcome: Outcome) => void;
}

/** The button that uses a link: opening the page changes nothing. */
function LinkForm({ perform, label, busyLabel, failed, onOutcome }: Props) {
  const { refresh } = useAuth();
  const form = usePlainForm({
    schema: z.object({}),
    defaultValues: {},
    async send() {
      try {
        await perform();
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'invalid_link') throw error;
        return onOutcome('invalid');
      }
      onOutcome('done');
      // This may have ended the same user's session in this browser, or changed the address in it.
      await refresh();
    },
    problem: failed,
  });
  return (
    <Form form={form}>
      <SubmitButton busy={form.busy} busyLabel={busyLabel} fullWidth>
        {label}
      </SubmitButton>
    </Form>
  );
}

/** The link to the page that requests a reset link. Shown only if the server sends mail. */
function ForgotPasswordLink({ label = texts.forgotPassword }: { label?: string }) {
  if (!useRegistration()?.sendsResetLinks) return null;
  return (
    <p>
      <TextLink look="underlined" to="/forgot-password" state>
        {label}
      </TextLink>
    </p>
  );
}

function LoginLink() {
  return (
    <p>
      <TextLink look="underlined" to="/login" state>
        {texts.toLogin}
      </TextLink>
    </p>
  );
}

/**
 * The token in the fragment of the address; empty without one. It is removed from the address bar and from the history
 * entry, so that neither a screenshot nor the next user of the browser has it. A link that is opened later replaces it.
 */
function useLinkToken(): string {
  const router = useRouter();
  const { hash, pathname } = useLocation();
  const [token, setToken] = useState(hash);
  if (hash !== '' && hash !== token) setToken(hash);
  useEffect(() => {
    if (hash !== '') router.history.replace(pathname);
  }, [hash, pathname, router]);
  return token;
}
