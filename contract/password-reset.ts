import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { catalogue } from './messages.ts';
import { cleanText } from './text.ts';
import { newPassword } from './users.ts';

/** How long a link is valid that sets a new password. */
export const resetMinutes = 30;

export const passwordResetMessages = catalogue('passwordReset', {
  invalidLink: () => 'This link has expired, was used, or was replaced by a newer one.',
});

/** The secret of a link that the server made. */
const linkToken = cleanText('Link', { max: 100, error: passwordResetMessages.invalidLink() });

export const resetPassword = endpoint('PUT', '/api/users/password-reset', {
  summary: `Sets a new password with the token of a reset link, which is valid once and for ${resetMinutes} minutes. Ends all sessions of the user.`,
  access: 'public',
  status: 204,
  body: z.strictObject({ token: linkToken, newPassword }),
  errors: ['invalid_link'],
});
