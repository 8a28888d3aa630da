import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import type { Sort } from '#contract/bugs/bugs.ts';
import { columnWidth } from '#contract/bugs/views.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import { ChevronIcon } from '#web/ui/icons.tsx';
import { directionOf, nextSort, usualSort } from '#web/features/bugs/data/order.ts';
import { columnId, columnStyles, type ListColumn, useListLayout, usualColumns } from './columns.tsx';
import { columnTexts } from './texts.ts';
import styles from './ColumnHeading.module.css';

/** The description of a column in its heading. */
type Headed = Pick<ListColumn, 'label' | 'className' | 'sorts'> & Partial<Pick<ListColumn, 'name'>>;

interface Props {
  /** Resizes the column. */
  edge?: ReactNode;
  column: Headed;
  sort: Sort | undefined;
  /** Omitted if the headings are not visible, and so cannot be pressed. */
  onSort: ((sort: Sort | undefined) => void) | undefined;
}

/** A column heading. Pressing it sorts by the column if the server can, pressing it again reverses the order. */
export function ColumnHeading({ edge, column: { name, label, className, sorts }, sort, onSort }: Props) {
  const cell = {
    scope: 'col',
    role: 'columnheader',
    className,
  } as const;
  const words = name === undefined ? label : <span id={columnId(name)}>{label}</span>;
  if (!sorts || !onSort)
    return (
      <th {...cell}>
        {edge}
        {words}
      </th>
    );
  const { field, first } = sorts;
  const direction = directionOf(sort, field);
  const next = nextSort(sort, field, first);
  return (
    <th {...cell} aria-sort={direction ?? 'none'}>
      {edge}
      <button
        className={styles.sortButton}
        type="button"
        onClick={() => onSort(next === usualSort() ? undefined : next)}
      >
        {words}
        <ChevronIcon data-direction={direction ?? 'none'} />
      </button>
    </th>
  );
}

/** The step of an arrow key, in pixels. */
const step = 16;

interface EdgeProps {
  column: ListColumn;
  /** All visible columns. */
  columns: readonly ListColumn[];
}

/**
 * The edge before a column, which resizes it by dragging and by the arrow keys. The title gets the remaining width, so
 * that the edge follows the pointer. Enter and a double click restore the default width.
 */
export function ColumnEdge({ column: { name, width }, columns }: EdgeProps) {
  const { layout, choose } = useListLayout();
  const fields = useBugFields();

  function resize(wanted: number | undefined) {
    // What has no room now stays chosen.
    const chosen = layout.columns ?? usualColumns(fields).map((one) => ({ name: one.name }));
    const own = wanted === undefined ? {} : { width: within(wanted) };
    choose({ columns: chosen.map((one) => (one.name === name ? { name, ...own } : one)) });
  }

  function onKeyDown(event: KeyboardEvent) {
    const wanted = {
      ArrowLeft: width + step,
      ArrowRight: width - step,
      Home: columnWidth.min,
      End: columnWidth.max,
      Enter: undefined,
    };
    if (!(event.key in wanted) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    resize(wanted[event.key as keyof typeof wanted]);
  }

  function onPointerDown({
    currentTarget: edge,
    clientX: from,
    pointerId,
    button,
  }: PointerEvent<HTMLElement>) {
    const table = edge.closest('table');
    if (!table || button !== 0) return;
    edge.setPointerCapture(pointerId);
    const end = new AbortController();
    let wanted = width;
    // Avoids rendering the rows again at each step.
    const move = ({ clientX }: globalThis.PointerEvent) => {
      wanted = within(width + from - clientX);
      const now = columns.map((one) => (one.name === name ? { ...one, width: wanted } : one));
      for (const [property, value] of Object.entries(columnStyles(now)))
        table.style.setProperty(property, value);
    };
    const stop = () => {
      end.abort();
      if (wanted !== width) resize(wanted);
    };
    edge.addEventListener('pointermove', move, { signal: end.signal });
    edge.addEventListener('pointerup', stop, { signal: end.signal });
    edge.addEventListener('pointercancel', stop, { signal: end.signal });
  }

  return (
    <span
      className={styles.edge}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      // A name would become part of the heading's name.
      aria-roledescription={columnTexts.edge}
      aria-describedby={columnId(name)}
      aria-valuenow={width}
      aria-valuemin={columnWidth.min}
      aria-valuemax={columnWidth.max}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onDoubleClick={() => resize(undefined)}
    />
  );
}

function within(width: number): number {
  return Math.round(Math.min(columnWidth.max, Math.max(columnWidth.min, width)));
}
