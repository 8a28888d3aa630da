import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { VersionBug, VersionList, VersionSummary } from '#contract/classification/versions.ts';
import { formatNumber } from '#web/language/language.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import type { BugFilter } from '#web/lib/api/specified.ts';
import { failureOf } from '#web/lib/api/query.ts';
import { PriorityChip, StatusChip } from '#web/lib/bugs/bug-chips.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { TextLink } from '#web/ui/links.tsx';
import { LoadingText } from '#web/ui/states/LoadingText.tsx';
import { ShowMore } from '#web/ui/ShowMore.tsx';
import { versionBugsQuery } from '#web/features/classification/data.ts';
import { pageTexts } from './page-texts.ts';
import styles from './VersionBugs.module.css';

interface Props {
  version: VersionSummary;
  list: VersionList;
}

const notResolved = 'open,in-progress';

function filterOf(id: string, list: VersionList): BugFilter {
  if (list === 'known') return { foundIn: id, status: notResolved };
  if (list === 'open') return { fixedIn: id, status: notResolved };
  return { fixedIn: id, status: 'resolved', resolution: 'fixed,none' };
}

/** A list of bugs of a version, a page at a time. */
export function VersionBugs({ version: { _id: versionId, bugs: counts }, list }: Props) {
  const id = useId();
  const { title, empty } = pageTexts.lists[list];
  const count = counts[list];
  const query = useInfiniteQuery({ ...versionBugsQuery(versionId, list), enabled: count > 0 });
  const error = failureOf(query);
  const bugs = query.data?.pages.flat() ?? [];
  return (
    <section aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>
          {title} <span className={styles.count}>{formatNumber(count)}</span>
        </h2>
        {count > 0 && (
          <TextLink to="/bugs" search={filterOf(versionId, list)} aria-describedby={id}>
            {pageTexts.inList}
          </TextLink>
        )}
      </div>
      {count === 0 && <p className={styles.empty}>{empty}</p>}
      {count > 0 && !query.data && !error && <LoadingText />}
      {error && (
        <ErrorState
          title={pageTexts.bugsFailed}
          text={reasonOf(error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {count > 0 && bugs.length > 0 && (
        <ul className={styles.rows}>
          {bugs.map((bug) => (
            <BugLine key={bug._id} bug={bug} isFixed={list === 'fixed'} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <ShowMore busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()} />
      )}
    </section>
  );
}

function BugLine({ bug, isFixed }: { bug: VersionBug; isFixed: boolean }) {
  return (
    <li>
      <span className={styles.count}>#{bug.number}</span>
      <TextLink to="/bugs/$id" params={{ id: bug._id }} look="plain" title={bug.title}>
        {bug.title}
      </TextLink>
      {!isFixed && (
        <span className={styles.chips}>
          <StatusChip status={bug.status} />
          <PriorityChip priority={bug.priority} />
        </span>
      )}
    </li>
  );
}
