import { useMutation, useQueryClient } from '@tanstack/react-query';
import { addVote, getVotes, listedVotes, removeVote, type Votes } from '#contract/bugs/votes.ts';
import { call } from '#web/lib/api/call.ts';
import { endpointKey, endpointQuery } from '#web/lib/api/query.ts';
import { bugPartQuery } from '#web/lib/bugs/bug-page.ts';
import type { LiveHandlers } from '#web/lib/live/change.ts';
import { reread } from '#web/lib/live/change.ts';

/** The newest votes on a bug. */
export const votesQuery = (bugId: string) => bugPartQuery(getVotes, bugId);

/** The votes on a bug, up to the maximum that is ever listed. */
export const allVotesQuery = (bugId: string) =>
  endpointQuery(getVotes, { params: { id: bugId }, query: { limit: String(listedVotes.atMost) } });

/** Both queries of a bug's votes. */
const votesOf = (bugId: string) => ({ queryKey: endpointKey(getVotes, { params: { id: bugId } }) });

/** Adds the user's vote for a bug with an environment, or removes it. */
export function useVote(bugId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (vote: { environment: string } | 'none'): Promise<Votes> =>
      vote === 'none'
        ? call(removeVote, { params: { id: bugId } })
        : call(addVote, { params: { id: bugId }, body: vote }),
    onSuccess: (votes) => {
      client.setQueryData(votesQuery(bugId).queryKey, votes);
      void client.invalidateQueries(votesOf(bugId));
    },
  });
}

/** Live updates of bugs correct the number in rows. */
export const votesLive: LiveHandlers = {
  votes: async ({ queryClient }, changes) => {
    await Promise.all(changes.map(({ _id }) => reread(queryClient, votesOf(_id))));
  },
  user: [endpointKey(getVotes)],
};
