import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { formatNumber } from '#web/language/language.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import type { Bug, BugFilter } from '#web/lib/api/specified.ts';
import { failureOfPages, retryPages } from '#web/lib/api/query.ts';
import type { Group } from '#web/lib/bugs/bug-field.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { useInSight } from '#web/lib/use-in-sight.ts';
import { ChevronIcon } from '#web/ui/icons.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { TableSkeleton } from '#web/ui/states/TableSkeleton.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { bugsOf, totalOf } from '#web/features/bugs/data/bug-pages.ts';
import { bugCountQuery, bugListQuery } from '#web/features/bugs/data/queries.ts';
import type { GroupingField } from '#web/features/bugs/fields/grouping.ts';
import { BoardCard, cardId } from './BoardCard.tsx';
import { boardSort, type Mover, type ShownColumn, useCards } from './use-move.ts';
import { boardTexts } from './texts.ts';
import styles from './board.module.css';
import groupStyles from '#web/features/bugs/list/group.module.css';

interface Props {
  group: Group;
  field: GroupingField;
  filter: BugFilter;
  mover: Mover;
  onMenu: (bug: Bug, anchor: HTMLElement) => void;
  /** Called with the column as currently shown. Returns a function to call when the column changes or is removed. */
  onShown: (column: ShownColumn) => () => void;
  /** Left out for columns that are always open. */
  onClose?: () => void;
}

/** The estimated height of a card before it is measured, and how many cards before the end the next page is fetched. */
const estimated = 108;
const ahead = 30;
const gap = 8;

/** A column of the board: a group's bugs in their order. Only visible ones are rendered. */
export function BoardColumn({ group, field, filter, mover, onMenu, onShown, onClose }: Props) {
  const { _id: me } = useUser();
  const root = useRef<HTMLElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const [isOver, setIsOver] = useState(false);
  const { key, label, isArchived = false } = group;
  const list = useInfiniteQuery({
    ...bugListQuery({ ...filter, [field.name]: key, sort: boardSort }),
    enabled: useInSight(root),
    // Changed bugs move to their sorted place at once.
    meta: { me },
  });
  const { data, hasNextPage, isFetching, fetchNextPage } = list;
  const bugs = useMemo(() => bugsOf(data), [data]);
  const cards = useCards(bugs, field, key);
  const error = failureOfPages(list);
  const total = totalOf(data, cards.length, true);

  const virtualizer = useVirtualizer({
    count: cards.length,
    getScrollElement: () => body.current,
    estimateSize: () => estimated,
    getItemKey: (at) => cards[at]?._id ?? at,
    overscan: 4,
    gap,
  });
  const visible = virtualizer.getVirtualItems();
  const last = visible.at(-1)?.index ?? -1;
  const loadAhead = useEffectEvent(() => {
    if (hasNextPage && !isFetching && error === null && last >= cards.length - ahead) void fetchNextPage();
  });
  useEffect(() => loadAhead(), [last, cards.length, hasNextPage, isFetching]);

  const { toFocus } = mover;
  function focusWanted() {
    const { id, columnKey } = toFocus.current ?? {};
    if (id === undefined || columnKey !== key) return;
    const at = cards.findIndex(({ _id }) => _id === id);
    const link = document.getElementById(cardId(id));
    if (at === -1) return;
    if (!link || !body.current?.contains(link)) return virtualizer.scrollToIndex(at);
    toFocus.current = undefined;
    link.focus();
  }
  useEffect(focusWanted);
  useEffect(() =>
    onShown({
      group,
      cards,
      isWhole: !hasNextPage,
      focus(at) {
        const id = cards[at]?._id;
        if (id === undefined) return;
        toFocus.current = { id, columnKey: key };
        focusWanted();
      },
    }),
  );

  useEffect(() => {
    const element = body.current;
    if (!element) return undefined;
    const stopTaking = dropTargetForElements({
      element,
      getData: () => ({ columnKey: key }),
      canDrop: ({ source }) => !isArchived || source.data['columnKey'] === key,
      onDragEnter: () => setIsOver(true),
      onDragLeave: () => setIsOver(false),
      onDrop: () => setIsOver(false),
    });
    const stopScrolling = autoScrollForElements({ element });
    return () => {
      stopTaking();
      stopScrolling();
    };
  }, [key, isArchived]);

  return (
    <section className={styles.columnRoot} ref={root} aria-label={label} data-key={key} data-over={isOver}>
      <h2 className={styles.columnHead}>
        {onClose ? <ColumnLabel group={group} isOpen onToggle={onClose} /> : label}
        <ColumnTotal total={total} />
      </h2>
      <div className={styles.columnBody} ref={body} aria-busy={data === undefined && error === null}>
        {data === undefined && error === null && <TableSkeleton rowHeight={estimated} />}
        {error !== null && (
          <ErrorState title={boardTexts.failed} text={reasonOf(error)} onRetry={() => retryPages(list)} />
        )}
        {data && cards.length === 0 && <p>{boardTexts.empty}</p>}
        {cards.length > 0 && (
          <div role="list" style={{ position: 'relative', height: virtualizer.getTotalSize() }}>
            {visible.map(({ index, start }) => {
              const bug = cards[index];
              return (
                bug && (
                  <div
                    key={bug._id}
                    role="listitem"
                    aria-setsize={hasNextPage ? -1 : cards.length}
                    aria-posinset={index + 1}
                    ref={virtualizer.measureElement}
                    data-index={index}
                    style={{
                      position: 'absolute',
                      insetInline: 0,
                      top: 0,
                      transform: `translateY(${start}px)`,
                    }}
                  >
                    <BoardCard
                      bug={bug}
                      groupedBy={field.name}
                      columnKey={key}
                      at={index}
                      whyNot={mover.whyNot(bug)}
                      onMenu={onMenu}
                    />
                  </div>
                )
              );
            })}
          </div>
        )}
      </div>
    </section>
  );
}

