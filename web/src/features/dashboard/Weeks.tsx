import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Week } from '#contract/bugs/stats.ts';
import { formatNumber } from '#web/language/language.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { failureOf } from '#web/lib/api/query.ts';
import { Button } from '#web/ui/Button.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Table } from '#web/ui/Table.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './dashboard.module.css';
import { dayLabel, weeksQuery } from './data.ts';
import { texts } from './texts.ts';

/** In pixels. */
const chartHeight = 200;

const WeekChart = lazy(async () => ({ default: (await import('./WeekChart.tsx')).WeekChart }));

/** The numbers of bugs opened and resolved per week: as a chart, and as figures. */
export function Weeks() {
  const weeks = useQuery(weeksQuery);
  const { data, error } = weeks;
  const failure = failureOf(weeks);
  return (
    <>
      <div className={styles.chartFrame}>
        {data && (
          <Suspense fallback={<ChartSkeleton />}>
            <WeekChart weeks={data} height={chartHeight} />
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
      </div>
      <Figures weeks={data ?? []} />
    </>
  );
}

function ChartSkeleton() {
  return (
    <>
      <VisuallyHidden>{texts.loading}</VisuallyHidden>
      <Skeleton height={chartHeight} />
    </>
  );
}

/** The chart's figures: always available to screen readers, on demand to everyone else. */
function Figures({ weeks }: { weeks: readonly Week[] }) {
  const [isShown, setIsShown] = useState(false);
  const table = <FigureTable weeks={weeks} />;
  return (
    <>
      <div>
        <Button size="small" disabled={weeks.length === 0} onClick={() => setIsShown(!isShown)}>
          {isShown ? texts.hideFigures : texts.showFigures}
        </Button>
      </div>
      {weeks.length > 0 && (isShown ? table : <VisuallyHidden as="div">{table}</VisuallyHidden>)}
    </>
  );
}

/** The figures with the newest week first, because it is the most read. */
function FigureTable({ weeks }: { weeks: readonly Week[] }) {
  return (
    <Table className={styles.figures}>
      <thead>
        <tr>
          <th scope="col">{texts.weekOf}</th>
          <th scope="col" className={styles.figure}>
            {texts.openedBugs}
          </th>
          <th scope="col" className={styles.figure}>
            {texts.resolvedBugs}
          </th>
        </tr>
      </thead>
      <tbody>
        {weeks.toReversed().map(({ monday, opened, resolved }) => (
          <tr key={monday}>
            <th scope="row">{dayLabel(monday)}</th>
            <td className={styles.figure}>{formatNumber(opened)}</td>
            <td className={styles.figure}>{formatNumber(resolved)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
