import type { BugFilter } from '#web/lib/api/specified.ts';

let last: BugFilter = {};

/** Notes what the list is narrowed to and sorted by, for coming back to it from a page without an address for that. */
export function noteList(filter: BugFilter): void {
  last = filter;
}

/** What the list was narrowed to and sorted by when it was last in sight. */
export const lastList = (): BugFilter => last;
