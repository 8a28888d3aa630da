import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { failureOf } from '#web/lib/api/failure-of.ts';
import type { BugFilter } from '#web/lib/api/bug-filter.ts';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { TextLink } from '#web/ui/links.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { BugLine } from './BugLine.tsx';
import { Line, Lines, ListFrame } from './line.styles.tsx';
import { type BugListQuery, shownBugs } from './queries.ts';
import { Section } from './Section.tsx';
import { texts } from './texts.ts';

interface Props {
  title: string;
  query: BugListQuery;
  empty: string;
  failed: string;
  /** The link to the whole list. */
  all: { label: string; filter: BugFilter };
}

/** A few bugs and a link to all. Loading and empty lists have the same height, so that nothing moves. */
export function BugList({ title, query, empty, failed, all }: Props) {
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
      <ListFrame>
        {data && data.length > 0 && (
          <Lines>
            {data.map((bug) => (
              <BugLine key={bug._id} bug={bug} />
            ))}
          </Lines>
        )}
        {data?.length === 0 && <EmptyState text={empty} />}
        {!data && !error && <BugLineSkeletons />}
        {failure && (
          <ErrorState title={failed} text={reasonOf(failure)} onRetry={() => void list.refetch()} />
        )}
      </ListFrame>
    </Section>
  );
}

function BugLineSkeletons() {
  return (
    <>
      <VisuallyHidden>{texts.loading}</VisuallyHidden>
      <Lines aria-hidden>
        {Array.from({ length: shownBugs }, (_, index) => (
          <Line key={index}>
            <Skeleton width="70%" />
            <Skeleton width="40%" />
          </Line>
        ))}
      </Lines>
    </>
  );
}
