import { useQuery } from '@tanstack/react-query';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { failureOf } from '#web/lib/api/failure-of.ts';
import type { BugFilter } from '#web/lib/api/bug-filter.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { TextLink } from '#web/ui/links.tsx';
import { BugLine } from './BugLine.tsx';
import { BugLineSkeletons, Lines, ListFrame } from './line-parts.tsx';
import type { BugListQuery } from './queries.ts';
import { Section } from './Section.tsx';

interface Props {
  title: string;
  query: BugListQuery;
  empty: string;
  failed: string;
  /** Where the rest is. */
  all: { label: string; filter: BugFilter };
}

/** A few bugs, and the way to all of them. As high when it is loading or empty as when it is full, so that nothing moves. */
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
