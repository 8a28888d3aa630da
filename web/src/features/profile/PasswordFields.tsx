import type { Control } from 'react-hook-form';
import { FormText } from '#web/lib/form/FormText.tsx';
import type { ProfileForm } from './profile-form.ts';
import { texts } from './texts.ts';

export function PasswordFields({ control }: { control: Control<ProfileForm, unknown, ProfileForm> }) {
  return (
    <>
      <FormText
        control={control}
        name="currentPassword"
        label={texts.currentPassword}
        type="password"
        autoComplete="current-password"
        helperText={texts.currentPasswordHelp}
      />
      <FormText
        control={control}
        name="newPassword"
        label={texts.newPassword}
        type="password"
        autoComplete="new-password"
        helperText={texts.newPasswordHelp}
      />
      <FormText
        control={control}
        name="confirmNewPassword"
        label={texts.confirmNewPassword}
        type="password"
        autoComplete="new-password"
        helperText={texts.confirmNewPasswordHelp}
      />
    </>
  );
}
