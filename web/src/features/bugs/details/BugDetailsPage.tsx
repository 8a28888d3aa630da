import { getRouteApi, Navigate } from '@tanstack/react-router';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError, isSilence, reasonOf } from '#web/lib/api/api-error.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { numberIn } from '#web/lib/bugs/bug-number.ts';
import { useNews } from '#web/lib/live/news.ts';
import { ChangeNotices } from '#web/features/bugs/change/ChangeNotices.tsx';
import { numberedBugQuery, openedBugQuery } from '#web/features/bugs/data/queries.ts';
import { editForm } from '#web/features/bugs/form/use-editing.ts';
import { preloadMarkdown } from '#web/ui/markdown/Markdown.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Page } from '#web/ui/Page.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { BugDetails, BugNotFound } from './BugDetails.tsx';
import { useCodeOfSections } from './BugSections.tsx';
import { ListWalk } from './ListWalk.tsx';
import { detailsTexts } from './texts.ts';
import styles from './details.module.css';

const route = getRouteApi('/signed-in/bugs/$id');

export function BugDetailsPage(): React.JSX.Element {
  // These load together with the bug.
  preloadMarkdown();
  useCodeOfSections();
  const { id } = route.useParams();
  const number = useAdditions() ? numberIn(id) : undefined;
  if (number !== undefined) return <NumberedBug number={number} />;
  return (
    <>
      <ListWalk id={id} />
      <Content id={id} />
      <ChangeNotices width="reading" cancellable={editForm(id)} bugId={id} />
    </>
  );
}

function Content({ id }: { id: string }) {
  const client = useQueryClient();
  const { data: bug, dataUpdatedAt, error, refetch } = useQuery(openedBugQuery(client, id));
  const missing = error instanceof ApiError && error.status === 404;
  const shown = useMemo(() => (missing ? [] : bug && [bug]), [missing, bug]);
  useNews(shown);
  // Data that another screen has shown must not hide that the server refuses the bug.
  const isRefused = error !== null && dataUpdatedAt === 0 && !missing && !isSilence(error);
  if (bug && !isRefused) return <BugDetails key={bug._id} bug={bug} gone={missing} />;
  if (missing) return <BugNotFound />;
  if (!error) return <BugSkeleton />;
  return <DetailsFailed error={error} onRetry={() => void refetch()} />;
}

/** For a typed address with a bug's number: redirects to the bug's own address. */
function NumberedBug({ number }: { number: number }) {
  const { data: bug, error, refetch } = useQuery(numberedBugQuery(number));
  if (bug) return <Navigate to="/bugs/$id" params={{ id: bug._id }} hash replace />;
  if (bug === null) return <BugNotFound />;
  if (error) return <DetailsFailed error={error} onRetry={() => void refetch()} />;
  return <BugSkeleton />;
}

/** The placeholder of a bug that is loading. */
function BugSkeleton() {
  const title = (
    <>
      <VisuallyHidden>{detailsTexts.loading}</VisuallyHidden>
      <Skeleton width="16em" />
    </>
  );
  return (
    <Page title={title} tabTitle={detailsTexts.bug} width="reading">
      <div className={styles.details} aria-hidden>
        <div className={styles.columns}>
          <div className={styles.side}>
            <Skeleton />
            <Skeleton />
            <Skeleton />
          </div>
          <div>
            <Skeleton />
            <Skeleton />
            <Skeleton width="60%" />
          </div>
        </div>
      </div>
    </Page>
  );
}

/** The bug could not be fetched. */
function DetailsFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Page title={detailsTexts.bug} tabTitle={detailsTexts.bug} width="reading">
      <ErrorState title={detailsTexts.failed} text={reasonOf(error)} onRetry={onRetry} />
    </Page>
  );
}
