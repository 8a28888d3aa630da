import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { numberedBugQuery } from '#web/features/bugs/data/queries.ts';
import { BugNotFound, DetailsFailed } from './BugNotFound.tsx';
import { BugSkeleton } from './BugSkeleton.tsx';

/** For an address that was typed with a bug's number in it: leads to the bug's own. */
export function NumberedBug({ number }: { number: number }) {
  const { data: bug, error, refetch } = useQuery(numberedBugQuery(number));
  if (bug) return <Navigate to="/bugs/$id" params={{ id: bug._id }} hash replace />;
  if (bug === null) return <BugNotFound />;
  if (error) return <DetailsFailed error={error} onRetry={() => void refetch()} />;
  return <BugSkeleton />;
}
