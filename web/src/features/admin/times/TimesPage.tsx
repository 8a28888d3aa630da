import { adminPermissions } from '#contract/permissions.ts';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { failureOf } from '#web/lib/api/failure-of.ts';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Page } from '#web/ui/Page.tsx';
import { TableSkeleton } from '#web/ui/states/TableSkeleton.tsx';
import { ForbiddenPage, Permitted, useRefused } from '#web/lib/admin/Permitted.tsx';
import { refresh, timesQuery } from '#web/features/admin/queries.ts';
import { SectionLinks } from '#web/lib/admin/SectionLinks.tsx';
import { timesTexts } from './texts.ts';
import { TimesTable } from './TimesTable.tsx';

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
    <Page title={timesTexts.title} tabTitle={timesTexts.title}>
      <SectionLinks />
      <About variant="body2">{data ? timesTexts.about(data.minutes, data.instance) : '\u00a0'}</About>
      {error && (
        <ErrorState title={timesTexts.failed} text={reasonOf(error)} onRetry={() => void refetch()} />
      )}
      {!data && !error && <TableSkeleton />}
      {data && data.routes.length > 0 && <TimesTable routes={data.routes} />}
      {data?.routes.length === 0 && <EmptyState text={timesTexts.nothing} />}
    </Page>
  );
}

const About = styled(Typography)(({ theme }) => ({
  color: theme.vars.palette.text.secondary,
  overflowWrap: 'anywhere',
}));
