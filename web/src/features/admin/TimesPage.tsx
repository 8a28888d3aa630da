import { useQuery } from '@tanstack/react-query';
import type { RouteTimes } from '#contract/admin/admin.ts';
import { adminPermissions } from '#contract/permissions.ts';
import { formatNumber, locale } from '#web/language/language.ts';
import { AdminPage, ForbiddenPage, Permitted, useRefused } from '#web/lib/admin/admin-page.tsx';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { failureOf } from '#web/lib/api/query.ts';
import { StackingCell, StackingTable, TableFrame } from '#web/ui/StackingTable.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { TableSkeleton } from '#web/ui/states/TableSkeleton.tsx';
import styles from './admin.module.css';
import { refresh, timesQuery } from './queries.ts';
import { timesTexts } from './server-texts.ts';

export function TimesPage(): React.JSX.Element {
  return (
    <Permitted to={adminPermissions.readMetrics}>
      <Times />
    </Permitted>
  );
}

function Times() {
  const times = useQuery({ ...timesQuery, refetchInterval: refresh });
  const { data, refetch } = times;
  const error = failureOf(times);
  if (useRefused(error)) return <ForbiddenPage />;
  return (
    <AdminPage title={timesTexts.title}>
      <p className={`${styles.line} ${styles.anywhere}`}>
        {data ? timesTexts.about(data.minutes, data.instance) : '\u00a0'}
      </p>
      {error && (
        <ErrorState title={timesTexts.failed} text={reasonOf(error)} onRetry={() => void refetch()} />
      )}
      {!data && !error && <TableSkeleton />}
      {data && data.routes.length > 0 && <TimesTable routes={data.routes} />}
      {data?.routes.length === 0 && <EmptyState text={timesTexts.nothing} />}
    </AdminPage>
  );
}

/** The names of routes without a URL of their own. */
const shared: Record<string, string> = {
  files: timesTexts.files,
  pages: timesTexts.pages,
  unknown: timesTexts.unknown,
};

/** The routes, those with the highest total time first, as the server sends them. */
function TimesTable({ routes }: { routes: readonly RouteTimes[] }) {
  return (
    <TableFrame>
      <StackingTable>
        <thead>
          <tr>
            <th scope="col">{timesTexts.call}</th>
            <th scope="col" className={styles.figure}>
              {timesTexts.calls}
            </th>
            <th scope="col" className={styles.figure}>
              {timesTexts.failures}
            </th>
            <th scope="col" className={styles.figure} title={timesTexts.half}>
              {timesTexts.p50}
            </th>
            <th scope="col" className={styles.figure} title={timesTexts.most}>
              {timesTexts.p95}
            </th>
            <th scope="col" className={styles.figure}>
              {timesTexts.slowest}
            </th>
            <th scope="col" className={styles.figure} aria-sort="descending">
              {timesTexts.total}
            </th>
          </tr>
        </thead>
        <tbody className={styles.rows}>
          {routes.map((one) => (
            <TimesRow key={`${one.method} ${one.route}`} times={one} />
          ))}
        </tbody>
      </StackingTable>
    </TableFrame>
  );
}

function TimesRow({ times }: { times: RouteTimes }) {
  const method = times.method === 'other' ? timesTexts.other : times.method;
  const name = `${method} ${shared[times.route] ?? times.route}`;
  return (
    <tr>
      <StackingCell label={timesTexts.call} title={name}>
        {name}
      </StackingCell>
      <Figure label={timesTexts.calls} value={formatNumber(times.calls)} />
      <Figure label={timesTexts.failures} value={formatNumber(times.failures)} />
      <Figure label={timesTexts.p50} value={formatDuration(times.p50)} />
      <Figure label={timesTexts.p95} value={formatDuration(times.p95)} />
      <Figure label={timesTexts.slowest} value={formatDuration(times.slowest)} />
      <Figure label={timesTexts.total} value={formatDuration(times.total)} />
    </tr>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <StackingCell label={label} className={styles.figure}>
      {value}
    </StackingCell>
  );
}

const figures = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Formats a duration in milliseconds, in seconds from one second up. The units are the same in every language. */
export function formatDuration(ms: number): string {
  // A duration that would round up to 1000 ms is shown as a second.
  return ms < 999.95 ? `${figures.format(ms)} ms` : `${figures.format(ms / 1000)} s`;
}
