import { priorities, type Sort, type SortField, statuses } from '#contract/bugs.ts';
import { fold, matchesSearch } from '#contract/search.ts';
import type { Bug, BugFilter } from '#web/lib/api/specified.ts';
import { newestFirst } from '#web/lib/newest-first.ts';

/* The rules by which the server chooses and sorts, for placing a single bug without asking for the whole list again. */

/** Whether a list with this filter holds the bug; `me` is the user who asks. */
export function belongs(bug: Bug, filter: BugFilter, me: string): boolean {
  const { status, priority, q, assignedTo, createdBy } = filter;
  const person = (wanted: string) => (wanted === 'me' ? me : wanted);
  return (
    (status === undefined || bug.status === status) &&
    (priority === undefined || bug.priority === priority) &&
    (createdBy === undefined || bug.createdBy._id === person(createdBy)) &&
    (assignedTo === undefined || (bug.assignedTo?._id ?? 'none') === person(assignedTo)) &&
    (q === undefined || matchesSearch(bug, q))
  );
}

const keys: Record<SortField, (bug: Bug) => string | number> = {
  // A newer bug has a higher number, so the number stands for the time of creation.
  createdAt: ({ number, createdAt }) => number ?? createdAt,
  updatedAt: ({ updatedAt }) => updatedAt,
  title: ({ title }) => fold(title),
  status: ({ status }) => statuses.indexOf(status),
  priority: ({ priority }) => priorities.indexOf(priority),
};

/** Compares two bugs as the list sorts them: negative where the first comes first. Equal ones come newest first. */
export function orderOf(sort: Sort = '-createdAt'): (one: Bug, other: Bug) => number {
  const descending = sort.startsWith('-');
  const key = keys[(descending ? sort.slice(1) : sort) as SortField];
  return (one, other) => (descending ? -1 : 1) * compare(key(one), key(other)) || newestFirst(one, other);
}

/** Texts compare by their code points, as in the database; JavaScript's own `<` compares halves of some of them. */
function compare(one: string | number, other: string | number): number {
  if (typeof one === 'number' || typeof other === 'number') return Number(one) - Number(other);
  const [points, others] = [[...one], [...other]];
  const at = points.findIndex((point, index) => point !== others[index]);
  if (at === -1) return points.length - others.length;
  return (points[at]?.codePointAt(0) ?? 0) - (others[at]?.codePointAt(0) ?? -1);
}
