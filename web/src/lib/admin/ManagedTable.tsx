import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { type ReactNode, useId, useState } from 'react';
import { MenuCell, StackingCell, StackingTable, TableFrame } from '#web/ui/StackingTable.tsx';
import styles from './ManagedTable.module.css';
import { texts } from './texts.ts';

export interface Column<Item> {
  readonly label: string;
  /** The width in units of 4 pixels. Columns without one share the rest. */
  readonly width?: number;
  cell(item: Item, at: number): ReactNode;
  /** The full text of a cell that may be truncated. */
  title?(item: Item): string;
}

interface Action {
  readonly label: string;
  readonly act: () => void;
}

export interface TableProps<Item> {
  items: readonly Item[];
  /** The first column names the item. */
  columns: readonly Column<Item>[];
  /** The entries of a row's menu. */
  actions: (item: Item) => readonly Action[];
}

/** Items in rows, with one menu for all of them. */
export function ManagedTable<Item extends { readonly _id: string }>(props: TableProps<Item>) {
  const { items, columns, actions } = props;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  // Remains set while the menu closes.
  const [menu, setMenu] = useState<{ item: Item; anchor: HTMLElement }>();
  const close = () => setOpen(false);
  function open(item: Item, anchor: HTMLElement) {
    setMenu({ item, anchor });
    setOpen(true);
  }
  return (
    <>
      <TableFrame>
        <StackingTable>
          <thead>
            <tr>
              {columns.map(({ label, width }) => (
                <th key={label} scope="col" style={width === undefined ? undefined : { width: width * 4 }}>
                  {label}
                </th>
              ))}
              <th scope="col" className="actions">
                {texts.actions}
              </th>
            </tr>
          </thead>
          <tbody className={styles.rows}>
            {items.map((item, at) => (
              <tr key={item._id}>
                {columns.map(({ label, cell, title }, column) => (
                  <StackingCell
                    key={label}
                    label={label}
                    title={title?.(item)}
                    {...(column === 0 && { className: 'name', id: `${id}-${item._id}` })}
                  >
                    {cell(item, at)}
                  </StackingCell>
                ))}
                <MenuCell
                  label={texts.actions}
                  describedBy={`${id}-${item._id}`}
                  onOpen={(anchor) => open(item, anchor)}
                />
              </tr>
            ))}
          </tbody>
        </StackingTable>
      </TableFrame>
      <Menu open={isOpen} anchorEl={menu?.anchor ?? null} onClose={close}>
        {menu &&
          actions(menu.item).map(({ label, act }) => (
            <MenuItem
              key={label}
              onClick={() => {
                close();
                act();
              }}
            >
              {label}
            </MenuItem>
          ))}
      </Menu>
    </>
  );
}
