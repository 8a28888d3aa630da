import * as z from 'zod/mini';
import { texts } from './texts.ts';

/** The rules checked here; those about names, addresses and new passwords are the server's. */
export const profileForm = z
  .object({
    name: z.string(),
    email: z.string(),
    currentPassword: z.string(),
    newPassword: z.string(),
    confirmNewPassword: z.string(),
  })
  .check(
    z.refine(
      ({ newPassword, confirmNewPassword }) => newPassword === '' || newPassword === confirmNewPassword,
      { error: texts.newPasswordsDiffer, path: ['confirmNewPassword'] },
    ),
    z.refine(({ newPassword, currentPassword }) => newPassword === '' || currentPassword !== '', {
      error: texts.currentPasswordMissing,
      path: ['currentPassword'],
    }),
  );

export type ProfileValues = z.infer<typeof profileForm>;

/** The request body, which has the passwords only when a new one is set. */
export function profileUpdate({ name, email, currentPassword, newPassword }: ProfileValues) {
  return newPassword === '' ? { name, email } : { name, email, currentPassword, newPassword };
}

/** The draft of the form: the values that differ from the profile, and never a password. */
export const profileDraftShape = z.object({
  name: z.exactOptional(z.string()),
  email: z.exactOptional(z.string()),
});

export type ProfileDraft = z.infer<typeof profileDraftShape>;

type Profile = Pick<ProfileValues, 'name' | 'email'>;

/** The draft for these values; undefined if they equal the profile. */
export function profileDraft(profile: Profile, { name, email }: Profile): ProfileDraft | undefined {
  const draft = {
    ...(name !== profile.name && { name }),
    ...(email !== profile.email && { email }),
  };
  return Object.keys(draft).length > 0 ? draft : undefined;
}
