import type { QueryClient } from '@tanstack/react-query';
import { counts, namesInQueries } from '#contract/bugs/bug-fields.ts';
import { type LiveHandlers, type OnChanges, reread } from '#web/lib/live/change.ts';
import { countsQuery, viewsQuery } from './queries.ts';

/** The shortest interval between two counts, in milliseconds, as counting costs more than reading a bug. */
const rest = 5_000;

let next: ReturnType<typeof setTimeout> | undefined;
let lastAt = Number.NEGATIVE_INFINITY;

/** Counts again: at once, or after an interval if it was just done. */
const recount: OnChanges = async ({ queryClient }) => {
  if (next !== undefined) return;
  const wait = lastAt + rest - performance.now();
  if (wait <= 0) {
    await count(queryClient);
    return;
  }
  next = setTimeout(() => {
    next = undefined;
    // A hidden page counts when it becomes visible.
    count(queryClient).catch(() => undefined);
  }, wait);
};

async function count(client: QueryClient): Promise<void> {
  lastAt = performance.now();
  if (document.hidden) await client.invalidateQueries({ ...countsQuery, refetchType: 'none' });
  else await reread(client, countsQuery);
}

const viewsChanged: OnChanges = async ({ queryClient }) => {
  await Promise.all([reread(queryClient, viewsQuery), reread(queryClient, countsQuery)]);
};

export const liveViews: LiveHandlers = {
  view: viewsChanged,
  views: viewsChanged,
  bug: recount,
  // Comments may have been edited, and some queries search them.
  comment: recount,
  ...Object.fromEntries(
    [...counts.map(({ changedBy }) => changedBy), ...namesInQueries].map((kind) => [kind, recount]),
  ),
  // Owners have names.
  async user(screens, changes) {
    await Promise.all([reread(screens.queryClient, viewsQuery), recount(screens, changes)]);
  },
};
