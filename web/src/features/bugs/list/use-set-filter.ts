import type { BugFilter } from '#web/lib/api/specified.ts';
import { bugListRoute } from '#web/features/bugs/routes.ts';

/** Chooses what the list is narrowed and sorted by. Each choice is a step in the history, so that Back undoes it. */
export function useChoose(): (choice: Partial<BugFilter>) => void {
  const navigate = bugListRoute.useNavigate();
  return (choice) => void navigate({ search: (before) => ({ ...before, ...choice }), resetScroll: false });
}
