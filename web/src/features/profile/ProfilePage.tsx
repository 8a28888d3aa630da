import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from '#web/lib/form/Form.tsx';
import { FormText } from '#web/lib/form/FormText.tsx';
import { useScreenForm } from '#web/lib/form/use-screen-form.ts';
import { useAuth, useUser } from '#web/lib/session/auth-context.ts';
import { FormActions } from '#web/ui/FormLayout.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Page } from '#web/ui/Page.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { PasswordFields } from './PasswordFields.tsx';
import { profileForm, profileUpdate } from './profile-form.ts';
import { sessionsQuery } from './session-queries.ts';
import { Sessions } from './Sessions.tsx';

const noPasswords = { currentPassword: '', newPassword: '', confirmNewPassword: '' };

export function ProfilePage(): React.JSX.Element {
  const { updateProfile } = useAuth();
  const { name, email } = useUser();
  const client = useQueryClient();
  const [saved, setSaved] = useState(false);
  const form = useScreenForm({
    schema: profileForm,
    defaultValues: { name, email, ...noPasswords },
    async send(values) {
      const user = await updateProfile(profileUpdate(values));
      form.form.reset({ name: user.name, email: user.email, ...noPasswords });
      setSaved(true);
      // A new password has ended the other sessions.
      void client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
    problem: 'Failed to update profile',
    onChange: () => setSaved(false),
  });
  const { control } = form.form;
  return (
    <Page title="Profile Settings" tabTitle="Profile Settings" width="form">
      <Surface>
        <Form
          form={form}
          notice={saved ? <Notice severity="success" title="Profile updated successfully" /> : undefined}
        >
          <FormText control={control} name="name" label="Name" autoComplete="name" />
          <FormText control={control} name="email" label="Email" type="email" autoComplete="username" />
          <Typography variant="h2">Change Password</Typography>
          <PasswordFields control={control} />
          <FormActions>
            <SubmitButton busy={form.busy}>Save Changes</SubmitButton>
          </FormActions>
        </Form>
      </Surface>
      <SessionSurface>
        <Sessions />
      </SessionSurface>
    </Page>
  );
}

const SessionSurface = styled(Surface)(({ theme }) => ({ display: 'grid', gap: theme.spacing(3) }));
