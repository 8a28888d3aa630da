import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { type Sort, bugPermissions } from '#contract/bugs/bugs.ts';
import { can } from '#contract/permissions.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import { useShortcuts } from '#web/lib/keyboard/keyboard.ts';
import { useRowFocus } from '#web/lib/keyboard/use-row-focus.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import type { Selection } from '#web/lib/use-selection.ts';
import { useBugRights } from '#web/lib/bugs/use-bug-rights.ts';
import { usualSort } from '#web/features/bugs/data/order.ts';
import { useChangeField, useShownBugs } from '#web/features/bugs/change/field-change.tsx';
import { useColumns } from '#web/features/bugs/columns/columns.tsx';
import { type ChangeField, useBugKeys } from '#web/features/bugs/change/field-keys.ts';
import { BugRow, RowChoice, type RowChoiceAt } from './BugRow.tsx';
import {
  activeBug,
  activeRow,
  barBottom,
  firstRowInSight,
  focusTitleOf,
  placeOf,
  rowAt,
  useActiveRow,
} from './row-focus.ts';
import {
  Beside,
  BugTableRoot,
  CardsRoot,
  SelectAll,
  TableFrame,
  TableHeading,
  useLayout,
} from './TableParts.tsx';
import { listTexts } from './texts.ts';
import type { BugRows } from './use-bug-rows.ts';
import { usePeek } from './use-peek.tsx';

/** The maximum number of rows that are printed. */
export const mostPrinted = 1_000;
/** How many rows before the end the next page is fetched. */
const ahead = 40;

interface Props {
  list: BugRows;
  /** Identifies the list: it changes with the filter and the search. */
  view: string;
  sort: Sort | undefined;
  onSort: (sort: Sort | undefined) => void;
  selection: Selection<Bug>;
  onDelete: (bug: Bug) => void;
  /** Whether all rows are rendered, for paper. */
  isPrinting: boolean;
}

/** The bugs in rows. Only those near the window are rendered; spacers reserve the space of the rest. */
export function BugTable(props: Props) {
  const { list, view, sort = usualSort(), onSort, selection, onDelete, isPrinting } = props;
  const user = useUser();
  const fields = useBugFields();
  const { hasMore, loadMore } = list;
  const rows = useShownBugs(list.rows);
  const { change: changeField, question } = useChangeField();
  const { mayChange, mayEdit } = useBugRights();
  const [choice, setChoice] = useState<RowChoiceAt>();
  const change: ChangeField = (field, wanted, part) => {
    const seen = rows.find(({ _id }) => _id === wanted._id);
    if (seen) changeField({ field, part, seen, wanted, isUndo: false, asEditor: mayEdit(seen) });
  };
  const layout = useLayout();
  const { rowHeight } = layout;
  const Root = layout.asCards ? CardsRoot : BugTableRoot;
  const frame = useRef<HTMLDivElement>(null);
  const changeableOf = (bug: Bug) =>
    fields
      .filter(({ name, Choice }) => Choice && mayChange(bug, name))
      .map(({ name }) => name)
      .join(' ');
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop((frame.current?.getBoundingClientRect().top ?? 0) + window.scrollY), []);

  useSteadyRows(frame, rows, { view, rowHeight });

  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?._id ?? index,
    overscan: 3,
    scrollMargin: top,
  });
  // The measured heights are those of the previous layout.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  useRowKeys(
    frame,
    { ...list, rows },
    { selection, change, scrollTo: (place) => virtualizer.scrollToIndex(place) },
  );
  const { isPeeking, followFocus, panel } = usePeek(rows, {
    activeBug: () => activeBug(frame.current, rows),
    placeOf: (bug) => ({ list: list.walked, at: rows.indexOf(bug) }),
    isSelecting: selection.rows.length > 0,
    onChange: change,
  });
  const columns = useColumns({ asCards: layout.asCards, isPeeking });
  const inSight = virtualizer.getVirtualItems();
  const visible = isPrinting ? rows.slice(0, mostPrinted).map((_, index) => ({ index })) : inSight;
  const before = (visible[0]?.index ?? 0) * rowHeight;
  const last = inSight.at(-1)?.index ?? -1;
  const after = isPrinting ? 0 : (rows.length - 1 - last) * rowHeight;

  const loadAhead = useEffectEvent(() => {
    if (hasMore && last >= rows.length - ahead) loadMore();
  });
  useEffect(() => loadAhead(), [last, rows.length, hasMore]);

  const all = {
    label: listTexts.selectLoaded,
    checked: selection.rows.length === rows.length,
    mixed: selection.rows.length > 0 && selection.rows.length < rows.length,
    onChange: selection.selectAll,
  };

  return (
    <Beside data-peek={isPeeking}>
      <TableFrame ref={frame} onFocus={followFocus}>
        {rows.length > 0 && <SelectAll asCards={layout.asCards} {...all} />}
        <Root
          role="table"
          columns={columns}
          aria-busy={list.isOld}
          aria-rowcount={hasMore ? -1 : rows.length + 1}
        >
          <TableHeading columns={columns} asCards={layout.asCards} sort={sort} onSort={onSort} />
          <tbody role="rowgroup">
            {before > 0 && <tr aria-hidden style={{ height: before }} />}
            {visible.map(({ index }) => {
              const bug = rows[index];
              return (
                bug && (
                  <BugRow
                    key={bug._id}
                    bug={bug}
                    fields={fields}
                    columns={columns}
                    at={index}
                    layout={layout}
                    list={list.walked}
                    isSelected={selection.has(bug)}
                    onSelect={selection.select}
                    changeable={changeableOf(bug)}
                    onOpenChoice={setChoice}
                    onDelete={can(user, bugPermissions.delete, bug) ? onDelete : undefined}
                  />
                )
              );
            })}
            {after > 0 && <tr aria-hidden style={{ height: after }} />}
          </tbody>
        </Root>
        {question}
        {choice && <RowChoice {...choice} onChange={change} onClose={() => setChoice(undefined)} />}
      </TableFrame>
      {panel}
    </Beside>
  );
}

