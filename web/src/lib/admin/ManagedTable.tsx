import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useTheme } from '@mui/material/styles';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { type ReactNode, useId, useState } from 'react';
import { MenuCell, StackingCell, StackingTable, TableFrame } from '#web/ui/StackingTable.tsx';
import { texts } from './texts.ts';

export interface Column<Item> {
  readonly label: string;
  /** The width in units of the theme. Columns without one share the rest. */
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
  const theme = useTheme();
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
          <TableHead>
            <TableRow>
              {columns.map(({ label, width }) => (
                <TableCell
                  key={label}
                  style={width === undefined ? undefined : { width: theme.spacing(width) }}
                >
                  {label}
                </TableCell>
              ))}
              <TableCell className="actions">{texts.actions}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {items.map((item, at) => (
              <TableRow key={item._id} hover>
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
              </TableRow>
            ))}
          </TableBody>
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
