import * as z from 'zod/mini';
import { catalogue } from '#contract/messages.ts';
import { idList } from '#contract/text.ts';

/** The highest number of users whom a text mentions. */
export const maxMentions = 50;

export const mentionMessages = catalogue('mentions', {
  noMentions: ({ max }: { max: number }) => `mentions must be the ids of at most ${max} users`,
});

/** Ids of users; without it, each `@` with the full name of exactly one user is a mention. */
export const mentionIds = z.optional(
  idList(maxMentions, { error: mentionMessages.noMentions({ max: maxMentions }) }),
);
