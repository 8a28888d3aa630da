import { lazy, Suspense, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { reasonOf } from '#web/lib/api/api-error.ts';
import type { Bug, BugFilter } from '#web/lib/api/specified.ts';
import type { BugListOf, ListView } from '#web/lib/bugs/list-view.ts';
import { useExtensions } from '#web/lib/extensions.ts';
import { openable } from '#web/lib/keyboard/openable.tsx';
import { usePrinting } from '#web/lib/printing.ts';
import { useSelection } from '#web/lib/use-selection.ts';
import { Button } from '#web/ui/Button.tsx';
import { Bar } from '#web/ui/FloatingBar.tsx';
import { ButtonRow } from '#web/ui/inputs/FormLayout.tsx';
import { ButtonLink, ButtonTo } from '#web/ui/links.tsx';
import { focusHeading, Page } from '#web/ui/Page.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { TableSkeleton } from '#web/ui/states/TableSkeleton.tsx';
import { ChangeNotices } from '#web/features/bugs/change/ChangeNotices.tsx';
import { DeleteBugDialog } from '#web/features/bugs/change/DeleteBugDialog.tsx';
import { shortName } from '#web/features/bugs/change/field-change.tsx';
import { changeTexts } from '#web/features/bugs/change/texts.ts';
import { ListIdentityContext, useHasManyColumns } from '#web/features/bugs/columns/columns.tsx';
import { filed } from '#web/features/bugs/data/list-place.ts';
import { CopyLink } from '#web/features/bugs/details/CopyLink.tsx';
import type { GroupingField } from '#web/features/bugs/fields/grouping.ts';
import { OwnFilterContext, useListAddress } from '#web/features/bugs/search/list-address.ts';
import { failuresOf } from '#web/features/bugs/search/QueryHelp.tsx';
import { useListFilter } from '#web/features/bugs/search/use-list-filter.ts';
import { type TypedSearch, useTypedSearch } from '#web/features/bugs/search/use-searched.ts';
import { BugFilters, useBoxKeys, useSearchKey } from './BugFilters.tsx';
import { BugTable, mostPrinted } from './BugTable.tsx';
import { DisplayButton } from './DisplayButton.tsx';
import { NoBugs, NotUnderstood } from './NoBugs.tsx';
import { ResultCount } from './ResultCount.tsx';
import { titleId } from './row-focus.ts';
import { useLayout } from './TableParts.tsx';
import { listTexts } from './texts.ts';
import { isEmpty, useRowsShown } from './use-bug-rows.ts';
import { useListState } from './use-list-state.ts';
import styles from './BugListPage.module.css';

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
  const width = useHasManyColumns() ? 'window' : 'full';
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
      <Page
        title={title}
        tabTitle={title}
        beside={<ResultCount total={total} narrowed={narrowed} onClear={clear} />}
        actions={<ListActions view={view} />}
        width={width}
        isDense
      >
        <BugFilters
          filter={chosen.filter}
          onFilter={chosen.change}
          vocabulary={chosen.vocabulary}
          typed={typed}
          problem={problem}
          searchBox={searchBox}
          onSearchKey={onSearchKey}
        >
          <DisplayButton sort={chosen.filter.sort} onSort={(wanted) => chosen.change({ sort: wanted })} />
        </BugFilters>
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
          <NoBugs
            filter={filter}
            text={searched.query ?? searched.q}
            isQuery={searched.query !== undefined}
            onText={searchFor}
            onClear={clear}
          />
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

interface RowsProps extends Omit<React.ComponentProps<typeof BugTable>, 'view' | 'isPrinting'> {
  /** The field by which the rows are grouped. */
  grouping: GroupingField | undefined;
  filter: BugFilter;
  typed: TypedSearch;
  onRows: (rows: readonly Bug[]) => void;
}

function Rows({ grouping, filter, typed, onRows, list, ...table }: RowsProps) {
  const isPrinting = usePrinting(() => list.loadUpTo(mostPrinted));
  const view = JSON.stringify([filter, typed.searched, list.isOld]);
  const rows = <BugTable {...table} list={list} view={view} isPrinting={isPrinting} />;
  if (!grouping) return rows;
  // The browser’s own menu does not load the rows, and then prints the groups as they are.
  const isReplaced = isPrinting && list.rows.length > 0;
  return (
    <>
      <div data-screen-only={isReplaced || undefined}>
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
      </div>
      {/* Groups load and render only what is open, so the rows are printed without them. */}
      {isReplaced && rows}
    </>
  );
}

const nameOf = (view: ListView | undefined) => view?.name ?? listTexts.title;

/** The actions beside the heading. */
function ListActions({ view }: { view: ListView | undefined }) {
  const { bugListLinks } = useExtensions();
  const list = useListState(view);
  return (
    <ButtonRow className={styles.actions}>
      {bugListLinks.map(({ name, Link }) => (
        <Link key={name} list={list} />
      ))}
      <ButtonTo to="/bugs/create" variant="contained">
        {listTexts.createNew}
      </ButtonTo>
    </ButtonRow>
  );
}

/** A notice with the filed bug, which the list may not show. Leaving the page removes it. */
function FiledNotice() {
  const bug = useSyncExternalStore(filed.subscribe, filed.get);
  useEffect(() => () => filed.set(undefined), []);
  if (!bug) return null;
  return (
    <Bar style={{ position: 'static' }}>
      <strong>{changeTexts.filed(shortName(bug))}</strong>
      <ButtonRow>
        <ButtonLink size="small" variant="outlined" to="/bugs/$id" params={{ id: bug._id }}>
          {changeTexts.open}
        </ButtonLink>
        <CopyLink bug={bug} />
        <Button size="small" onClick={() => filed.set(undefined)}>
          {changeTexts.close}
        </Button>
      </ButtonRow>
    </Bar>
  );
}

/**
 * Returns the function to call once a bug of the list is deleted. It moves the focus from the removed row to the title
 * of the row that takes its place, or to the heading if there is none.
 */
function useFocusAfterDelete(rows: readonly Bug[]): (id: string) => void {
  const [deleted, setDeleted] = useState<{ readonly id: string; readonly at: number }>();
  useEffect(() => {
    if (!deleted || rows.some(({ _id }) => _id === deleted.id)) return;
    setDeleted(undefined);
    const next = rows[deleted.at] ?? rows.at(-1);
    const title = next && document.getElementById(titleId(next));
    if (title) title.focus();
    else focusHeading();
  }, [deleted, rows]);
  // Uses the rows of the render in which Delete was pressed, which still include the row.
  return (id) => setDeleted({ id, at: rows.findIndex(({ _id }) => _id === id) });
}
