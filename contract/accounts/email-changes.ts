import * as z from 'zod/mini';
import { endpoint, type Manifest } from '#contract/endpoint.ts';
import { catalogue } from '#contract/messages.ts';
import { id, timestamp } from '#contract/text.ts';

/* Not in the file of the account links, because the web loads it before sign-in. */

/** The number of days in which a change of an e-mail address can be undone. */
export const takeBackDays = 7;

/** A change of an account's e-mail address that can be undone. */
export const emailChange = z.object({ _id: id, from: z.string(), to: z.string(), at: timestamp });

export type EmailChange = z.infer<typeof emailChange>;

export const emailChangeMessages = catalogue('emailChanges', { notFound: () => 'Change not found' });

export const listEmailChanges = endpoint('GET', '/api/users/profile/email-changes', {
  summary: `Changes of the caller’s e-mail address by other sessions in the last ${takeBackDays} days, newest first.`,
  access: 'signed-in',
  status: 200,
  response: z.array(emailChange),
});

export const takeBackEmailChange = endpoint('DELETE', '/api/users/profile/email-changes/:id', {
  summary:
    'Undoes a change of the caller’s e-mail address by another session, and later ones. Ends the sessions that made them.',
  access: 'signed-in',
  status: 204,
  params: z.strictObject({ id }),
  notFound: emailChangeMessages.notFound(),
});

export const manifest = {
  endpoints: [listEmailChanges, takeBackEmailChange],
  messages: { emailChanges: emailChangeMessages },
} as const satisfies Manifest;
