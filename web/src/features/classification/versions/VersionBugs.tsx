import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
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
import { Surface } from '#web/ui/Surface.tsx';
import { versionBugsQuery } from '#web/features/classification/data.ts';
import { pageTexts } from './page-texts.ts';

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
      <Head>
        <Typography variant="h2" id={id}>
          {title} <Count>{formatNumber(count)}</Count>
        </Typography>
        {count > 0 && (
          <TextLink to="/bugs" search={filterOf(versionId, list)} aria-describedby={id}>
            {pageTexts.inList}
          </TextLink>
        )}
      </Head>
      {count === 0 && <Empty>{empty}</Empty>}
      {count > 0 && !query.data && !error && <LoadingText />}
      {error && (
        <ErrorState
          title={pageTexts.bugsFailed}
          text={reasonOf(error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {count > 0 && bugs.length > 0 && (
        <Rows as="ul">
          {bugs.map((bug) => (
            <BugLine key={bug._id} bug={bug} isFixed={list === 'fixed'} />
          ))}
        </Rows>
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
      <Count>#{bug.number}</Count>
      <TextLink to="/bugs/$id" params={{ id: bug._id }} look="plain" title={bug.title}>
        {bug.title}
      </TextLink>
      {!isFixed && (
        <Chips>
          <StatusChip status={bug.status} />
          <PriorityChip priority={bug.priority} />
        </Chips>
      )}
    </li>
  );
}

const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: theme.spacing(1, 4),
  marginBottom: theme.spacing(2),
}));

const Count = styled('span')(({ theme }) => ({
  flex: 'none',
  color: theme.vars.palette.text.secondary,
  fontWeight: 400,
  fontVariantNumeric: 'tabular-nums',
}));

const Empty = styled('p')(({ theme }) => ({
  ...theme.typography.body2,
  margin: 0,
  color: theme.vars.palette.text.secondary,
}));

const Rows = styled(Surface)(({ theme }) => ({
  padding: 0,
  margin: theme.spacing(0, 0, 3),
  listStyle: 'none',
  '& li': {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: theme.spacing(2),
    minHeight: theme.spacing(10),
    padding: theme.spacing(1, 4),
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
    '&:hover': { backgroundColor: theme.vars.palette.action.hover },
    '@media (pointer: coarse)': { minHeight: theme.spacing(12) },
  },
  '& li:last-of-type': { borderBottom: 0 },
  '& a': { flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& a::after': { content: '""', position: 'absolute', inset: 0 },
  [theme.breakpoints.down('sm')]: {
    '& li': { flexWrap: 'wrap' },
    '& a': { whiteSpace: 'normal', overflowWrap: 'anywhere' },
    // Below the title.
    '& a + span': { flexBasis: '100%' },
  },
}));

const Chips = styled('span')(({ theme }) => ({ display: 'flex', gap: theme.spacing(2) }));
