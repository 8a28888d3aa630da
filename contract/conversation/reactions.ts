import * as z from 'zod/mini';
import { bugMessages } from '#contract/bugs/bugs.ts';
import { endpoint } from '#contract/endpoint.ts';
import { id } from '#contract/text.ts';
import { userRef } from '#contract/accounts/users.ts';

/** The reactions that a user can have to a bug or a comment, each once. They are named as on GitHub, and come in this order. */
export const reactionNames = ['+1', '-1', 'heart', 'hooray', 'confused', 'eyes'] as const;

export type ReactionName = (typeof reactionNames)[number];

/** The number of users that a reaction names. */
export const maxNamed = 10;

/** The users who added the reaction; at least one. */
export const reaction = z.object({
  name: z.enum(reactionNames),
  count: z.int(),
  /** Whether the caller is one of them. */
  mine: z.boolean(),
  /** The first users, up to the limit. */
  users: z.array(userRef),
});

export type Reaction = z.infer<typeof reaction>;

export const reactionParams = z.strictObject({ id, name: z.enum(reactionNames) });

const notFound = bugMessages.notFound();

export const getBugReactions = endpoint('GET', '/api/bugs/:id/reactions', {
  summary: `The reactions to a bug, each with the first ${maxNamed} users who added it.`,
  access: 'signed-in',
  status: 200,
  params: z.strictObject({ id }),
  response: z.array(reaction),
  notFound,
});

export const addBugReaction = endpoint('PUT', '/api/bugs/:id/reactions/:name', {
  summary: `Adds a reaction of the caller to a bug: ${reactionNames.map((name) => `\`${name}\``).join(', ')}. Answers all of them. The bug keeps its version.`,
  access: 'signed-in',
  status: 200,
  params: reactionParams,
  response: z.array(reaction),
  notFound,
});

export const removeBugReaction = endpoint('DELETE', '/api/bugs/:id/reactions/:name', {
  summary: 'Removes a reaction of the caller from a bug. Returns the remaining ones.',
  access: 'signed-in',
  status: 200,
  params: reactionParams,
  response: z.array(reaction),
  notFound,
});
