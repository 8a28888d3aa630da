import * as z from 'zod/mini';
import { bugMessages } from './bugs.ts';
import { cleanText, id, positiveNumber, timestamp } from '#contract/text.ts';
import { endpoint, type Manifest } from '#contract/endpoint.ts';
import { userRef } from '#contract/accounts/users.ts';

/** The length of the longest environment, in code points. */
export const maxEnvironment = 500;

/** The environment in which the bug occurs, as typed by the user; empty if not given. White space around it is trimmed. */
const environment = z.pipe(
  cleanText('Environment', { max: maxEnvironment }),
  z.transform((text: string) => text.trim()),
);

/** A user who is also affected by the bug. */
const vote = z.object({
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

/** The number of votes listed by default, and at most. */
export const listedVotes = { byDefault: 20, atMost: 500 };

/** The body of a vote. */
export const voteBody = z.strictObject({ environment: z.optional(environment) });

const params = z.strictObject({ id });
const notFound = bugMessages.notFound();

export const getVotes = endpoint('GET', '/api/bugs/:id/votes', {
  summary: `The votes for a bug, each with its environment: how many there are, and the newest ${listedVotes.byDefault}, or \`limit\`, at most ${listedVotes.atMost}. Votes for duplicates also count for the bug that they lead to; a user who voted for both is listed once.`,
  access: 'signed-in',
  status: 200,
  bugPage: { name: 'votes' },
  params,
  query: z.strictObject({ limit: positiveNumber('limit', listedVotes.atMost) }),
  response: votes,
  notFound,
});

export const addVote = endpoint('PUT', '/api/bugs/:id/vote', {
  summary: `Records the caller’s vote for a bug, with the \`environment\` in which it occurs, at most ${maxEnvironment} characters; a second vote replaces the first. The bug keeps its version, no one is notified, and the caller does not become a watcher. Returns the votes as \`GET\` does.`,
  access: 'signed-in',
  status: 200,
  params,
  body: voteBody,
  response: votes,
  notFound,
});

export const removeVote = endpoint('DELETE', '/api/bugs/:id/vote', {
  summary:
    'Removes the caller’s vote, also from the duplicates that lead to the bug. Returns the remaining votes as `GET` does.',
  access: 'signed-in',
  status: 200,
  params,
  response: votes,
  notFound,
});

export const manifest = {
  endpoints: [getVotes, addVote, removeVote],
  // A change has the id of the bug.
  liveKinds: ['votes'],
  shapes: { Vote: vote },
} as const satisfies Manifest;
