import { endpoint } from '#contract/endpoint.ts';
import { catalogue } from '#contract/messages.ts';

/** How long a confirmation link is valid, and how long a change of address waits to be confirmed. */
export const confirmationDays = 3;

export const emailConfirmationMessages = catalogue('emailConfirmations', {
  nothingToConfirm: () => 'This address does not wait to be confirmed',
  noChange: () => 'No change of the address waits to be confirmed',
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
