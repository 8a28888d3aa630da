import { z } from 'zod';
import { Form } from '#web/lib/form/Form.tsx';
import { FormText } from '#web/lib/form/FormText.tsx';
import { useScreenForm } from '#web/lib/form/use-screen-form.ts';
import { useAuth } from '#web/lib/session/auth-context.ts';
import { TextLink } from '#web/ui/links.tsx';
import { Page } from '#web/ui/Page.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { registerRoute } from './routes.ts';
import { SignedOutOnly } from './SignedOutOnly.tsx';

/** The one rule of this screen; all others are the server's, whose messages appear beside the fields too. */
const registration = z
  .object({ name: z.string(), email: z.string(), password: z.string(), confirmPassword: z.string() })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    error: 'Passwords do not match',
    path: ['confirmPassword'],
  });

export function RegisterPage(): React.JSX.Element {
  const { returnTo } = registerRoute.useSearch();
  return (
    <SignedOutOnly returnTo={returnTo}>
      <Page title="Register" tabTitle="Register" width="narrow">
        <RegisterForm />
        <p>
          Already registered?{' '}
          <TextLink underline="always" to="/login" search={{ returnTo }}>
            Login
          </TextLink>
        </p>
      </Page>
    </SignedOutOnly>
  );
}

function RegisterForm() {
  const { register } = useAuth();
  const form = useScreenForm({
    schema: registration,
    defaultValues: { name: '', email: '', password: '', confirmPassword: '' },
    send: ({ confirmPassword: _, ...body }) => register(body),
    problem: 'Failed to create account',
  });
  const { control } = form.form;
  return (
    <Form form={form}>
      <FormText control={control} name="name" label="Name" autoComplete="name" />
      <FormText control={control} name="email" label="Email" type="email" autoComplete="username" />
      <FormText
        control={control}
        name="password"
        label="Password"
        type="password"
        autoComplete="new-password"
      />
      <FormText
        control={control}
        name="confirmPassword"
        label="Confirm Password"
        type="password"
        autoComplete="new-password"
      />
      <SubmitButton busy={form.busy} busyLabel="Creating Account..." fullWidth>
        Register
      </SubmitButton>
    </Form>
  );
}
