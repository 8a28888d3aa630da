import { adminPermissions } from '#contract/permissions.ts';
import { getRouteApi } from '@tanstack/react-router';
import { useInfiniteQuery } from '@tanstack/react-query';
import { counted } from '#web/language/language.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { failureOfPages, retryPages } from '#web/lib/api/failure-of.ts';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { ButtonLink } from '#web/ui/links.tsx';
import { Page } from '#web/ui/Page.tsx';
import { ShowMore } from '#web/ui/ShowMore.tsx';
import { TableSkeleton } from '#web/ui/states/TableSkeleton.tsx';
import { ForbiddenPage, Permitted, useRefused } from '#web/lib/admin/Permitted.tsx';
import { Count } from '#web/features/admin/Count.tsx';
import { auditFilter, auditQuery } from '#web/features/admin/queries.ts';
import { SectionLinks } from '#web/lib/admin/SectionLinks.tsx';
import { texts } from '#web/features/admin/texts.ts';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditTable } from './AuditTable.tsx';
import { auditTexts } from './texts.ts';

const route = getRouteApi('/signed-in/admin/audit');

export function AuditPage(): React.JSX.Element {
  return (
    <Permitted to={adminPermissions.readAudit}>
      <Trail />
    </Permitted>
  );
}

function Trail() {
  const filter = auditFilter(route.useSearch());
  const list = useInfiniteQuery(auditQuery(filter));
  const { data, hasNextPage, isFetchingNextPage } = list;
  const error = failureOfPages(list);
  const entries = data?.pages.flat();
  if (useRefused(error)) return <ForbiddenPage />;
  return (
    <Page title={texts.audit} tabTitle={texts.audit}>
      <SectionLinks />
      <AuditFilters filter={filter} />
      <Count text={entries && counted(entries.length, auditTexts.entry)} />
      {entries && entries.length > 0 && <AuditTable entries={entries} />}
      {entries?.length === 0 && <NoEntries />}
      {!entries && !error && <TableSkeleton />}
      {error ? (
        <ErrorState title={auditTexts.failed} text={reasonOf(error)} onRetry={() => retryPages(list)} />
      ) : (
        hasNextPage && <ShowMore busy={isFetchingNextPage} onClick={() => void list.fetchNextPage()} />
      )}
    </Page>
  );
}

function NoEntries() {
  return (
    <EmptyState
      text={auditTexts.nothing}
      action={
        <ButtonLink to="/admin/audit" search={{}} replace variant="outlined">
          {auditTexts.clearFilters}
        </ButtonLink>
      }
    />
  );
}
