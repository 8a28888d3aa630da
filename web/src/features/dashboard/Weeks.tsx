import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { failureOf } from '#web/lib/api/failure-of.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { ChartFrame, chartHeight } from './chart.styles.tsx';
import { Figures } from './Figures.tsx';
import { weeksQuery } from './queries.ts';
import { Section } from './Section.tsx';
import { texts } from './texts.ts';

const WeekChart = lazy(async () => ({ default: (await import('./WeekChart.tsx')).WeekChart }));

/** The numbers of bugs opened and resolved per week: as a chart, and as figures. */
export function Weeks() {
  // Servers with many bugs count once a minute.
  const weeks = useQuery({ ...weeksQuery, refetchInterval: 60_000 });
  const { data, error } = weeks;
  const failure = failureOf(weeks);
  return (
    <Section title={texts.weeks}>
      <ChartFrame>
        {data && (
          <Suspense fallback={<ChartSkeleton />}>
            <WeekChart weeks={data} />
          </Suspense>
        )}
        {!data && !error && <ChartSkeleton />}
        {failure && (
          <ErrorState
            title={texts.weeksFailed}
            text={reasonOf(failure)}
            onRetry={() => void weeks.refetch()}
          />
        )}
      </ChartFrame>
      <Figures weeks={data ?? []} />
    </Section>
  );
}

function ChartSkeleton() {
  return (
    <>
      <VisuallyHidden>{texts.loading}</VisuallyHidden>
      <Skeleton variant="rounded" height={chartHeight} />
    </>
  );
}
