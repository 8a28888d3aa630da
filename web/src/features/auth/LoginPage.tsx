import { loginBody } from '#contract/users.ts';
import { Form } from '#web/lib/form/Form.tsx';
import { usePlainForm } from '#web/lib/form/use-plain-form.ts';
import { useAuth } from '#web/lib/session/auth-context.ts';
import { TextLink } from '#web/ui/links.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Page } from '#web/ui/Page.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { loginRoute } from './routes.ts';
import { SignedOutOnly } from './SignedOutOnly.tsx';

export function LoginPage(): React.JSX.Element {
  const { returnTo } = loginRoute.useSearch();
  return (
    <SignedOutOnly returnTo={returnTo}>
      <Page title="Login" tabTitle="Login" width="narrow">
        <LoginForm />
        <p>
          No account yet?{' '}
          <TextLink look="underlined" to="/register" search={{ returnTo }}>
            Register
          </TextLink>
        </p>
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
    problem: 'Invalid credentials',
  });
  const ended = state.status === 'signed-out' && state.reason === 'ended';
  return (
    <Form
      form={form}
      notice={
        ended && form.problem === undefined ? (
          <Notice
            severity="info"
            title="Your session has ended"
            text="Sign in again to go on where you were."
          />
        ) : undefined
      }
    >
      <TextInput {...form.field('email')} label="Email" type="email" autoComplete="username" />
      <TextInput
        {...form.field('password')}
        label="Password"
        type="password"
        autoComplete="current-password"
      />
      <SubmitButton busy={form.busy} busyLabel="Logging in..." fullWidth>
        Login
      </SubmitButton>
    </Form>
  );
}
