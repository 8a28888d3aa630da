import CircularProgress from '@mui/material/CircularProgress';
import { useQuery } from '@tanstack/react-query';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Page } from '#web/ui/Page.tsx';
import { statsQuery } from './queries.ts';
import { SpinnerFrame, StatTile, Tiles } from './tiles.tsx';

export function DashboardPage(): React.JSX.Element {
  const { name } = useUser();
  return (
    <Page title={`Welcome, ${name}!`} tabTitle="Dashboard">
      <Stats />
    </Page>
  );
}

function Stats() {
  const { data, error, refetch } = useQuery(statsQuery);
  if (data) {
    return (
      <Tiles>
        <StatTile label="Total Bugs" count={data.totalBugs} />
        <StatTile label="Open Bugs" count={data.openBugs} />
        <StatTile label="In Progress" count={data.inProgressBugs} />
        <StatTile label="Resolved" count={data.resolvedBugs} />
        <StatTile label="Bugs Assigned to Me" count={data.assignedToMe} />
      </Tiles>
    );
  }
  if (error) {
    return (
      <ErrorState
        title="Failed to fetch dashboard statistics"
        text={reasonOf(error)}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <SpinnerFrame>
      <CircularProgress aria-label="Loading" />
    </SpinnerFrame>
  );
}
