import type { ComponentProps, UIEvent } from 'react';
import type { Sort } from '#contract/bugs/bugs.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { fieldLabels } from '#web/lib/bugs/bug-labels.ts';
import { SelectBox } from '#web/ui/inputs/SelectBox.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { Table } from '#web/ui/Table.tsx';
import { useMediaQuery } from '#web/ui/use-media-query.ts';
import { ColumnEdge, ColumnHeading } from '#web/features/bugs/columns/ColumnHeading.tsx';
import { columnStyles, type ListColumn } from '#web/features/bugs/columns/columns.tsx';
import { type Density, useDensity } from '#web/features/bugs/columns/density.ts';
import { listTexts } from './texts.ts';
import styles from './list.module.css';

export interface Layout {
  /** Without room for columns, each bug is a card. */
  readonly asCards: boolean;
  /** All rows have the same height, so that a long list can be scrolled without rendering it all. */
  readonly rowHeight: number;
}

const rows: Readonly<Record<Density, Layout>> = {
  normal: { asCards: false, rowHeight: matchMedia('(pointer: coarse)').matches ? 48 : 40 },
  compact: { asCards: false, rowHeight: 32 },
};
const cards: Layout = { asCards: true, rowHeight: 92 };

/** The layout of the list by the width of the window and the chosen density. */
export function useLayout(): Layout {
  const isNarrow = useMediaQuery('(width < 600px)');
  const density = useDensity();
  return isNarrow ? cards : rows[density];
}

/** The list, and the peeked bug beside it, if there is room. */
export function Beside({ className = '', ...props }: ComponentProps<'div'>) {
  return <div {...props} className={`${styles.beside} ${className}`} />;
}

/** `useSteadyRows` compensates for rows added or removed above the visible ones, in all browsers. */
export function TableFrame({ className = '', ...props }: ComponentProps<typeof Surface>) {
  return <Surface {...props} className={`${styles.tableFrame} ${className}`} />;
}

type RootProps = ComponentProps<'table'> & { columns: readonly ListColumn[] };

export function BugTableRoot({ columns, ...props }: RootProps) {
  return (
    <Table
      {...props}
      className={styles.bugTable}
      style={columnStyles(columns)}
      onScrollCapture={scrollTogether}
    />
  );
}

/** The headings and the rows of each group scroll sideways together. */
function scrollTogether({ target, currentTarget: table }: UIEvent<HTMLElement>): void {
  const { scrollLeft } = target as Element;
  for (const part of table.children) if (part.scrollLeft !== scrollLeft) part.scrollLeft = scrollLeft;
  table.dataset['scrolled'] = String(scrollLeft > 0);
}

/** Over the first cell of the heading, which reserves space for it. */
function InCorner({ className = '', ...props }: ComponentProps<'div'>) {
  return <div {...props} className={`${styles.inCorner} ${className}`} />;
}

/** For layouts without a visible heading to hold the controls for all rows. */
function AboveCards({ className = '', ...props }: ComponentProps<'div'>) {
  return <div {...props} className={`${styles.aboveCards} ${className}`} />;
}

/** The table where there is no room for columns: each row is a card, and the heading is for screen readers only. */
export function CardsRoot({ columns: _, ...props }: RootProps) {
  return <Table {...props} className={styles.cardsRoot} />;
}

const titleColumn = {
  label: fieldLabels.title,
  className: 'title',
  sorts: { field: 'title', first: 'ascending' },
} as const;
const actionsColumn = { label: listTexts.actions, className: 'actions' };

interface Props {
  columns: readonly ListColumn[];
  asCards: boolean;
  sort: Sort | undefined;
  onSort: (sort: Sort | undefined) => void;
}

/** The row of headings. With cards, it is for screen readers only. */
export function TableHeading({ columns, asCards, sort, onSort }: Props) {
  const hasAdditions = useAdditions();
  const sorting = { sort, onSort: asCards ? undefined : onSort };
  return (
    <thead role="rowgroup">
      <tr role="row" aria-rowindex={1}>
        <ColumnHeading column={titleColumn} {...sorting} />
        {columns.map((column) => (
          <ColumnHeading
            key={column.name}
            edge={!asCards && hasAdditions && <ColumnEdge column={column} columns={columns} />}
            column={column}
            {...sorting}
          />
        ))}
        <ColumnHeading column={actionsColumn} sort={sort} onSort={undefined} />
      </tr>
    </thead>
  );
}

/**
 * The checkbox for all rows: above cards, otherwise over the corner of the heading. Inside the heading, it would become
 * part of the first column's name.
 */
export function SelectAll({ asCards, ...box }: { asCards: boolean } & ComponentProps<typeof SelectBox>) {
  const Place = asCards ? AboveCards : InCorner;
  return (
    <Place>
      <SelectBox {...box} isLabelShown={asCards} />
    </Place>
  );
}
