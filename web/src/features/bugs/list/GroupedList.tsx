import { type RefObject, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { bugPermissions, type Sort } from '#contract/bugs/bugs.ts';
import { can } from '#contract/permissions.ts';
import type { Bug, BugFilter } from '#web/lib/api/specified.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import { useShortcuts } from '#web/lib/keyboard/keyboard.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import type { Group } from '#web/lib/bugs/bug-field.ts';
import { useBugRights } from '#web/lib/bugs/use-bug-rights.ts';
import type { Selection } from '#web/lib/use-selection.ts';
import { useChangeField } from '#web/features/bugs/change/field-change.tsx';
import { useColumns } from '#web/features/bugs/columns/columns.tsx';
import type { WalkedList } from '#web/features/bugs/data/list-place.ts';
import { defaultSort } from '#web/features/bugs/data/order.ts';
import { type GroupingField, useGroups, useHasMoreGroups } from '#web/features/bugs/fields/grouping.ts';
import type { Searched } from '#web/features/bugs/search/use-searched.ts';
import { type ChangeField, useBugKeys } from '#web/features/bugs/change/field-keys.ts';
import { RowChoice, type RowChoiceAt } from './BugRow.tsx';
import { GroupRows, type ShownRows } from './GroupRows.tsx';
import {
  activeBug,
  activeRow,
  barBottom,
  focusTitleOf,
  rowIndexOf,
  rowOf,
  usePressBeside,
  useReturnToRow,
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
import { usePeek } from './use-peek.tsx';
import groupStyles from './group.module.css';

interface Props {
  field: GroupingField;
  /** The filter and search that the bugs of all groups match. */
  filter: BugFilter;
  searched: Searched;
  sort: Sort | undefined;
  onSort: (sort: Sort | undefined) => void;
  selection: Selection<Bug>;
  onDelete: (bug: Bug) => void;
  /** Called with the bugs shown by the groups, in order. */
  onRows: (rows: readonly Bug[]) => void;
}

/** The bugs in rows under the groups of a field. Each group is a separate list, fetched once it is in the viewport. */
export function GroupedList({
  field,
  filter: narrowed,
  searched: { q, query },
  sort = defaultSort,
  onSort,
  selection,
  onDelete,
  onRows,
}: Props) {
  const user = useUser();
  const fields = useBugFields();
  const { mayChange, mayEdit } = useBugRights();
  const { change: changeField, question } = useChangeField();
  const [choice, setChoice] = useState<RowChoiceAt>();
  const filter = useMemo(() => ({ ...narrowed, q: q || undefined, query }), [narrowed, q, query]);
  const groups = withNoneLast(useGroups(field, filter));
  const hasMore = useHasMoreGroups(field);
  const { rows, indexOf, placeOf, onShown } = useRowsOf(groups);
  const layout = useLayout();
  const Root = layout.asCards ? CardsRoot : BugTableRoot;
  const frame = useRef<HTMLDivElement>(null);
  const report = useEffectEvent(onRows);
  useEffect(() => report(rows), [rows]);

  const change: ChangeField = (changed, wanted, part) => {
    const seen = rows.find(({ _id }) => _id === wanted._id);
    if (seen) changeField({ field: changed, part, seen, wanted, isUndo: false, asEditor: mayEdit(seen) });
  };
  const changeableOf = (bug: Bug) =>
    fields
      .filter(({ name, Choice }) => Choice && mayChange(bug, name))
      .map(({ name }) => name)
      .join(' ');
  const noteFocus = useGroupKeys(frame, rows, { selection, change, placeOf });
  const { isPeeking, followFocus, panel } = usePeek(rows, {
    activeBug: () => activeBug(frame.current, rows),
    placeOf,
    isSelecting: selection.rows.length > 0,
    onChange: change,
  });
  const columns = useColumns({ asCards: layout.asCards, isPeeking });
  function onFocus() {
    noteFocus();
    followFocus();
  }

  const all = {
    label: listTexts.selectLoaded,
    checked: rows.length > 0 && selection.rows.length === rows.length,
    mixed: selection.rows.length > 0 && selection.rows.length < rows.length,
    onChange: selection.selectAll,
  };
  return (
    <Beside data-peek={isPeeking}>
      <TableFrame ref={frame} onFocus={onFocus}>
        <SelectAll asCards={layout.asCards} {...all} />
        <Root role="table" columns={columns} aria-rowcount={-1}>
          <TableHeading columns={columns} asCards={layout.asCards} sort={sort} onSort={onSort} />
          {groups.map((group) => (
            <GroupRows
              key={`${field.name} ${group.key}`}
              group={group}
              field={field}
              filter={filter}
              rowIndex={indexOf(group.key)}
              span={columns.length + 2}
              onShown={onShown}
              row={{
                fields,
                columns,
                layout,
                onSelect: selection.select,
                onOpenChoice: setChoice,
              }}
              isSelected={selection.has}
              changeableOf={changeableOf}
              onDeleteOf={(bug) => (can(user, bugPermissions.delete, bug) ? onDelete : undefined)}
            />
          ))}
        </Root>
        {question}
        {choice && <RowChoice {...choice} onChange={change} onClose={() => setChoice(undefined)} />}
      </TableFrame>
      {panel}
      {hasMore && <p className={groupStyles.note}>{listTexts.onlyFirstGroups}</p>}
    </Beside>
  );
}

/** The groups with the bugs without a value last. */
function withNoneLast(groups: readonly Group[]): readonly Group[] {
  return groups.toSorted((one, other) => Number(one.key === 'none') - Number(other.key === 'none'));
}

/**
 * The rows shown by groups, in the order of the groups, each with its place in its group's list, and the
 * `aria-rowindex` of headings.
 */
function useRowsOf(groups: readonly { readonly key: string }[]) {
  const [shown, setShown] = useState<ReadonlyMap<string, ShownRows>>(new Map());
  const onShown = useCallback(
    (key: string, rows: ShownRows) => setShown((before) => new Map(before).set(key, rows)),
    [],
  );
  const keys = groups.map(({ key }) => key).join(' ');
  const rows = useMemo(() => keys.split(' ').flatMap((key) => shown.get(key)?.rows ?? []), [keys, shown]);
  const indices = new Map<string, number>();
  let next = rowIndexOf(0);
  for (const { key } of groups) {
    indices.set(key, next);
    next += 1 + (shown.get(key)?.rows.length ?? 0);
  }
  function placeOf(bug: Bug) {
    const group = [...shown.values()].find((one) => one.rows.includes(bug));
    return group?.list && { list: group.list, at: group.rows.indexOf(bug) };
  }
  return { rows, onShown, placeOf, indexOf: (key: string) => indices.get(key) ?? next };
}

interface Doing {
  selection: Selection<Bug>;
  change: ChangeField;
  /** The list of the bug's group, and its place there. */
  placeOf: (bug: Bug) => { readonly list: WalkedList; readonly at: number } | undefined;
}

/**
 * Keyboard navigation through the rows of groups, all of which are rendered. If the active row moves to another group,
 * the focus follows it. Returns the handler that stores the active row.
 */
function useGroupKeys(
  frame: RefObject<HTMLElement | null>,
  rows: readonly Bug[],
  { selection, change, placeOf }: Doing,
): () => void {
  const held = useRef<{ readonly id: string; readonly at: number }>(undefined);

  useReturnToRow(frame, rows);

  const currentBug = () => activeBug(frame.current, rows);

  function go(step: 1 | -1) {
    const bug = currentBug();
    const from = bug ? rows.indexOf(bug) : -1;
    const isInSight = ({ _id }: Bug) => (rowOf(_id)?.getBoundingClientRect().top ?? 0) >= barBottom();
    const to = from === -1 ? rows.find(isInSight) : rows[Math.max(0, Math.min(from + step, rows.length - 1))];
    if (to) focusTitleOf(rowOf(to._id));
  }

  useShortcuts({ j: () => go(1), k: () => go(-1) });
  useBugKeys({ row: () => activeRow(frame.current), bug: currentBug, placeOf, selection, change });

  usePressBeside(frame, () => {
    held.current = undefined;
  });

  useEffect(() => {
    if (!held.current || document.activeElement !== document.body) return;
    const { id, at } = held.current;
    const next = rows.find(({ _id }) => _id === id) ?? rows[Math.min(at, rows.length - 1)];
    if (next) focusTitleOf(rowOf(next._id), { preventScroll: true });
  }, [rows]);

  return () => {
    const bug = currentBug();
    held.current = bug && { id: bug._id, at: rows.indexOf(bug) };
  };
}
