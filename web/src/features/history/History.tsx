import Skeleton from '@mui/material/Skeleton';
import { useInfiniteQuery } from '@tanstack/react-query';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { failureOfPages, retryPages } from '#web/lib/api/failure-of.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { ShowMore } from '#web/ui/ShowMore.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { Entries } from './Entries.tsx';
import { historyQuery } from './queries.ts';
import { texts } from './texts.ts';

/** What was changed on a bug, newest last. */
export function History({ bug }: { bug: Bug }): React.JSX.Element {
  const list = useInfiniteQuery(historyQuery(bug._id));
  const { data, hasNextPage, isFetchingNextPage } = list;
  const error = failureOfPages(list);
  return (
    <>
      {data && (
        <Entries
          entries={data.pages.flatMap(({ entries }) => entries)}
          wasEdited={bug.updatedAt !== bug.createdAt}
        />
      )}
      {!data && !error && <HistorySkeleton />}
      {error ? (
        <ErrorState title={texts.failed} text={reasonOf(error)} onRetry={() => retryPages(list)} />
      ) : (
        hasNextPage && <ShowMore busy={isFetchingNextPage} onClick={() => void list.fetchNextPage()} />
      )}
    </>
  );
}

function HistorySkeleton() {
  return (
    <div>
      <VisuallyHidden>{texts.loading}</VisuallyHidden>
      <Skeleton width="60%" />
      <Skeleton width="50%" />
    </div>
  );
}
