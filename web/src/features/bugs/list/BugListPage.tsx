import { lazy, Suspense, useMemo, useState } from 'react';
import { reasonOf } from '#web/lib/api/api-error.ts';
import type { Bug, BugFilter } from '#web/lib/api/specified.ts';
import type { BugListOf, ListView } from '#web/lib/bugs/list-view.ts';
import { useNews } from '#web/lib/live/news.ts';
import { useExtensions } from '#web/lib/extensions.ts';
import { ButtonRow } from '#web/ui/inputs/FormLayout.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { ButtonTo } from '#web/ui/links.tsx';
import { focusHeading, Page } from '#web/ui/Page.tsx';
import { TableSkeleton } from '#web/ui/states/TableSkeleton.tsx';
import { openable } from '#web/lib/keyboard/openable.tsx';
import { useSelection } from '#web/lib/use-selection.ts';
import { ChangeNotices } from '#web/features/bugs/change/ChangeNotices.tsx';
import { DeleteBugDialog } from '#web/features/bugs/change/DeleteBugDialog.tsx';
import { ListIdentityContext } from '#web/features/bugs/columns/columns.tsx';
import type { GroupingField } from '#web/features/bugs/fields/grouping.ts';
import { failuresOf } from '#web/features/bugs/search/QueryProblem.tsx';
import { BugFilters } from './BugFilters.tsx';
import { BugTable } from './BugTable.tsx';
import { FiledNotice } from './FiledNotice.tsx';
import { NoBugs, NotUnderstood } from './NoBugs.tsx';
import { ResultCount } from './ResultCount.tsx';
import { useLayout } from './TableParts.tsx';
import { listTexts } from './texts.ts';
import { type BugRows, useBugCount, useBugRows } from './use-bug-rows.ts';
import { useFocusAfterDelete } from './use-focus-after-delete.ts';
import { OwnFilterContext, useListAddress } from '#web/features/bugs/search/list-address.ts';
import { useListGroup } from './use-list-group.ts';
import { useListFilter } from '#web/features/bugs/search/use-list-filter.ts';
import { useListState } from './use-list-state.ts';
import { useBoxKeys, useSearchKey } from './use-search-box.ts';
import { type TypedSearch, useTypedSearch } from '#web/features/bugs/search/use-searched.ts';

const BulkBar = openable(async () => (await import('#web/features/bugs/bulk/BulkBar.tsx')).BulkBar, {
  isForPage: true,
});

const GroupedList = lazy(async () => ({
  default: (await import('./GroupedList.tsx')).GroupedList,
}));

/** All bugs. */
export function BugListPage(): React.JSX.Element {
  return <BugList view={undefined} />;
}

/** The bugs of a view. */
export function ViewedBugList({ view }: React.ComponentProps<BugListOf>): React.JSX.Element {
  const { _id: key, columns, group, query, sort } = view;
  const identity = useMemo(() => ({ key, layout: { columns, group } }), [key, columns, group]);
  const own = useMemo(
    () => ({ ...(query !== '' && { query }), ...(sort !== null && { sort }) }),
    [query, sort],
  );
  return (
    <OwnFilterContext value={own}>
      <ListIdentityContext value={identity}>
        <BugList key={key} view={view} />
      </ListIdentityContext>
    </OwnFilterContext>
  );
}

