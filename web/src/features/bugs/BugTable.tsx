import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { type Bug, canDeleteBug } from '#contract/bugs.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { BugRow } from './BugRow.tsx';
import { BugTableRoot, columns, rowHeight, TableFrame } from './table-parts.tsx';
import type { BugRows } from './use-bug-rows.ts';
import { useSteadyRows } from './use-steady-rows.ts';

/** How many rows before the end the next page is asked for. */
const ahead = 40;

interface Props {
  list: BugRows;
  /** Names what is listed: it is another one with another filter or search. */
  view: string;
  onDelete: (bug: Bug) => void;
}

/** The bugs in rows. Only those near the window are rendered; spacers hold the place of the rest. */
export function BugTable({ list, view, onDelete }: Props) {
  const user = useUser();
  const { rows, hasMore, loadMore } = list;
  const frame = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop((frame.current?.getBoundingClientRect().top ?? 0) + window.scrollY), []);

  useSteadyRows(frame, rows, view);

  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?._id ?? index,
    overscan: 12,
    scrollMargin: top,
  });
  const visible = virtualizer.getVirtualItems();
  const before = (visible[0]?.index ?? 0) * rowHeight;
  const last = visible.at(-1)?.index ?? -1;
  const after = (rows.length - 1 - last) * rowHeight;

  const loadAhead = useEffectEvent(() => {
    if (hasMore && last >= rows.length - ahead) loadMore();
  });
  useEffect(() => loadAhead(), [last, rows.length, hasMore]);

  return (
    <TableFrame ref={frame}>
      <BugTableRoot aria-rowcount={hasMore ? -1 : rows.length + 1}>
        <TableHead>
          <TableRow aria-rowindex={1}>
            {columns.map(({ label, className }) => (
              <TableCell key={label} className={className}>
                {label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {before > 0 && <tr aria-hidden style={{ height: before }} />}
          {visible.map(({ index }) => {
            const bug = rows[index];
            return (
              bug && (
                <BugRow
                  key={bug._id}
                  bug={bug}
                  rowIndex={index + 2}
                  onDelete={canDeleteBug(user, bug) ? onDelete : undefined}
                />
              )
            );
          })}
          {after > 0 && <tr aria-hidden style={{ height: after }} />}
        </TableBody>
      </BugTableRoot>
    </TableFrame>
  );
}
