import { useInfiniteQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { counted, formatNumber } from '#web/language/language.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import type { Bug, BugFilter } from '#web/lib/api/specified.ts';
import { failureOfPages, retryPages } from '#web/lib/api/query.ts';
import type { Group } from '#web/lib/bugs/bug-field.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { ChevronIcon } from '#web/ui/icons.tsx';
import { ShowMore } from '#web/ui/ShowMore.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { LoadingText } from '#web/ui/states/LoadingText.tsx';
import { useInSight } from '#web/lib/use-in-sight.ts';
import { useShownBugs } from '#web/features/bugs/change/field-change.tsx';
import { bugsOf, totalOf } from '#web/features/bugs/data/bug-pages.ts';
import { bugListQuery } from '#web/features/bugs/data/queries.ts';
import type { GroupingField } from '#web/features/bugs/fields/grouping.ts';
import type { WalkedList } from '#web/features/bugs/data/list-place.ts';
import { BugRow } from './BugRow.tsx';
import { listTexts } from './texts.ts';
import styles from './group.module.css';

/** The number of rows that a group shows at first, and adds at each step. */
const step = 25;
const none: readonly Bug[] = [];

/** The first rows of a list. */
export interface ShownRows {
  readonly rows: readonly Bug[];
  readonly list: WalkedList | undefined;
}

type RowProps = React.ComponentProps<typeof BugRow>;

interface Props {
  group: Group;
  field: GroupingField;
  filter: BugFilter;
  /** The `aria-rowindex` of the heading. */
  rowIndex: number;
  /** The number of columns that the heading spans. */
  span: number;
  /** Called with the group's visible rows and their list. */
  onShown: (key: string, shown: ShownRows) => void;
  /** Properties that are the same for all rows. */
  row: Pick<RowProps, 'fields' | 'columns' | 'layout' | 'onSelect' | 'onOpenChoice'>;
  isSelected: (bug: Bug) => boolean;
  changeableOf: (bug: Bug) => string;
  onDeleteOf: (bug: Bug) => RowProps['onDelete'];
}

/** A group of the list: its heading, which toggles it, and its first rows. A group without bugs is closed. */
export function GroupRows({ group, field, filter, rowIndex, span, onShown, row, ...rights }: Props) {
  const { key, label, isArchived } = group;
  const body = useRef<HTMLTableSectionElement>(null);
  const heading = useId();
  const [state, setState] = useGroupState(`${field.name} ${key}`, { isOpen: undefined, most: step });
  const { most } = state;
  const list = useGroupList({ field, filter, group: key, isWanted: useInSight(body) });
  const { bugs, total, walked } = list;
  const isOpen = state.isOpen ?? total !== '0';
  const rows = useMemo(() => (isOpen ? bugs.slice(0, most) : none), [bugs, isOpen, most]);
  useEffect(() => onShown(key, { rows, list: walked }), [onShown, key, rows, walked]);
  useEffect(() => () => onShown(key, { rows: none, list: undefined }), [onShown, key]);
  // An empty group that cannot receive bugs needs no heading.
  if (isArchived && total === '0') return null;

  function showMore() {
    setState({ ...state, most: most + step });
    if (most + step > bugs.length) list.loadMore();
  }

  return (
    <tbody
      className={styles.groupBody}
      ref={body}
      role="rowgroup"
      aria-labelledby={heading}
      aria-busy={list.isOld}
    >
      <tr role="row" aria-rowindex={rowIndex} data-heading>
        <td className={styles.groupCell} role="cell" colSpan={span}>
          <h2 id={heading}>
            <button
              className={styles.groupButton}
              type="button"
              aria-expanded={isOpen}
              onClick={() => setState({ ...state, isOpen: !isOpen })}
            >
              <ChevronIcon aria-hidden />
              <span className="label">{label}</span>
              {total !== undefined && <Total total={total} />}
            </button>
          </h2>
        </td>
      </tr>
      {rows.map((bug, at) => (
        <BugRow
          key={bug._id}
          {...row}
          bug={bug}
          at={at}
          rowIndex={rowIndex + 1 + at}
          list={walked}
          isSelected={rights.isSelected(bug)}
          changeable={rights.changeableOf(bug)}
          onDelete={rights.onDeleteOf(bug)}
        />
      ))}
      {isOpen && <BelowRows list={list} most={most} span={span} onMore={showMore} />}
    </tbody>
  );
}

interface BelowProps {
  list: ReturnType<typeof useGroupList>;
  most: number;
  span: number;
  onMore: () => void;
}

/** The end of a group, below its rows or in place of them. */
function BelowRows({ list, most, span, onMore }: BelowProps) {
  const { bugs, error, isLoading, isLoadingMore, hasMore, retry } = list;
  if (error === null && !isLoading && bugs.length > 0 && bugs.length <= most && !hasMore) return null;
  const below = isLoading ? (
    <LoadingText />
  ) : error !== null ? (
    <ErrorState title={listTexts.failed} text={reasonOf(error)} onRetry={retry} />
  ) : bugs.length === 0 ? (
    listTexts.noneInGroup
  ) : (
    <ShowMore busy={isLoadingMore && most >= bugs.length} onClick={onMore} />
  );
  return (
    <tr role="row">
      <td className={styles.groupCell} role="cell" colSpan={span}>
        {below}
      </td>
    </tr>
  );
}

function Total({ total }: { total: string }) {
  const count = Number.parseInt(total, 10);
  const isMore = total.endsWith('+');
  return (
    <span className="count">
      <span aria-hidden>{isMore ? total : formatNumber(count)}</span>
      <VisuallyHidden>
        {isMore ? listTexts.atLeast(formatNumber(count)) : counted(count, listTexts.bug)}
      </VisuallyHidden>
    </span>
  );
}

interface Wanted {
  field: GroupingField;
  filter: BugFilter;
  group: string;
  isWanted: boolean;
}

/** The list of a group: the filter combined with the group's value. */
function useGroupList({ field, filter, group, isWanted }: Wanted) {
  const { _id: me } = useUser();
  const pages = useMemo(() => ({ ...filter, [field.name]: group }), [filter, field, group]);
  const list = useInfiniteQuery({
    ...bugListQuery(pages),
    enabled: isWanted,
    placeholderData: (before) => before,
    // A changed bug moves to its new group at once.
    meta: { me },
  });
  const { data, hasNextPage, fetchNextPage } = list;
  const loaded = useMemo(() => bugsOf(data), [data]);
  const bugs = useShownBugs(loaded);
  const error = failureOfPages(list);
  return {
    bugs,
    walked: useMemo(() => ({ pages, text: pages.q ?? '', query: pages.query }), [pages]),
    total: totalOf(data, bugs.length, true),
    error,
    isLoading: data === undefined && error === null,
    isOld: list.isPlaceholderData,
    hasMore: hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    loadMore: () => void fetchNextPage({ cancelRefetch: false }),
    retry: () => retryPages(list),
  };
}

/* The open groups are stored outside the list's page, so that returning to the list restores them. */

interface GroupState {
  /** Undefined until the user opens or closes it. */
  readonly isOpen: boolean | undefined;
  /** The maximum number of rows shown. */
  readonly most: number;
}

/** By history entry. The next list appears before the old one is unmounted, so there can be several. */
const states = new Map<string | undefined, Map<string, GroupState>>();
const mostEntries = 50;

function noteGroup(entry: string | undefined, key: string, state: GroupState): void {
  const groups = states.get(entry) ?? new Map<string, GroupState>();
  states.set(entry, groups.set(key, state));
  const [oldest] = states.keys();
  if (states.size > mostEntries) states.delete(oldest);
}

/** The open state of a group: `initial`, or the state when the list was left. */
function useGroupState(key: string, initial: GroupState) {
  const entry = useLocation({ select: ({ state }) => state.__TSR_key });
  const [state, setState] = useState(() => states.get(entry)?.get(key) ?? initial);
  useEffect(() => noteGroup(entry, key, state), [entry, key, state]);
  return [state, setState] as const;
}
