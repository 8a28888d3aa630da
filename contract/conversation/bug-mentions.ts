import * as z from 'zod/mini';
import { bugMessages } from '#contract/bugs/bugs.ts';
import { endpoint } from '#contract/endpoint.ts';
import { catalogue } from '#contract/messages.ts';
import { id } from '#contract/text.ts';
import { type Wait, after } from '#contract/accounts/user-refusals.ts';
import { userRef } from '#contract/accounts/users.ts';

/** A user whom a text mentions. */
export const mention = z.extend(userRef, {
  /** The name behind the `@`: the user's name at the time of writing. */
  typed: z.string(),
});

export type Mention = z.infer<typeof mention>;

/** Messages about mentions that only the server sends. */
export const mentionRefusals = catalogue('mentionRefusals', {
  cannotBeMentioned: () => 'Only users whose accounts are not suspended can be mentioned',
  tooMany: (wait: Wait) => `You have mentioned too many people in a short time. ${after(wait)}`,
});

export const getBugMentions = endpoint('GET', '/api/bugs/:id/mentions', {
  summary:
    'Who is mentioned in the description of a bug, by their present names; `typed` is the name as the description has it.',
  access: 'signed-in',
  status: 200,
  params: z.strictObject({ id }),
  response: z.array(mention),
  notFound: bugMessages.notFound(),
});
