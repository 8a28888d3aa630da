import { useDeferredValue, useState } from 'react';
import type { Bug } from '#contract/bugs.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { ButtonTo } from '#web/ui/links.tsx';
import { Page } from '#web/ui/Page.tsx';
import { TableSkeleton } from '#web/ui/TableSkeleton.tsx';
import { BugFilters } from './BugFilters.tsx';
import { BugTable } from './BugTable.tsx';
import { DeleteBugDialog } from './DeleteBugDialog.tsx';
import { NoBugs } from './NoBugs.tsx';
import { ResultCount } from './ResultCount.tsx';
import { bugListRoute } from './routes.ts';
import { rowHeight } from './table-parts.tsx';
import { useBugRows } from './use-bug-rows.ts';
import { useSearchText } from './use-search-text.ts';

export function BugListPage(): React.JSX.Element {
  const { q: _, ...filter } = bugListRoute.useSearch();
  const [text, setText] = useSearchText();
  const shown = useDeferredValue(text);
  const list = useBugRows(filter, shown, useDebounced(text, 250));
  const [deleting, setDeleting] = useState<Bug>();
  const filtered = text !== '' || Object.values(filter).some((value) => value !== undefined);

  return (
    <Page
      title="Bug List"
      tabTitle="Bug List"
      actions={
        <ButtonTo to="/bugs/create" variant="contained">
          Create New Bug
        </ButtonTo>
      }
    >
      <BugFilters filter={filter} text={text} onText={setText} />
      <ResultCount total={list.total} filtered={filtered} />
      {list.rows.length > 0 && (
        <BugTable list={list} view={JSON.stringify([filter, shown])} onDelete={setDeleting} />
      )}
      {list.loading && <TableSkeleton rowHeight={rowHeight} />}
      {list.error !== null && (
        <ErrorState title="Failed to fetch bugs" text={reasonOf(list.error)} onRetry={list.retry} />
      )}
      {list.total === '0' && list.error === null && (
        <NoBugs filtered={filtered} onClear={() => setText('')} />
      )}
      <DeleteBugDialog bug={deleting} title="Confirm Delete" onClose={() => setDeleting(undefined)} />
    </Page>
  );
}
