import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';

interface Row {
  readonly _id: string;
}

/** Selects or deselects a row; with `asRange`, also all rows between it and the last one. */
export type Select<T extends Row> = (row: T, isChosen: boolean, asRange: boolean) => void;

export interface Selection<T extends Row> {
  /** The current data of the selected rows that the list shows. */
  readonly rows: readonly T[];
  has: (row: Row) => boolean;
  select: Select<T>;
  selectAll: (areChosen: boolean) => void;
  /** Deselects the rows with these ids. */
  drop: (ids: readonly string[]) => void;
}

/** The selection among the loaded rows, for bulk actions. */
export function useSelection<T extends Row>(rows: readonly T[]): Selection<T> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const anchor = useRef<string>(undefined);
  const chosen = useMemo(() => rows.filter(({ _id }) => ids.has(_id)), [rows, ids]);

  // A stable function, so that rows do not re-render when others are loaded.
  const shown = useRef(rows);
  useLayoutEffect(() => void (shown.current = rows), [rows]);
  const select = useCallback<Select<T>>((row, isChosen, asRange) => {
    const indexOf = (id: string | undefined) => shown.current.findIndex(({ _id }) => _id === id);
    const [at, from] = [indexOf(row._id), asRange ? indexOf(anchor.current) : -1];
    anchor.current = row._id;
    const range = from === -1 ? [row] : shown.current.slice(Math.min(from, at), Math.max(from, at) + 1);
    setIds((before) => changed(before, range, isChosen));
  }, []);
  return {
    rows: chosen,
    has: ({ _id }) => ids.has(_id),
    select,
    selectAll: (areChosen) => setIds(areChosen ? changed(ids, rows, true) : new Set()),
    drop: (gone) => setIds((before) => new Set([...before].filter((id) => !gone.includes(id)))),
  };
}

function changed(ids: ReadonlySet<string>, rows: readonly Row[], areChosen: boolean): ReadonlySet<string> {
  const next = new Set(ids);
  for (const { _id } of rows)
    if (areChosen) next.add(_id);
    else next.delete(_id);
  return next;
}
