import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { formatNumber } from '#web/language/language.ts';
import { Menu, MenuItem } from '#web/ui/Menu.tsx';
import { strokeIcon } from '#web/ui/Icon.tsx';
import { MenuCell, StackingCell, StackingTable, TableFrame } from '#web/ui/StackingTable.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './admin.module.css';
import { OrderButtons } from './OrderButtons.tsx';
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

interface TableProps<Item> {
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
  const [menu, setMenu] = useState<{ item: Item; anchor: HTMLElement }>();
  const close = () => setMenu(undefined);
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
                  onOpen={(anchor) => setMenu({ item, anchor })}
                />
              </tr>
            ))}
          </tbody>
        </StackingTable>
      </TableFrame>
      <Menu anchor={menu?.anchor} onClose={close}>
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

/** An item in another place. */
interface Move<Item> {
  readonly item: Item;
  /** The id of the item to move it before; null for the end. */
  readonly before: string | null;
  /** All items in the new order. */
  readonly items: readonly Item[];
}

interface Props<Item> extends TableProps<Item> {
  nameOf: (item: Item) => string;
  /** Stores a move, and reports a failure. A second move may begin while the first is pending. */
  onMove: (move: Move<Item>) => Promise<unknown>;
}

/** Items in an order that users change by buttons, or by dragging rows. Pending moves are shown. */
export function OrderedTable<Item extends { readonly _id: string }>(props: Props<Item>) {
  const { items, columns, actions, nameOf, onMove } = props;
  const id = useId();
  const pending = useRef(0);
  const [order, setOrder] = useState<readonly string[]>();
  const [moved, setMoved] = useState('');
  const shown = order ? inOrder(items, order) : items;

  async function move(item: Item, to: number) {
    const next = shown.filter((one) => one !== item).toSpliced(to, 0, item);
    setOrder(next.map(({ _id }) => _id));
    pending.current += 1;
    try {
      await onMove({ item, before: next[to + 1]?._id ?? null, items: next });
      setMoved(texts.moved(nameOf(item), formatNumber(to + 1)));
    } catch {
      // Already at this place.
    }
    pending.current -= 1;
    if (pending.current === 0) setOrder(undefined);
  }

  const place = (item: Item, at: number) => (
    <Place table={id} name={nameOf(item)} at={at} count={shown.length} onMove={(to) => void move(item, to)} />
  );
  return (
    <div className={styles.frame}>
      <VisuallyHidden role="status">{moved}</VisuallyHidden>
      <ManagedTable
        items={shown}
        columns={[...columns, { label: texts.order, width: 32, cell: place }]}
        actions={actions}
      />
    </div>
  );
}

/** Sorts items in this order; items missing from it come last. */
function inOrder<Item extends { readonly _id: string }>(
  items: readonly Item[],
  order: readonly string[],
): Item[] {
  const placeOf = ({ _id }: Item) => (order.includes(_id) ? order.indexOf(_id) : order.length);
  return items.toSorted((one, other) => placeOf(one) - placeOf(other));
}

interface PlaceProps {
  table: string;
  name: string;
  at: number;
  count: number;
  onMove: (to: number) => void;
}

/** The drag handle of a row, and the buttons that move it. */
function Place({ table, at, onMove, ...buttons }: PlaceProps) {
  const handle = useRef<HTMLSpanElement>(null);
  const move = useEffectEvent(onMove);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isOver = false;
    async function begin() {
      const { dragRow } = await import('./row-drag.ts');
      const element = handle.current?.closest('tr');
      if (isOver || !handle.current || !element) return;
      stop = dragRow({ table, at, element, handle: handle.current, onMove: (to) => move(to) });
    }
    // If the code does not load, the buttons still move it.
    begin().catch(() => undefined);
    return () => {
      isOver = true;
      stop?.();
    };
  }, [table, at]);
  return (
    <span className={styles.place}>
      <span ref={handle} className={styles.handle} title={texts.drag} aria-hidden>
        <GripIcon />
      </span>
      <OrderButtons {...buttons} at={at} isBusy={false} onMove={onMove} />
    </span>
  );
}

const GripIcon = strokeIcon('M9 6h.010M15 6h.010M9 12h.010M15 12h.010M9 18h.010M15 18h.010');
