import { getRouteApi } from '@tanstack/react-router';
import type { BugFilter } from '#web/lib/api/bug-filter.ts';
import { filterIn } from '#web/features/bugs/data/queries.ts';

const route = getRouteApi('/signed-in/bugs');

/** Changes the filter and order of the list. Each change is an entry of the browser's history, so that Back undoes it. */
export function useSetFilter(): (change: Partial<BugFilter>) => void {
  const navigate = route.useNavigate();
  return (change) =>
    void navigate({ search: (before) => ({ ...filterIn(before), ...change }), resetScroll: false });
}
