import * as z from 'zod/mini';
import type { Message } from '#contract/messages.ts';
import { idSaying } from '#contract/text.ts';

/** The body of a request that moves something `before` another one, or to the end. `error` is the message for anything else. */
export function placeBefore(error: Message) {
  return z.strictObject({ before: z.nullable(idSaying(error)) });
}
