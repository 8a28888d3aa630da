import * as z from 'zod/mini';
import { bugMessages } from './bugs.ts';
import { positiveNumber } from '#contract/positive-number.ts';
import { endpoint } from '#contract/endpoint.ts';
import { cleanText, id, timestamp } from '#contract/text.ts';
import { userRef } from '#contract/accounts/users.ts';

/** The length of the longest environment, in code points. */
export const maxEnvironment = 500;

/** Where a user has seen a bug, as the user says it; empty where nothing is said. White space around it is trimmed. */
const environment = z.pipe(
  cleanText('Environment', { max: maxEnvironment }),
  z.transform((text: string) => text.trim()),
);

/** A user has the bug, too. */
export const vote = z.object({
  user: userRef,
  environment: z.string(),
  /** When the user voted, or last changed the environment. */
  at: timestamp,
});

export type Vote = z.infer<typeof vote>;

const votes = z.object({
  total: z.int(),
  /** The caller's own. */
  mine: z.nullable(vote),
  /** Newest first. */
  votes: z.array(vote),
});

export type Votes = z.infer<typeof votes>;

/** How many are listed where the request does not say, and at most. */
export const listedVotes = { byDefault: 20, atMost: 500 };

/** The body of a vote. */
export const voteBody = z.strictObject({ environment: z.optional(environment) });

const params = z.strictObject({ id });
const notFound = bugMessages.notFound();

export const getVotes = endpoint('GET', '/api/bugs/:id/votes', {
  summary: `How many users have a bug, too, and where: the newest ${listedVotes.byDefault} votes, or \`limit\`, at most ${listedVotes.atMost}. The votes of duplicates count at the bug that they lead to; one of a user who voted on both is listed once.`,
  access: 'signed-in',
  status: 200,
  params,
  query: z.strictObject({ limit: positiveNumber('limit', listedVotes.atMost) }),
  response: votes,
  notFound,
});

export const addVote = endpoint('PUT', '/api/bugs/:id/vote', {
  summary: `Says that the caller has a bug, too, and in which \`environment\`, at most ${maxEnvironment} characters; a second vote takes the place of the first. The bug keeps its version, no one is notified, and the caller does not watch the bug. Answers all votes.`,
  access: 'signed-in',
  status: 200,
  params,
  body: voteBody,
  response: votes,
  notFound,
});

export const removeVote = endpoint('DELETE', '/api/bugs/:id/vote', {
  summary: 'Takes the caller’s vote back, also from the duplicates that lead to the bug. Answers all votes.',
  access: 'signed-in',
  status: 200,
  params,
  response: votes,
  notFound,
});
