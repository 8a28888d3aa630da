import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import type { RegistrationMode } from '#contract/users.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { Form } from '#web/lib/form/Form.tsx';
import { FormText } from '#web/lib/form/FormText.tsx';
import { type Problem, problemOf, useScreenForm } from '#web/lib/form/use-screen-form.ts';
import { useAuth } from '#web/lib/session/auth-context.ts';
import { TextLink } from '#web/ui/links.tsx';
import { Page } from '#web/ui/Page.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { registrationQuery } from './queries.ts';
import { registerRoute } from './routes.ts';
import { SignedOutOnly } from './SignedOutOnly.tsx';

/** The one rule of this screen; all others are the server's, whose messages appear beside the fields too. */
const registrationForm = z
  .object({ name: z.string(), email: z.string(), password: z.string(), confirmPassword: z.string() })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    error: 'Passwords do not match',
    path: ['confirmPassword'],
  });

export function RegisterPage(): React.JSX.Element {
  const { returnTo, invitation } = registerRoute.useSearch();
  const { data: registration } = useQuery(registrationQuery);
  const obstacle = obstacleTo(registration?.mode, invitation);
  return (
    <SignedOutOnly returnTo={returnTo}>
      <Page title="Register" tabTitle="Register" width="narrow">
        {obstacle ? <p>{obstacle}</p> : <RegisterForm invitation={invitation} />}
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

/** Why nobody can register here, as things stand. */
function obstacleTo(mode: RegistrationMode | undefined, invitation: string | undefined): string | undefined {
  if (mode === 'closed') return 'Registration is closed.';
  if (mode === 'invite' && invitation === undefined)
    return 'Registration is by invitation: ask an admin for a link.';
  return undefined;
}

/** An invitation that is no good says so; everything else is said as the auth layer says it. */
function registerProblem(error: unknown): Problem {
  const problem = problemOf('Failed to create account', error);
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof ApiError) || cause.code !== 'registration_closed') return problem;
  return {
    ...problem,
    text: `${problem.text}: the invitation has been used or has run out. Ask an admin for another link.`,
  };
}

function RegisterForm({ invitation }: { invitation: string | undefined }) {
  const { register } = useAuth();
  const form = useScreenForm({
    schema: registrationForm,
    defaultValues: { name: '', email: '', password: '', confirmPassword: '' },
    send: ({ confirmPassword: _, ...body }) =>
      register(invitation === undefined ? body : { ...body, invitation }),
    problem: registerProblem,
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
