import { getRouteApi, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import type { ErrorCode } from '#contract/errors.ts';
import { passwordLength, registerBody, type RegistrationMode } from '#contract/accounts/users.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { onceOnly } from '#web/lib/api/once-only.ts';
import { Form } from '#web/lib/form/Form.tsx';
import { type Problem, problemOf } from '#web/lib/form/problem.ts';
import { usePlainForm } from '#web/lib/form/use-plain-form.ts';
import { useAuth } from '#web/lib/session/auth-context.ts';
import { TextLink } from '#web/ui/links.tsx';
import { Page } from '#web/ui/Page.tsx';
import { Sentence } from '#web/ui/Sentence.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { SubmitButton } from '#web/ui/inputs/SubmitButton.tsx';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import { SignedOutOnly, tooManyTries } from './signed-out.tsx';
import { texts } from './texts.ts';

const route = getRouteApi('/register');

/** The only rule that this screen checks. The server checks all others; its messages also appear beside the fields. */
const registrationForm = z
  .object({ name: z.string(), email: z.string(), password: z.string(), confirmPassword: z.string() })
  .check(
    z.refine(({ password, confirmPassword }) => password === confirmPassword, {
      error: texts.passwordsDiffer,
      path: ['confirmPassword'],
    }),
  );

export function RegisterPage(): React.JSX.Element {
  const link = linkIn(useLocation({ select: ({ hash }) => hash }));
  const obstacle = obstacleTo(route.useLoaderData(), link);
  return (
    <SignedOutOnly>
      <Page title={texts.register} tabTitle={texts.register} width="narrow">
        {obstacle ? <p>{obstacle}</p> : <RegisterForm link={link} />}
        <p>
          <Sentence
            text={texts.hasAccount}
            parts={{
              login: (
                <TextLink look="underlined" to="/login" state>
                  {texts.login}
                </TextLink>
              ),
            }}
          />
        </p>
      </Page>
    </SignedOutOnly>
  );
}

/** What a link adds to the request: its secret. */
type Link = Pick<z.output<typeof registerBody>, 'invitation' | 'adminLink'>;

/** The secret in a URL fragment; empty without one, or if the server would refuse its format. */
function linkIn(hash: string): Link {
  const parameters = new URLSearchParams(hash);
  const { invitation, adminLink } = registerBody.shape;
  const first = adminLink.safeParse(parameters.get('admin') ?? undefined);
  if (first.data !== undefined) return { adminLink: first.data };
  const invited = invitation.safeParse(parameters.get('invitation') ?? undefined);
  return invited.data === undefined ? {} : { invitation: invited.data };
}

/** Why registration is not possible now; undefined if it is. */
function obstacleTo(mode: RegistrationMode | undefined, link: Link): string | undefined {
  if (link.adminLink !== undefined) return undefined;
  if (mode === 'closed') return texts.closed;
  if (mode === 'invite' && link.invitation === undefined) return texts.byInvitation;
  return undefined;
}

const reasons: Partial<Record<ErrorCode, string>> = {
  registration_closed: texts.invitationUsed,
  idempotency_mismatch: texts.alreadySent,
};

/** Explains the errors that a user can act on; all others are shown as the auth layer words them. */
function registerProblem(error: unknown): Problem {
  const problem = problemOf(texts.registerFailed, error);
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof ApiError)) return problem;
  const reason = tooManyTries(cause) ?? (cause.code && reasons[cause.code]);
  return reason === undefined ? problem : { ...problem, text: `${problem.text}: ${reason}` };
}

function RegisterForm({ link }: { link: Link }) {
  const { register } = useAuth();
  const [once] = useState(() => onceOnly());
  const areRulesKnown = useAdditions();
  const form = usePlainForm({
    schema: registrationForm,
    defaultValues: { name: '', email: '', password: '', confirmPassword: '' },
    judgedTogether: { password: ['confirmPassword'] },
    send: ({ confirmPassword: _, ...body }) => register({ ...body, ...link }, once),
    problem: registerProblem,
  });
  return (
    <Form
      form={form}
      notice={
        link.adminLink !== undefined && form.problem === undefined ? (
          <Notice severity="info" title={texts.asAdmin} text={texts.asAdminText} />
        ) : undefined
      }
    >
      <TextInput {...form.field('name')} label={texts.name} autoComplete="name" />
      <TextInput {...form.field('email')} label={texts.email} type="email" autoComplete="username" />
      <TextInput
        {...form.field('password')}
        label={texts.password}
        type="password"
        autoComplete="new-password"
        {...(areRulesKnown && { helperText: texts.passwordHelp(passwordLength.min) })}
      />
      <TextInput
        {...form.field('confirmPassword')}
        label={texts.confirmPassword}
        type="password"
        autoComplete="new-password"
      />
      <SubmitButton busy={form.busy} busyLabel={texts.creatingAccount} fullWidth>
        {texts.register}
      </SubmitButton>
    </Form>
  );
}
