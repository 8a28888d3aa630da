import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import { useBugFields } from '#web/lib/extensions.ts';
import { chosenColumns, fittingColumns, type ListColumn, offeredColumns, usualColumns } from './columns.tsx';
import { useListLayout } from './list-layout.ts';

/** All columns that the list can have now. */
export function useOfferedColumns(): readonly ListColumn[] {
  const fields = useBugFields();
  const client = useQueryClient();
  // The fields of admins may be loaded later.
  useIsFetching();
  const now = offeredColumns(fields, client);
  const [offered, setOffered] = useState(now);
  const keyOf = (columns: readonly ListColumn[]) =>
    JSON.stringify(columns.map(({ name, label }) => [name, label]));
  if (keyOf(now) === keyOf(offered)) return offered;
  setOffered(now);
  return now;
}

interface Columns {
  /** The columns that fit. */
  readonly columns: readonly ListColumn[];
  /** Whether they are the default columns, some of which the styles hide in a narrow window. */
  readonly areUsual: boolean;
}

/** The columns of the list in this frame. */
export function useColumns(frame: RefObject<HTMLElement | null>, asCards: boolean): Columns {
  const fields = useBugFields();
  const offered = useOfferedColumns();
  const { columns: chosen } = useListLayout().layout;
  const room = useWidth(frame);
  // Independent of the width, which is measured after the first render: new columns re-render every row.
  const usual = useMemo(() => ({ columns: usualColumns(fields), areUsual: true }), [fields]);
  const fitting = useMemo(
    () => ({ columns: fittingColumns(chosenColumns(offered, chosen ?? []), room), areUsual: false }),
    [chosen, offered, room],
  );
  return chosen === null || asCards ? usual : fitting;
}

function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const frame = element.current;
    if (!frame) return undefined;
    const measure = () => setWidth(frame.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(frame);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
