import CircularProgress from '@mui/material/CircularProgress';
import { useQuery } from '@tanstack/react-query';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { failureOf } from '#web/lib/api/failure-of.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { statsQuery } from './queries.ts';
import { texts } from './texts.ts';
import { SpinnerFrame, StatTile, Tiles } from './tiles.tsx';

/** Counts of bugs, each linking to the list of the counted bugs. */
export function Stats() {
  const stats = useQuery(statsQuery);
  const { data, error } = stats;
  const failure = failureOf(stats);
  return (
    <>
      {data && (
        <Tiles>
          <StatTile label={texts.total} count={data.totalBugs} of={{}} />
          <StatTile label={texts.open} count={data.openBugs} of={{ status: 'open' }} />
          <StatTile label={texts.inProgress} count={data.inProgressBugs} of={{ status: 'in-progress' }} />
          <StatTile label={texts.resolved} count={data.resolvedBugs} of={{ status: 'resolved' }} />
          <StatTile label={texts.assignedToMe} count={data.assignedToMe} of={{ assignedTo: 'me' }} />
        </Tiles>
      )}
      {!data && !error && (
        <SpinnerFrame>
          <CircularProgress aria-label={texts.loading} />
        </SpinnerFrame>
      )}
      {failure && (
        <ErrorState title={texts.failed} text={reasonOf(failure)} onRetry={() => void stats.refetch()} />
      )}
    </>
  );
}
