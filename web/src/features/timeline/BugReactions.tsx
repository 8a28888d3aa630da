import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { addBugReaction, removeBugReaction, type ReactionName } from '#contract/conversation/comments.ts';
import { call } from '#web/lib/api/call.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { bugName } from '#web/lib/bugs/bug-number.ts';
import { problemOf } from '#web/lib/form/problem.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import { bugReactionsQuery } from './queries.ts';
import { Reactions } from './Reactions.tsx';
import { texts } from './texts.ts';

/** The reactions to a bug. While they are loading, the line has its height. */
export function BugReactions({ bug }: { bug: Bug }) {
  const client = useQueryClient();
  const query = bugReactionsQuery(bug._id);
  const { data = [] } = useQuery(query);
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ name, isMine }: { name: ReactionName; isMine: boolean }) =>
      call(isMine ? removeBugReaction : addBugReaction, { params: { id: bug._id, name } }),
    onSuccess: (reactions) => client.setQueryData(query.queryKey, reactions),
  });
  return (
    <>
      <Reactions
        reactions={data}
        about={bugName(bug)}
        busy={isPending}
        onToggle={(name, isMine) => mutate({ name, isMine })}
      />
      {error && <Notice {...problemOf(texts.reactFailed, error)} />}
    </>
  );
}