interface LabelProps {
  group: Group;
  isOpen: boolean;
  onToggle: () => void;
}

/** The name of a column that can be closed. */
function ColumnLabel({ group: { label, isArchived }, isOpen, onToggle }: LabelProps) {
  return (
    <button className={groupStyles.groupButton} type="button" aria-expanded={isOpen} onClick={onToggle}>
      <ChevronIcon aria-hidden />
      <span className="label">{isArchived ? boardTexts.archived(label) : label}</span>
    </button>
  );
}

function ColumnTotal({ total }: { total: string | undefined }) {
  return (
    total !== undefined && (
      <span className="count">
        <span aria-hidden>{total.endsWith('+') ? total : formatNumber(Number(total))}</span>
        <VisuallyHidden>{boardTexts.count(total)}</VisuallyHidden>
      </span>
    )
  );
}

/** The column of an archived group, shown while it has bugs. Closed at first, because no card can be moved to it. */
export function ArchivedColumn(column: React.ComponentProps<typeof BoardColumn>) {
  const [isOpen, setIsOpen] = useState(false);
  const root = useRef<HTMLElement>(null);
  const { group, field, filter } = column;
  const { data } = useInfiniteQuery({
    ...bugCountQuery({ ...filter, [field.name]: group.key }),
    enabled: useInSight(root),
  });
  const total = totalOf(data, bugsOf(data).length, true);
  if (isOpen) return <BoardColumn {...column} onClose={() => setIsOpen(false)} />;
  if (total === '0') return null;
  return (
    <section className={styles.columnRoot} ref={root} aria-label={group.label} data-closed>
      <h2 className={styles.columnHead}>
        <ColumnLabel group={group} isOpen={false} onToggle={() => setIsOpen(true)} />
        <ColumnTotal total={total} />
      </h2>
    </section>
  );
}
