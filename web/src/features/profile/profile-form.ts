import { z } from 'zod';

/** The rules of the screen; those about names, addresses and new passwords are the server's. */
export const profileForm = z
  .object({
    name: z.string(),
    email: z.string(),
    currentPassword: z.string(),
    newPassword: z.string(),
    confirmNewPassword: z.string(),
  })
  .refine(({ newPassword, confirmNewPassword }) => newPassword === '' || newPassword === confirmNewPassword, {
    error: 'New passwords do not match',
    path: ['confirmNewPassword'],
  })
  .refine(({ newPassword, currentPassword }) => newPassword === '' || currentPassword !== '', {
    error: 'Current password is required to change password',
    path: ['currentPassword'],
  });

export type ProfileForm = z.infer<typeof profileForm>;

/** What is sent: the passwords go along only when a new one is set. */
export function profileUpdate({ name, email, currentPassword, newPassword }: ProfileForm) {
  return newPassword === '' ? { name, email } : { name, email, currentPassword, newPassword };
}
