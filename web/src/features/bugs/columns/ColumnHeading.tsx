import type { ReactNode } from 'react';
import type { Sort } from '#contract/bugs/bugs.ts';
import { ChevronIcon } from '#web/ui/icons.tsx';
import { directionOf, nextSort, usualSort } from '#web/features/bugs/data/sorting.ts';
import { columnId, type ListColumn } from './columns.tsx';
import styles from './ColumnHeading.module.css';

/** The description of a column in its heading. */
type Headed = Pick<ListColumn, 'label' | 'className' | 'sorts'> & Partial<Pick<ListColumn, 'name' | 'width'>>;

interface Props {
  /** Resizes the column. */
  edge?: ReactNode;
  column: Headed;
  sort: Sort | undefined;
  /** Omitted if the headings are not visible, and so cannot be pressed. */
  onSort: ((sort: Sort | undefined) => void) | undefined;
}

/** A column heading. Pressing it sorts by the column if the server can, pressing it again reverses the order. */
export function ColumnHeading({
  edge,
  column: { name, label, className, sorts, width },
  sort,
  onSort,
}: Props) {
  const cell = {
    scope: 'col',
    role: 'columnheader',
    className,
    ...(width !== undefined && { style: { width } }),
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
