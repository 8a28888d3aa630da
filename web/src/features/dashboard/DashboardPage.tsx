import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { dashboardBugs } from '#contract/bugs/stats.ts';
import { formatNumber } from '#web/language/language.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import type { Bug, BugFilter } from '#web/lib/api/specified.ts';
import { failureOf } from '#web/lib/api/query.ts';
import { PriorityChip, StatusChip } from '#web/lib/bugs/bug-chips.tsx';
import { useNews } from '#web/lib/live/news.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { Ago } from '#web/lib/time.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { followFromTime, TextLink } from '#web/ui/links.tsx';
import { Page } from '#web/ui/Page.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './dashboard.module.css';
import { latelyQuery, mineQuery, setupQuery, statsQuery } from './data.ts';
import { FirstSteps } from './FirstSteps.tsx';
import { texts } from './texts.ts';
import { Weeks } from './Weeks.tsx';

export function DashboardPage(): React.JSX.Element {
  const { name } = useUser();
  const { data } = useQuery(statsQuery);
  const hasMore = useAdditions();
  const { data: setup, isPending } = useQuery({
    ...setupQuery,
    enabled: ({ state }) => hasMore && state.data?.missing.length !== 0,
  });
  const isSetUp = !setup || setup.missing.length === 0;
  const hasBugs = data?.totalBugs !== 0;
  useNews(useQuery({ ...latelyQuery, enabled: hasMore }).data);
  return (
    <Page title={texts.welcome(name)} tabTitle={texts.dashboard}>
      <Stats />
      {hasMore && hasBugs && <BugLists />}
      {hasMore && (!hasBugs || !isSetUp) && (
        <Section title={texts.firstSteps}>
          <FirstSteps hasBugs={hasBugs} setup={setup} />
        </Section>
      )}
      {/* Shown only after the steps, which would push it down if they came later. */}
      {hasMore && hasBugs && !isPending && (
        <Section title={texts.weeks}>
          <Weeks />
        </Section>
      )}
    </Page>
  );
}

/** Counts of bugs, each linking to the list of the counted bugs. */
function Stats() {
  const stats = useQuery(statsQuery);
  const { data, error } = stats;
  const failure = failureOf(stats);
  return (
    <>
      {data && (
        <dl className={styles.tiles}>
          <StatTile label={texts.total} count={data.totalBugs} of={{}} />
          <StatTile label={texts.open} count={data.openBugs} of={{ status: 'open' }} />
          <StatTile label={texts.inProgress} count={data.inProgressBugs} of={{ status: 'in-progress' }} />
          <StatTile label={texts.resolved} count={data.resolvedBugs} of={{ status: 'resolved' }} />
          <StatTile label={texts.assignedToMe} count={data.assignedToMe} of={{ assignedTo: 'me' }} />
        </dl>
      )}
      {!data && !error && (
        <div className={styles.spinner}>
          <Spinner label={texts.loading} />
        </div>
      )}
      {failure && (
        <ErrorState title={texts.failed} text={reasonOf(failure)} onRetry={() => void stats.refetch()} />
      )}
    </>
  );
}

/**
 * A number with its label; the whole tile links to the list of the counted bugs. Only the number is the link: with the
 * label, it would have the same name as a link of the bar.
 */
function StatTile({ label, count, of }: { label: string; count: number; of: BugFilter }) {
  const id = useId();
  return (
    <Surface className={styles.tile}>
      <dt id={id}>{label}</dt>
      <dd>
        <TextLink to="/bugs" search={of} look="plain" aria-describedby={id}>
          {formatNumber(count)}
        </TextLink>
      </dd>
    </Surface>
  );
}

/** The user's assigned bugs, and recent changes. */
function BugLists() {
  return (
    <div className={styles.lists}>
      <BugList
        title={texts.mine}
        query={mineQuery}
        empty={texts.mineEmpty}
        failed={texts.mineFailed}
        all={{ label: texts.mineAll, filter: { assignedTo: 'me', sort: 'status' } }}
      />
      <BugList
        title={texts.lately}
        query={latelyQuery}
        empty={texts.latelyEmpty}
        failed={texts.latelyFailed}
        all={{ label: texts.latelyAll, filter: { sort: '-updatedAt' } }}
      />
    </div>
  );
}

interface ListProps {
  title: string;
  query: typeof mineQuery;
  empty: string;
  failed: string;
  /** The link to the whole list. */
  all: { label: string; filter: BugFilter };
}

/** A few bugs and a link to all. Loading and empty lists have the same height, so that nothing moves. */
function BugList({ title, query, empty, failed, all }: ListProps) {
  const list = useQuery(query);
  const { data, error } = list;
  const failure = failureOf(list);
  return (
    <Section
      title={title}
      action={
        <TextLink to="/bugs" search={all.filter}>
          {all.label}
        </TextLink>
      }
    >
      <div className={styles.list}>
        {data && data.length > 0 && (
          <ul className={styles.lines}>
            {data.map((bug) => (
              <BugLine key={bug._id} bug={bug} />
            ))}
          </ul>
        )}
        {data?.length === 0 && <EmptyState text={empty} />}
        {!data && !error && <BugLineSkeletons />}
        {failure && (
          <ErrorState title={failed} text={reasonOf(failure)} onRetry={() => void list.refetch()} />
        )}
      </div>
    </Section>
  );
}

function BugLineSkeletons() {
  return (
    <>
      <VisuallyHidden>{texts.loading}</VisuallyHidden>
      <ul className={styles.lines} aria-hidden>
        {Array.from({ length: dashboardBugs }, (_, index) => (
          <li className={styles.line} key={index}>
            <Skeleton width="70%" />
            <Skeleton width="40%" />
          </li>
        ))}
      </ul>
    </>
  );
}

/** A bug in one of the dashboard's lists. Bugs include their creator, but not the last user who changed them. */
function BugLine({ bug }: { bug: Bug }) {
  return (
    <li className={styles.line} onClick={followFromTime} onAuxClick={followFromTime}>
      <div className={styles.half}>
        {bug.number !== undefined && <span className={styles.aside}>#{bug.number}</span>}
        <TextLink to="/bugs/$id" params={{ id: bug._id }} look="plain" title={bug.title}>
          {bug.title}
        </TextLink>
        <span className={styles.aside}>
          <Ago value={bug.updatedAt} />
        </span>
      </div>
      <div className={styles.half}>
        <StatusChip status={bug.status} isNamed />
        <PriorityChip priority={bug.priority} isNamed />
        <span className={styles.aside}>
          {bug.version === 1 ? texts.filedBy(bug.createdBy.name) : texts.changed}
        </span>
      </div>
    </li>
  );
}

interface SectionProps {
  title: string;
  /** Its action, beside the heading. */
  action?: ReactNode;
  children: ReactNode;
}

/** A part of the dashboard, with a heading of its own. */
function Section({ title, action, children }: SectionProps) {
  const id = useId();
  return (
    <Surface className={styles.section} role="region" aria-labelledby={id}>
      <div className={styles.header}>
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      {children}
    </Surface>
  );
}
