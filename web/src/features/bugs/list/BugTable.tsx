import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { type Sort, bugPermissions } from '#contract/bugs/bugs.ts';
import { can } from '#contract/permissions.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import type { Selection } from '#web/lib/use-selection.ts';
import { useBugRights } from '#web/lib/bugs/use-bug-rights.ts';
import { usualSort } from '#web/features/bugs/data/order.ts';
import { useChangeField, useShownBugs } from '#web/features/bugs/change/field-change.tsx';
import { useColumns } from '#web/features/bugs/columns/columns.tsx';
import type { ChangeField } from '#web/features/bugs/change/field-keys.ts';
import { BugRow } from './BugRow.tsx';
import { RowChoice, type RowChoiceAt } from './RowValue.tsx';
import { activeBug } from './row-elements.ts';
import { Beside, BugTableRoot, CardsRoot, TableFrame, useLayout } from './TableParts.tsx';
import { SelectAll, TableHeading } from './TableHeading.tsx';
import { listTexts } from './texts.ts';
import type { BugRows } from './use-bug-rows.ts';
import { usePeek } from './use-peek.tsx';
import { useRowKeys } from './use-row-keys.ts';
import { useSteadyRows } from './use-steady-rows.ts';

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
}

/** The bugs in rows. Only those near the window are rendered; spacers reserve the space of the rest. */
export function BugTable({ list, view, sort = usualSort(), onSort, selection, onDelete }: Props) {
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
  const { columns, areUsual } = useColumns(frame, layout.asCards);
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
  const visible = virtualizer.getVirtualItems();
  const before = (visible[0]?.index ?? 0) * rowHeight;
  const last = visible.at(-1)?.index ?? -1;
  const after = (rows.length - 1 - last) * rowHeight;

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
          data-usual={areUsual}
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