function BugList({ view }: { view: ListView | undefined }) {
  const title = nameOf(view);
  const { filter: search, change: setFilter } = useListAddress();
  const filter = useMemo(() => {
    const { q: _q, query: _query, ...rest } = search;
    return rest;
  }, [search]);
  const typed = useTypedSearch();
  const { text, setText, searched } = typed;
  const { rows, list, setInGroups } = useRowsShown(filter, typed);
  const { total, error } = list;
  const { problem, failure } = failuresOf(typed.error, error);
  const selection = useSelection(rows);
  const [isBulk, setIsBulk] = useState(false);
  // The bar is shown from the first selection until it has nothing left to report.
  if (!isBulk && selection.rows.length > 0) setIsBulk(true);
  const [deleting, setDeleting] = useState<Bug>();
  const focusAfterDelete = useFocusAfterDelete(rows);
  const chosen = useListFilter(filter, typed);
  const searchBox = useSearchKey();
  const isFound = typed.isCurrent && total !== undefined;
  const onSearchKey = useBoxKeys({ box: searchBox, text, isFound });
  const { rowHeight } = useLayout();
  const { sort, ...filters } = filter;
  const narrowed = text !== '' || Object.values(filters).some(Boolean);

  function clear() {
    // The pressed button disappears and would lose the focus. Focusing a text field would open a phone's keyboard.
    if (matchMedia('(pointer: coarse)').matches) focusHeading();
    else searchBox.current?.focus();
    setText('');
    setFilter(
      Object.fromEntries(Object.keys(search).map((name) => [name, name === 'sort' ? sort : undefined])),
    );
  }

  /** Without the bar, a selection is useless. */
  function closeBulk() {
    selection.selectAll(false);
    setIsBulk(false);
  }

  function searchFor(words: string) {
    searchBox.current?.focus();
    setText(words);
  }

  return (
    <>
      <Page title={title} tabTitle={title} actions={<ListActions view={view} />}>
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
          total={total}
          narrowed={narrowed}
          text={text}
          filter={chosen.filter}
          onFilter={chosen.change}
          onClear={clear}
        />
        {list.hasRows && (
          <Rows
            list={list.ungrouped}
            grouping={list.grouping}
            filter={filter}
            typed={typed}
            sort={chosen.filter.sort}
            onSort={(wanted) => chosen.change({ sort: wanted })}
            selection={selection}
            onDelete={setDeleting}
            onRows={setInGroups}
          />
        )}
        {list.isLoading && <TableSkeleton rowHeight={rowHeight} />}
        {failure !== null && (
          <ErrorState title={listTexts.failed} text={reasonOf(failure)} onRetry={list.retry} />
        )}
        {problem && list.isUnknown && <NotUnderstood onClear={clear} />}
        {isEmpty(list) && (
          <NoBugs filter={filter} text={searched.query ?? searched.q} onText={searchFor} onClear={clear} />
        )}
        {isBulk && <BulkBar selection={selection} loaded={rows.length} onClose={closeBulk} />}
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

/** The rows of the list, or those shown by its groups. */
function useRowsShown(filter: BugFilter, typed: TypedSearch) {
  const { field: grouping } = useListGroup();
  const ungrouped = useBugRows(filter, typed, grouping === undefined);
  const counted = useBugCount(filter, typed.settled, grouping !== undefined);
  const [inGroups, setInGroups] = useState<readonly Bug[]>([]);
  const rows = grouping ? inGroups : ungrouped.rows;
  const isComing = grouping ? rows.length === 0 : ungrouped.loading || ungrouped.isOld;
  useNews(isComing ? undefined : rows);
  const { total, error, retry } = grouping ? counted : ungrouped;
  const areGroupsShown = total !== '0' && (error === null || total !== undefined);
  const list = {
    grouping,
    ungrouped,
    total,
    error,
    retry,
    // An empty list keeps its headings.
    hasRows: grouping ? areGroupsShown : ungrouped.rows.length > 0 || isEmpty(ungrouped),
    isUnknown: grouping
      ? !areGroupsShown
      : total === undefined && !ungrouped.loading && ungrouped.rows.length === 0,
    // Groups show their loading state themselves.
    isLoading: !grouping && ungrouped.loading,
  };
  return { rows, list, setInGroups };
}

/** Whether no bugs match. */
function isEmpty({ total, error }: Pick<BugRows, 'total' | 'error'>): boolean {
  return total === '0' && error === null;
}

interface RowsProps extends Omit<React.ComponentProps<typeof BugTable>, 'view'> {
  /** The field by which the rows are grouped. */
  grouping: GroupingField | undefined;
  filter: BugFilter;
  typed: TypedSearch;
  onRows: (rows: readonly Bug[]) => void;
}

function Rows({ grouping, filter, typed, onRows, list, ...table }: RowsProps) {
  if (!grouping)
    return <BugTable {...table} list={list} view={JSON.stringify([filter, typed.searched, list.isOld])} />;
  return (
    <Suspense>
      <GroupedList
        key={grouping.name}
        {...table}
        field={grouping}
        filter={filter}
        searched={typed.settled}
        onRows={onRows}
      />
    </Suspense>
  );
}

const nameOf = (view: ListView | undefined) => view?.name ?? listTexts.title;

/** The actions beside the heading. */
function ListActions({ view }: { view: ListView | undefined }) {
  const { bugListLinks } = useExtensions();
  const list = useListState(view);
  return (
    <ButtonRow>
      {bugListLinks.map(({ name, Link }) => (
        <Link key={name} list={list} />
      ))}
      <ButtonTo to="/bugs/create" variant="contained">
        {listTexts.createNew}
      </ButtonTo>
    </ButtonRow>
  );
}
