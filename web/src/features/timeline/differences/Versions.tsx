import { useInfiniteQuery } from '@tanstack/react-query';
import { listCommentVersions } from '#contract/conversation/comments.ts';
import { Ago } from '#web/lib/time.tsx';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/call.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import { Button } from '#web/ui/Button.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { LoadingText } from '#web/ui/states/LoadingText.tsx';
import { Sentence } from '#web/ui/Sentence.tsx';
import { Difference } from './Difference.tsx';
import { Quiet } from '#web/features/timeline/Quiet.tsx';
import { texts } from '#web/features/timeline/texts.ts';

/** The differences of each edit of a comment, newest first. */
export function Versions({ commentId, version: newest }: { commentId: string; version: number }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: endpointKey(listCommentVersions, commentId, newest),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: before, signal }) =>
      call(listCommentVersions, { params: { id: commentId }, query: { before }, signal }),
    // Numbered down to the first one.
    getNextPageParam: (page) => ((page.at(-1)?.version ?? 1) > 1 ? String(page.at(-1)?.version) : undefined),
  });
  if (error)
    return <ErrorState title={texts.versionsFailed} text={reasonOf(error)} onRetry={() => void refetch()} />;
  if (!data) return <LoadingText />;
  const versions = data.pages.flat();
  return (
    <>
      {versions.slice(0, -1).map(({ version, by, at, body }, index) => (
        <div key={version}>
          <Quiet>
            <Sentence text={texts.editedBy} parts={{ name: by.name, ago: <Ago value={at} /> }} />
          </Quiet>
          <Difference label={texts.comment} from={versions[index + 1]?.body ?? ''} to={body} />
        </div>
      ))}
      {hasNextPage && (
        <div>
          <Button
            size="small"
            variant="outlined"
            aria-disabled={isFetchingNextPage}
            onClick={isFetchingNextPage ? undefined : () => void fetchNextPage()}
          >
            {isFetchingNextPage ? texts.loading : texts.earlierVersions}
          </Button>
        </div>
      )}
    </>
  );
}
