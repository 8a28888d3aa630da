import { useEffect, useState } from 'react';
import type { Bug } from '#web/lib/api/specified.ts';
import { focusHeading } from '#web/ui/Page.tsx';
import { titleId } from './row-elements.ts';

/**
 * Returns the function to call once a bug of the list is deleted. It moves the focus from the removed row to the title
 * of the row that takes its place, or to the heading if there is none.
 */
export function useFocusAfterDelete(rows: readonly Bug[]): (id: string) => void {
  const [deleted, setDeleted] = useState<{ readonly id: string; readonly at: number }>();
  useEffect(() => {
    if (!deleted || rows.some(({ _id }) => _id === deleted.id)) return;
    setDeleted(undefined);
    const next = rows[deleted.at] ?? rows.at(-1);
    const title = next && document.getElementById(titleId(next));
    if (title) title.focus();
    else focusHeading();
  }, [deleted, rows]);
  // Uses the rows of the render in which Delete was pressed, which still include the row.
  return (id) => setDeleted({ id, at: rows.findIndex(({ _id }) => _id === id) });
}
