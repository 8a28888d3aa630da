import * as z from 'zod/mini';
import { commentMessages } from './comments.ts';
import { endpoint } from '#contract/endpoint.ts';
import { id } from '#contract/text.ts';

/** The message that became a comment. */
const mailedText = z.object({
  /** The whole text of the e-mail, with the quotes and the signature that were cut from the comment. */
  text: z.string(),
});

export const getMailedText = endpoint('GET', '/api/comments/:id/mail', {
  summary:
    'The whole text of the message that became the comment, with the quotes and the signature that were left out of it; 404 for a comment that did not come by e-mail.',
  access: 'signed-in',
  status: 200,
  params: z.strictObject({ id }),
  response: mailedText,
  notFound: commentMessages.notFound(),
});
