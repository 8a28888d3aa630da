import * as contract from '#contract/bugs/votes.ts';
import type { Feature } from '#server/extensions/feature.ts';
import { route } from '#server/http/route.ts';
import { voteCount } from './queries.ts';
import { addVote, carriedVotes, readVotes, removeVote } from './votes.ts';

/** Votes: the users whom a bug affects, each with the environment. */
export const votes: Feature = {
  name: 'votes',
  bugs: { counts: [voteCount], carryOver: carriedVotes },
  routes: [
    route(
      contract.getVotes,
      async ({ db, params, query, caller }) =>
        readVotes(db, params.id, { callerId: caller._id, limit: query.limit }),
      { cached: true },
    ),
    route(contract.addVote, async (call) => call.write((tx) => addVote(tx, call))),
    route(contract.removeVote, async (call) => call.write((tx) => removeVote(tx, call))),
  ],
};
