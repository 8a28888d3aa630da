import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { listCommentVersions } from '#contract/conversation/comments.ts';
import { Ago } from '#web/lib/time.tsx';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/call.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import { Button } from '#web/ui/Button.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { LoadingText } from '#web/ui/states/LoadingText.tsx';
import { Sentence } from '#web/ui/Sentence.tsx';
import { getMailedText } from '#contract/conversation/mail-in.ts';
import { Difference } from './Difference.tsx';
import { texts } from './texts.ts';
import styles from './timeline.module.css';

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
          <p className={styles.quiet}>
            <Sentence text={texts.editedBy} parts={{ name: by.name, ago: <Ago value={at} /> }} />
          </p>
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

/** The whole message that became a comment, as plain text. */
export function MailedText({ commentId }: { commentId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: endpointKey(getMailedText, commentId),
    queryFn: ({ signal }) => call(getMailedText, { params: { id: commentId }, signal }),
  });
  if (error)
    return <ErrorState title={texts.mailFailed} text={reasonOf(error)} onRetry={() => void refetch()} />;
  if (!data) return <LoadingText />;
  return (
    <pre
      className={styles.mail}
      // A long message can be scrolled by keyboard.
      tabIndex={0}
      role="region"
      aria-label={texts.wholeMail}
    >
      {data.text}
    </pre>
  );
}
