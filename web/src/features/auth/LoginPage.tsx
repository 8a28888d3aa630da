import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { loginBody } from '#contract/accounts/users.ts';
import { Form } from '#web/lib/form/Form.tsx';
import { usePlainForm } from '#web/lib/form/use-plain-form.ts';
import { useAuth } from '#web/lib/session/auth-context.ts';
import { useRegistration } from '#web/lib/session/use-registration.ts';
import { TextLink } from '#web/ui/links.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { Page } from '#web/ui/Page.tsx';
import { Sentence } from '#web/ui/Sentence.tsx';
import { SubmitButton } from '#web/ui/inputs/SubmitButton.tsx';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import { loginProblem, SignedOutOnly } from './signed-out.tsx';
import { texts } from './texts.ts';

/* Lazy, because most visitors have not logged out before. */
const LeftDrafts = lazy(async () => ({
  default: (await import('#web/lib/drafts/LeftDrafts.tsx')).LeftDrafts,
}));

/* Lazy, because most trackers have accounts. If its code cannot be loaded, the links to register are still there. */
const FirstAccount = lazy(() =>
  import('./FirstAccount.tsx').then(
    ({ FirstAccount: Offer }) => ({ default: Offer }),
    () => ({ default: (): React.ReactNode => null }),
  ),
);

export function LoginPage(): React.JSX.Element {
  const loggedOut = useLocation({ select: ({ state }) => state.loggedOut });
  const registration = useRegistration();
  return (
    <SignedOutOnly>
      <Page title={texts.login} tabTitle={texts.login} width="narrow">
        {loggedOut !== undefined && (
          <Suspense>
            <LeftDrafts userId={loggedOut} />
          </Suspense>
        )}
        {registration?.hasAccounts === false && (
          <Suspense>
            <FirstAccount mode={registration.mode} />
          </Suspense>
        )}
        <LoginForm />
        <p>
          <Sentence
            text={texts.noAccount}
            parts={{
              register: (
                <TextLink look="underlined" to="/register" state>
                  {texts.register}
                </TextLink>
              ),
            }}
          />
        </p>
        {registration?.sendsResetLinks && (
          <p>
            <TextLink look="underlined" to="/forgot-password" state>
              {texts.forgotPassword}
            </TextLink>
          </p>
        )}
      </Page>
    </SignedOutOnly>
  );
}

function LoginForm() {
  const { state, login } = useAuth();
  const form = usePlainForm({
    schema: loginBody,
    defaultValues: { email: '', password: '' },
    send: login,
    problem: loginProblem,
  });
  const ended = state.status === 'signed-out' && state.reason === 'ended';
  return (
    <Form
      form={form}
      notice={
        ended && form.problem === undefined ? (
          <Notice severity="info" title={texts.sessionEnded} text={texts.signInAgain} />
        ) : undefined
      }
    >
      <TextInput {...form.field('email')} label={texts.email} type="email" autoComplete="username" />
      <TextInput
        {...form.field('password')}
        label={texts.password}
        type="password"
        autoComplete="current-password"
      />
      <SubmitButton busy={form.busy} busyLabel={texts.loggingIn} fullWidth>
        {texts.login}
      </SubmitButton>
    </Form>
  );
}
