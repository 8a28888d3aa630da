import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingText } from '#web/ui/LoadingText.tsx';
import { Page } from '#web/ui/Page.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { createProblem } from './create-problem.ts';
import { CreateBugForm } from './CreateBugForm.tsx';
import { usersQuery } from './queries.ts';

export function CreateBugPage(): React.JSX.Element {
  const { data: users, error, refetch } = useQuery(usersQuery);
  return (
    <Page title="Create Bug" tabTitle="Create Bug" width="reading">
      {error && (
        <ErrorState {...createProblem('Failed to fetch users', error)} onRetry={() => void refetch()} />
      )}
      {users || error ? (
        <Surface>
          <CreateBugForm users={users ?? []} />
        </Surface>
      ) : (
        <LoadingText />
      )}
    </Page>
  );
}
