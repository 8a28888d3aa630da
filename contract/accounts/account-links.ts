import * as z from 'zod/mini';
import { endpoint, type Manifest } from '#contract/endpoint.ts';
import { catalogue } from '#contract/messages.ts';
import { takeBackDays } from './email-changes.ts';
import { cleanText } from '#contract/text.ts';
import { loginBody, newPassword } from './users.ts';

/** The number of days for which a confirmation link is valid, and a change of address waits for confirmation. */
export const confirmationDays = 3;

export const emailConfirmationMessages = catalogue('emailConfirmations', {
  nothingToConfirm: () => 'This address does not need to be confirmed',
  noChange: () => 'There is no change of the address to confirm',
});

export const sendConfirmation = endpoint('POST', '/api/users/profile/email-confirmation', {
  summary:
    'Sends the link again that confirms the caller’s e-mail address: the new one, where a change waits for it. 404 where nothing waits to be confirmed.',
  access: 'signed-in',
  status: 202,
  notFound: emailConfirmationMessages.nothingToConfirm(),
  errors: ['too_many_requests'],
});

export const cancelEmailChange = endpoint('DELETE', '/api/users/profile/pending-email', {
  summary: 'Cancels a change of the caller’s e-mail address that waits to be confirmed.',
  access: 'signed-in',
  status: 204,
  notFound: emailConfirmationMessages.noChange(),
});

/** The number of minutes for which a link to set a new password is valid. */
export const resetMinutes = 30;

export const accountLinkMessages = catalogue('accountLinks', {
  invalidLink: () => 'This link has expired, was used, or was replaced by a newer one.',
  noMail: () => 'This server sends no links by email. Ask an admin for one.',
});

/** The secret of a link that the server made. */
const linkToken = cleanText('Link', { max: 100, error: accountLinkMessages.invalidLink() });

export const requestPasswordReset = endpoint('POST', '/api/users/password-reset', {
  summary:
    'Sends a reset link to the address, if an account has it; the answer is the same either way. 404 where mail is not set up.',
  access: 'public',
  status: 202,
  body: z.strictObject({ email: loginBody.shape.email }),
  notFound: accountLinkMessages.noMail(),
  errors: ['too_many_requests'],
});

export const resetPassword = endpoint('PUT', '/api/users/password-reset', {
  summary: `Sets a new password with the token of a reset link, which is valid once and for ${resetMinutes} minutes. Ends all sessions of the user.`,
  access: 'public',
  status: 204,
  body: z.strictObject({ token: linkToken, newPassword }),
  errors: ['invalid_link'],
});

export const takeBackByLink = endpoint('POST', '/api/users/take-back-email', {
  summary: `Undoes a change of an account’s e-mail address, and later ones, with the token of the link that was sent to the old address; a change that is not confirmed yet is cancelled. Valid for ${takeBackDays} days. Ends all sessions of the user.`,
  access: 'public',
  status: 204,
  body: z.strictObject({ token: linkToken }),
  errors: ['invalid_link'],
});

export const confirmByLink = endpoint('POST', '/api/users/confirm-email', {
  summary: `Confirms an e-mail address with the token of the link that was sent to it, which is valid once and for ${confirmationDays} days. An account that was to get the address has it from then on.`,
  access: 'public',
  status: 204,
  body: z.strictObject({ token: linkToken }),
  errors: ['invalid_link', 'email_taken', 'too_many_requests'],
});

export const manifest = {
  endpoints: [
    requestPasswordReset,
    resetPassword,
    takeBackByLink,
    confirmByLink,
    sendConfirmation,
    cancelEmailChange,
  ],
  messages: {
    emailConfirmations: emailConfirmationMessages,
    accountLinks: accountLinkMessages,
  },
} as const satisfies Manifest;
