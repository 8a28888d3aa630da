import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Bug } from '#web/lib/api/specified.ts';

/** Chooses a bug or takes it back; with `asRange`, all between it and the one chosen before too. */
export type Select = (bug: Bug, isChosen: boolean, asRange: boolean) => void;

export interface Selection {
  /** Those chosen that the list shows, as they now are. */
  readonly bugs: readonly Bug[];
  has: (bug: Bug) => boolean;
  select: Select;
  selectAll: (areChosen: boolean) => void;
  /** Takes these back, by their ids. */
  drop: (ids: readonly string[]) => void;
}

/** Which of the loaded rows are chosen for doing something with all of them. */
export function useSelection(rows: readonly Bug[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const anchor = useRef<string>(undefined);
  const bugs = useMemo(() => rows.filter(({ _id }) => ids.has(_id)), [rows, ids]);

  // Always the same function, so that no row is rendered again because others have come.
  const shown = useRef(rows);
  useLayoutEffect(() => void (shown.current = rows), [rows]);
  const select = useCallback<Select>((bug, isChosen, asRange) => {
    const indexOf = (id: string | undefined) => shown.current.findIndex(({ _id }) => _id === id);
    const [at, from] = [indexOf(bug._id), asRange ? indexOf(anchor.current) : -1];
    anchor.current = bug._id;
    const range = from === -1 ? [bug] : shown.current.slice(Math.min(from, at), Math.max(from, at) + 1);
    setIds((before) => changed(before, range, isChosen));
  }, []);
  return {
    bugs,
    has: ({ _id }) => ids.has(_id),
    select,
    selectAll: (areChosen) => setIds(areChosen ? changed(ids, rows, true) : new Set()),
    drop: (gone) => setIds((before) => new Set([...before].filter((id) => !gone.includes(id)))),
  };
}

function changed(ids: ReadonlySet<string>, bugs: readonly Bug[], areChosen: boolean): ReadonlySet<string> {
  const next = new Set(ids);
  for (const { _id } of bugs)
    if (areChosen) next.add(_id);
    else next.delete(_id);
  return next;
}
