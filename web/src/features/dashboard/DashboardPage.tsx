import CircularProgress from '@mui/material/CircularProgress';
import { useQuery } from '@tanstack/react-query';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Page } from '#web/ui/Page.tsx';
import { statsQuery } from './queries.ts';
import { texts } from './texts.ts';
import { SpinnerFrame, StatTile, Tiles } from './tiles.tsx';

export function DashboardPage(): React.JSX.Element {
  const { name } = useUser();
  return (
    <Page title={texts.welcome(name)} tabTitle={texts.dashboard}>
      <Stats />
    </Page>
  );
}

function Stats() {
  const { data, error, refetch } = useQuery(statsQuery);
  if (data) {
    return (
      <Tiles>
        <StatTile label={texts.total} count={data.totalBugs} />
        <StatTile label={texts.open} count={data.openBugs} />
        <StatTile label={texts.inProgress} count={data.inProgressBugs} />
        <StatTile label={texts.resolved} count={data.resolvedBugs} />
        <StatTile label={texts.assignedToMe} count={data.assignedToMe} />
      </Tiles>
    );
  }
  if (error) {
    return <ErrorState title={texts.failed} text={reasonOf(error)} onRetry={() => void refetch()} />;
  }
  return (
    <SpinnerFrame>
      <CircularProgress aria-label={texts.loading} />
    </SpinnerFrame>
  );
}
