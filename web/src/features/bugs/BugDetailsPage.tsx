import { useQuery } from '@tanstack/react-query';
import { ApiError, reasonOf } from '#web/lib/api/api-error.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Page } from '#web/ui/Page.tsx';
import { BugDetails } from './BugDetails.tsx';
import { BugNotFound } from './BugNotFound.tsx';
import { BugSkeleton } from './BugSkeleton.tsx';
import { detailsTexts } from './details-texts.ts';
import { bugQuery } from './queries.ts';
import { bugDetailsRoute } from './routes.ts';

export function BugDetailsPage(): React.JSX.Element {
  const { id } = bugDetailsRoute.useParams();
  const { data: bug, error, refetch } = useQuery(bugQuery(id));
  const missing = error instanceof ApiError && error.status === 404;
  if (bug) return <BugDetails key={bug._id} bug={bug} gone={missing} />;
  if (missing) return <BugNotFound />;
  if (!error) return <BugSkeleton />;
  return (
    <Page title={detailsTexts.bug} tabTitle={detailsTexts.bug} width="reading">
      <ErrorState title={detailsTexts.failed} text={reasonOf(error)} onRetry={() => void refetch()} />
    </Page>
  );
}
