import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { reasonOf } from '#web/lib/api/api-error.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { useNews } from '#web/lib/live/use-news.ts';
import { useExtensions } from '#web/lib/extensions.ts';
import { ButtonRow } from '#web/ui/ButtonRow.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { ButtonTo } from '#web/ui/links.tsx';
import { focusHeading, Page } from '#web/ui/Page.tsx';
import { TableSkeleton } from '#web/ui/TableSkeleton.tsx';
import { useSelection } from '#web/lib/use-selection.ts';
import { ChangeNotices } from '#web/features/bugs/change/ChangeNotices.tsx';
import { DeleteBugDialog } from '#web/features/bugs/change/DeleteBugDialog.tsx';
import { filterIn } from '#web/features/bugs/data/queries.ts';
import { noteList } from '#web/features/bugs/data/last-list.ts';
import { failuresOf } from '#web/features/bugs/search/QueryProblem.tsx';
import { BugFilters } from './BugFilters.tsx';
import { BugTable } from './BugTable.tsx';
import { FiledNotice } from './FiledNotice.tsx';
import { NoBugs } from './NoBugs.tsx';
import { ResultCount } from './ResultCount.tsx';
import { useLayout } from './table.styles.tsx';
import { listTexts } from './texts.ts';
import { useBugRows } from './use-bug-rows.ts';
import { useFocusAfterDelete } from './use-focus-after-delete.ts';
import { useListFilter } from './use-list-filter.ts';
import { useBoxKeys, useSearchKey } from './use-search-box.ts';
import { useTypedSearch } from './use-searched.ts';
import { useSetFilter } from './use-set-filter.ts';

const route = getRouteApi('/signed-in/bugs');

const BulkBar = lazy(async () => ({
  default: (await import('#web/features/bugs/bulk/BulkBar.tsx')).BulkBar,
}));

export function BugListPage(): React.JSX.Element {
  const address = route.useSearch();
  const search = useMemo(() => filterIn(address), [address]);
  const client = useQueryClient();
  useEffect(() => noteList(client, search), [client, search]);
  const filter = useMemo(() => {
    const { q: _q, query: _query, ...rest } = search;
    return rest;
  }, [search]);
  const typed = useTypedSearch();
  const { text, setText, searched } = typed;
  const list = useBugRows(filter, searched, typed.settled);
  useNews(list.loading || list.isOld ? undefined : list.rows);
  const { problem, failure } = failuresOf(typed.error, list.error);
  const selection = useSelection(list.rows);
  const [isBulk, setIsBulk] = useState(false);
  // The bar stays from the first choice on, until it has no more to report.
  if (!isBulk && selection.rows.length > 0) setIsBulk(true);
  const [deleting, setDeleting] = useState<Bug>();
  const focusAfterDelete = useFocusAfterDelete(list.rows);
  const setFilter = useSetFilter();
  const chosen = useListFilter(filter, typed);
  const { bugListLinks } = useExtensions();
  const searchBox = useSearchKey();
  const isFound = typed.isCurrent && list.total !== undefined;
  const onSearchKey = useBoxKeys({ box: searchBox, text, isFound });
  const { rowHeight } = useLayout();
  const { sort, ...filters } = filter;
  const narrowed = text !== '' || Object.values(filters).some(Boolean);

  function clear() {
    // The button that was pressed goes, and would take the focus with it. In a box, a phone would open its keyboard.
    if (matchMedia('(pointer: coarse)').matches) focusHeading();
    else searchBox.current?.focus();
    setText('');
    setFilter(
      Object.fromEntries(Object.keys(search).map((name) => [name, name === 'sort' ? sort : undefined])),
    );
  }

  function searchFor(words: string) {
    searchBox.current?.focus();
    setText(words);
  }

  return (
    <>
      <Page
        title={listTexts.title}
        tabTitle={listTexts.title}
        actions={
          <ButtonRow>
            {bugListLinks.map(({ name, Link }) => (
              <Link key={name} />
            ))}
            <ButtonTo to="/bugs/create" variant="contained">
              {listTexts.createNew}
            </ButtonTo>
          </ButtonRow>
        }
      >
        <BugFilters
          filter={chosen.filter}
          onFilter={chosen.change}
          vocabulary={chosen.vocabulary}
          typed={typed}
          problem={problem}
          searchBox={searchBox}
          onSearchKey={onSearchKey}
        />
        <ResultCount
          total={list.total}
          narrowed={narrowed}
          text={text}
          filter={chosen.filter}
          onFilter={chosen.change}
          onClear={clear}
        />
        {list.rows.length > 0 && (
          <BugTable
            list={list}
            view={JSON.stringify([filter, searched, list.isOld])}
            sort={chosen.filter.sort}
            onSort={(wanted) => chosen.change({ sort: wanted })}
            selection={selection}
            onDelete={setDeleting}
          />
        )}
        {list.loading && <TableSkeleton rowHeight={rowHeight} />}
        {failure !== null && (
          <ErrorState title={listTexts.failed} text={reasonOf(failure)} onRetry={list.retry} />
        )}
        {list.total === '0' && list.error === null && (
          <NoBugs filter={filter} text={searched.query ?? searched.q} onText={searchFor} onClear={clear} />
        )}
        {isBulk && (
          <Suspense>
            <BulkBar selection={selection} loaded={list.rows.length} onEmpty={() => setIsBulk(false)} />
          </Suspense>
        )}
        <DeleteBugDialog
          bug={deleting}
          title={listTexts.confirmDelete}
          onClose={() => setDeleting(undefined)}
          onDeleted={focusAfterDelete}
        />
      </Page>
      {!isBulk && (
        <ChangeNotices width="full" cancellable="new-bug" undoAt="/bugs/create">
          <FiledNotice />
        </ChangeNotices>
      )}
    </>
  );
}
