import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { LeaveQuestion } from '#web/lib/drafts/LeaveQuestion.tsx';
import type { Drafts } from '#web/lib/drafts/use-drafts.ts';
import { Form } from '#web/lib/form/Form.tsx';
import { FormText } from '#web/lib/form/FormText.tsx';
import { useScreenForm } from '#web/lib/form/use-screen-form.ts';
import { useAuth, useUser } from '#web/lib/session/auth-context.ts';
import { FormActions } from '#web/ui/inputs/FormLayout.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { SubmitButton } from '#web/ui/inputs/SubmitButton.tsx';
import { PasswordFields } from './PasswordFields.tsx';
import { type ProfileDraft, profileDraft, profileForm, profileUpdate } from './profile-form.ts';
import { sessionsQuery } from './queries.ts';
import { texts } from './texts.ts';

const noPasswords = { currentPassword: '', newPassword: '', confirmNewPassword: '' };

export function ProfileForm({ drafts }: { drafts: Drafts<ProfileDraft> }) {
  const { updateProfile } = useAuth();
  const user = useUser();
  const client = useQueryClient();
  const [saved, setSaved] = useState(false);
  const form = useScreenForm({
    schema: profileForm,
    defaultValues: { name: user.name, email: user.email, ...drafts.restored, ...noPasswords },
    judgedTogether: { newPassword: ['confirmNewPassword', 'currentPassword'] },
    async send(values) {
      const { name, email } = await updateProfile(profileUpdate(values));
      form.form.reset({ name, email, ...noPasswords });
      drafts.saved();
      setSaved(true);
      // A new password has ended the other sessions.
      void client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
    problem: texts.saveFailed,
    onChange() {
      setSaved(false);
      drafts.keep(profileDraft(user, form.form.getValues()));
    },
  });
  const { control, getValues, setValue } = form.form;
  // A new address may have been confirmed meanwhile: saving the form must not request the old one.
  const shownEmail = useRef(user.email);
  useEffect(() => {
    if (getValues('email') === shownEmail.current) setValue('email', user.email);
    shownEmail.current = user.email;
  }, [user.email, getValues, setValue]);
  return (
    <Form form={form} notice={saved ? <Notice severity="success" title={texts.saved} /> : undefined}>
      <LeaveQuestion isUnkept={drafts.isUnkept} />
      <FormText control={control} name="name" label={texts.name} autoComplete="name" />
      <FormText control={control} name="email" label={texts.email} type="email" autoComplete="username" />
      <Typography variant="h2">{texts.changePassword}</Typography>
      <PasswordFields control={control} />
      <FormActions>
        <SubmitButton busy={form.busy}>{texts.save}</SubmitButton>
      </FormActions>
    </Form>
  );
}
