import type { Control } from 'react-hook-form';
import { FormText } from '#web/lib/form/FormText.tsx';
import type { ProfileForm } from './profile-form.ts';

export function PasswordFields({ control }: { control: Control<ProfileForm, unknown, ProfileForm> }) {
  return (
    <>
      <FormText
        control={control}
        name="currentPassword"
        label="Current Password"
        type="password"
        autoComplete="current-password"
        helperText="Required only if changing password"
      />
      <FormText
        control={control}
        name="newPassword"
        label="New Password"
        type="password"
        autoComplete="new-password"
        helperText="Leave blank to keep current password"
      />
      <FormText
        control={control}
        name="confirmNewPassword"
        label="Confirm New Password"
        type="password"
        autoComplete="new-password"
        helperText="Required if changing password"
      />
    </>
  );
}
