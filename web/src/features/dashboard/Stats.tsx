import CircularProgress from '@mui/material/CircularProgress';
import { useQuery } from '@tanstack/react-query';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { statsQuery } from './queries.ts';
import { texts } from './texts.ts';
import { SpinnerFrame, StatTile, Tiles } from './tiles.tsx';

/** How many bugs there are, each figure leading to the list of what it counts. */
export function Stats() {
  const { data, error, refetch } = useQuery(statsQuery);
  if (data) {
    return (
      <Tiles>
        <StatTile label={texts.total} count={data.totalBugs} of={{}} />
        <StatTile label={texts.open} count={data.openBugs} of={{ status: 'open' }} />
        <StatTile label={texts.inProgress} count={data.inProgressBugs} of={{ status: 'in-progress' }} />
        <StatTile label={texts.resolved} count={data.resolvedBugs} of={{ status: 'resolved' }} />
        <StatTile label={texts.assignedToMe} count={data.assignedToMe} of={{ assignedTo: 'me' }} />
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
