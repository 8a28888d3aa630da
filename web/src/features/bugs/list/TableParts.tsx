import type { ComponentProps } from 'react';
import { Surface } from '#web/ui/Surface.tsx';
import { Table } from '#web/ui/Table.tsx';
import { useMediaQuery } from '#web/ui/use-media-query.ts';
import styles from './table.module.css';

export interface Layout {
  /** Without room for columns, each bug is a card. */
  readonly asCards: boolean;
  /** All rows have the same height, so that a long list can be scrolled without rendering it all. */
  readonly rowHeight: number;
}

const table: Layout = { asCards: false, rowHeight: matchMedia('(pointer: coarse)').matches ? 48 : 40 };
const cards: Layout = { asCards: true, rowHeight: 176 };

/** The layout of the list by the width of the window. */
export function useLayout(): Layout {
  return useMediaQuery('(width < 600px)') ? cards : table;
}

/** The list, and the peeked bug beside it, if there is room. */
export function Beside({ className = '', ...props }: ComponentProps<'div'>) {
  return <div {...props} className={`${styles.beside} ${className}`} />;
}

/** `useSteadyRows` compensates for rows added or removed above the visible ones, in all browsers. */
export function TableFrame({ className = '', ...props }: ComponentProps<typeof Surface>) {
  return <Surface {...props} className={`${styles.tableFrame} ${className}`} />;
}

export function BugTableRoot({ className = '', ...props }: ComponentProps<'table'>) {
  return <Table {...props} className={`${styles.bugTable} ${className}`} />;
}

/** Over the first cell of the heading, which reserves space for it. */
export function InCorner({ className = '', ...props }: ComponentProps<'div'>) {
  return <div {...props} className={`${styles.inCorner} ${className}`} />;
}

/** For layouts without a visible heading to hold the controls for all rows. */
export function AboveCards({ className = '', ...props }: ComponentProps<'div'>) {
  return <div {...props} className={`${styles.aboveCards} ${className}`} />;
}

/** The same table without room for columns: each row is a card, and the heading is for screen readers only. */
export function CardsRoot({ className = '', ...props }: ComponentProps<typeof Table>) {
  return <Table {...props} className={`${styles.cardsRoot} ${className}`} />;
}