interface Doing {
  selection: Selection<Bug>;
  change: ChangeField;
  /** Renders the row at a place in the list. */
  scrollTo: (place: number) => void;
}

/** Keyboard navigation through the rows. The active row is the focused one, so that Enter opens it natively. */
function useRowKeys(
  frame: RefObject<HTMLElement | null>,
  { rows, walked }: Pick<BugRows, 'rows' | 'walked'>,
  { selection, change, scrollTo }: Doing,
): void {
  useActiveRow(frame, rows);
  const { wantedPlace, focusPlace } = useRowFocus({
    rowAt: (place) => rowAt(frame.current, place),
    focus: focusTitleOf,
    scrollTo,
  });
  const currentRow = () => activeRow(frame.current);
  const currentPlace = () => placeOf(currentRow());

  function go(step: 1 | -1) {
    const from = wantedPlace() ?? currentPlace();
    if (from < 0) return focusTitleOf(firstRowInSight(frame.current));
    focusPlace(Math.max(0, Math.min(from + step, rows.length - 1)));
  }
  useShortcuts({ j: () => go(1), k: () => go(-1) });
  useBugKeys({
    row: currentRow,
    bug: () => rows[currentPlace()],
    placeOf: () => ({ list: walked, at: currentPlace() }),
    selection,
    change,
  });
}

/** How long the pointer counts as aiming after its last move, in milliseconds. */
const aiming = 2_000;

/**
 * Keeps the visible rows in place while others are added and removed above them, by scrolling by the same distance:
 * anchored to the row under the pointer, or else to the first visible one after scrolling. A different `view` means a
 * different list.
 */
function useSteadyRows(
  frame: RefObject<HTMLElement | null>,
  rows: readonly Bug[],
  { view, rowHeight }: { view: string; rowHeight: number },
): void {
  const pointer = usePointer(frame);
  const scrolled = useScrolled();
  const last = useRef({ rows, view, rowHeight });
  useLayoutEffect(() => {
    const before = last.current;
    last.current = { rows, view, rowHeight };
    const body = frame.current?.querySelector('tbody');
    if (!body || before.rows === rows || before.view !== view || before.rowHeight !== rowHeight) return;
    const { scrollY } = window;
    // If the document has become shorter, the browser has already scrolled back to its end.
    const lost = isAtEnd() ? Math.max(0, scrolled.current - scrollY) : 0;
    const box = body.getBoundingClientRect();
    const [top, end] = [box.top - lost, box.bottom - lost];
    const { y, at } = pointer.current;
    const looksAt = performance.now() - at < aiming && y > top && y < end ? y : barBottom();
    const index = Math.floor((looksAt - top) / rowHeight);
    const row = before.rows[index];
    if (index < 0 || row === undefined) return;
    const moved = rows.findIndex(({ _id }) => _id === row._id) - index;
    const by = moved * rowHeight + lost;
    if (by !== 0 && moved >= -index) window.scrollBy({ top: by, behavior: 'instant' });
  }, [frame, pointer, scrolled, rows, view, rowHeight]);
}

function isAtEnd(): boolean {
  const { scrollHeight, clientHeight } = document.documentElement;
  return window.scrollY >= scrollHeight - clientHeight - 1;
}

/** The scroll position at the last `scroll` event. */
function useScrolled() {
  // Set in the effect: reading it in each render would force a layout.
  const scrolled = useRef(0);
  useEffect(() => {
    const stop = new AbortController();
    const note = () => void (scrolled.current = window.scrollY);
    note();
    // In the capture phase, before other listeners render: reading it after that would force a layout.
    window.addEventListener('scroll', note, { signal: stop.signal, passive: true, capture: true });
    return () => stop.abort();
  }, []);
  return scrolled;
}

/** The pointer's position in the window, and when it got there. */
function usePointer(frame: RefObject<HTMLElement | null>) {
  const pointer = useRef({ y: 0, at: Number.NEGATIVE_INFINITY });
  useEffect(() => {
    const element = frame.current;
    const stop = new AbortController();
    element?.addEventListener(
      'pointermove',
      ({ clientY }) => (pointer.current = { y: clientY, at: performance.now() }),
      { signal: stop.signal, passive: true },
    );
    element?.addEventListener(
      'pointerleave',
      () => (pointer.current = { y: 0, at: Number.NEGATIVE_INFINITY }),
      { signal: stop.signal },
    );
    return () => stop.abort();
  }, [frame]);
  return pointer;
}
