import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, timestamp } from './text.ts';

/** For how many days a change of an e-mail address can be taken back. */
export const takeBackDays = 7;

/** A change of an account's e-mail address that can be taken back. */
export const emailChange = z.object({ _id: id, from: z.string(), to: z.string(), at: timestamp });

export type EmailChange = z.infer<typeof emailChange>;

const notFound = 'Change not found';

export const listEmailChanges = endpoint('GET', '/api/users/profile/email-changes', {
  summary: `Changes of one’s own e-mail address that other sessions made in the last ${takeBackDays} days, newest first.`,
  access: 'signed-in',
  status: 200,
  response: z.array(emailChange),
});

export const takeBackEmailChange = endpoint('DELETE', '/api/users/profile/email-changes/:id', {
  summary:
    'Takes back a change of one’s own e-mail address that another session made, and those after it. The sessions that made them end.',
  access: 'signed-in',
  status: 204,
  params: z.strictObject({ id }),
  notFound,
});

export const takeBackUserEmailChange = endpoint('DELETE', '/api/admin/users/:id/email-changes/:change', {
  summary:
    'Takes back a change of a user’s e-mail address, and those after it. The sessions that made them end.',
  access: 'admin',
  status: 204,
  params: z.strictObject({ id, change: id }),
  notFound,
});
