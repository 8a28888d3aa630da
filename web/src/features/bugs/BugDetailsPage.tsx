import { useQuery } from '@tanstack/react-query';
import { ApiError, reasonOf } from '#web/lib/api/api-error.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { ButtonLink } from '#web/ui/links.tsx';
import { Page } from '#web/ui/Page.tsx';
import { BugDetails } from './BugDetails.tsx';
import { BugSkeleton } from './BugSkeleton.tsx';
import { bugQuery } from './queries.ts';
import { bugDetailsRoute } from './routes.ts';

export function BugDetailsPage(): React.JSX.Element {
  const { id } = bugDetailsRoute.useParams();
  const { data: bug, error, refetch } = useQuery(bugQuery(id));
  if (error instanceof ApiError && error.status === 404) return <NotFound />;
  if (bug) return <BugDetails key={bug._id} bug={bug} />;
  if (!error) return <BugSkeleton />;
  return (
    <Page title="Bug" tabTitle="Bug" width="reading">
      <ErrorState title="Failed to fetch bug details" text={reasonOf(error)} onRetry={() => void refetch()} />
    </Page>
  );
}

function NotFound() {
  return (
    <Page title="Bug not found" tabTitle="Bug not found" width="reading">
      <EmptyState
        text="It may have been deleted, or the address was mistyped."
        action={
          <ButtonLink to="/bugs" variant="contained">
            Go to the bug list
          </ButtonLink>
        }
      />
    </Page>
  );
}
