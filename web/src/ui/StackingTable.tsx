import type { ComponentProps } from 'react';
import { IconButton } from './Button.tsx';
import { MoreIcon } from './icons.tsx';
import { Surface } from './Surface.tsx';
import styles from './StackingTable.module.css';
import { Table } from './Table.tsx';

/** The frame around a table. */
export function TableFrame({ className = '', ...frame }: ComponentProps<'div'>) {
  return <Surface {...frame} className={`${styles.frame} ${className}`} />;
}

/**
 * A table that, if it lacks room, stacks the cells of a row, each with its heading beside it. The classes `name` and
 * `actions` mark the cells of a row's name and of its menu.
 */
export function StackingTable({ className = '', ...table }: ComponentProps<'table'>) {
  return <Table {...table} className={`${styles.stacking} ${className}`} />;
}

/** A cell with its column's heading, which the stacked layout shows beside it. An empty cell shows a dash. */
export function StackingCell({ label, children, ...cell }: ComponentProps<'td'> & { label: string }) {
  const isEmpty = children === '' || children === undefined || children === null;
  return (
    <td data-label={label} data-empty={isEmpty} {...cell}>
      {isEmpty ? '–' : children}
    </td>
  );
}

interface MenuCellProps {
  label: string;
  /** The id of the element that names the row. */
  describedBy: string;
  onOpen: (anchor: HTMLElement) => void;
}

/** The cell with a row's menu button. */
export function MenuCell({ label, describedBy, onOpen }: MenuCellProps) {
  return (
    <StackingCell label={label} className="actions">
      <IconButton
        size="small"
        aria-label={label}
        aria-haspopup="menu"
        aria-describedby={describedBy}
        onClick={({ currentTarget }) => onOpen(currentTarget)}
      >
        <MoreIcon />
      </IconButton>
    </StackingCell>
  );
}
