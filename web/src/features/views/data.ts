import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import {
  countViews,
  createView,
  deleteView,
  listViews,
  orderViews,
  updateView,
  type View,
  type ViewPlace,
} from '#contract/bugs/views.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { endpointQuery } from '#web/lib/api/query.ts';
import { timeZone } from '#web/lib/time.tsx';
import { texts } from './texts.ts';
import { creating, deleting, updating } from '#web/lib/admin/definition-mutations.ts';
import { call } from '#web/lib/api/call.ts';
import { counts, namesInQueries } from '#contract/bugs/bug-fields.ts';
import { reread, type LiveHandlers, type OnChanges } from '#web/lib/live/change.ts';
import { untilChanged } from '#web/lib/live/until-changed.ts';

/** The views that the user sees, in their order. */
export const viewsQuery = { ...endpointQuery(listViews, {}), staleTime: untilChanged };

/** The numbers of bugs of the pinned views. */
export const countsQuery = endpointQuery(countViews, { query: { zone: timeZone() } });

/** The name of a view; standard views have names in the user's language. */
export function nameOf({ _id, name }: Pick<View, '_id' | 'name'>): string {
  return (texts.standard as Readonly<Record<string, string>>)[_id] ?? name;
}

/** The views that the user sees, in their order; none if the back end does not support them. */
export function useViews() {
  const hasAdditions = useAdditions();
  return useQuery({ ...viewsQuery, enabled: hasAdditions });
}

const refresh = (client: QueryClient) =>
  Promise.all([client.invalidateQueries(viewsQuery), client.invalidateQueries(countsQuery)]);

export const useCreateView = creating(createView, refresh);
export const useUpdateView = updating(updateView, refresh);
export const useDeleteView = deleting(deleteView, refresh);

export function useOrderViews() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (views: ViewPlace[]) => call(orderViews, { body: { views } }),
    // Sequential, because each sends the whole order.
    scope: { id: 'order views' },
    async onSuccess(views) {
      client.setQueryData(viewsQuery.queryKey, views);
      await client.invalidateQueries(countsQuery);
    },
  });
}

/** The shortest interval between two counts, in milliseconds: counting costs more than reading a bug. */
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

/** Handles changed names: queries show the current names, and views the names of their owners. */
const namesChanged: OnChanges = async (screens, changes) => {
  await Promise.all([reread(screens.queryClient, viewsQuery), recount(screens, changes)]);
};

export const liveViews: LiveHandlers = {
  view: viewsChanged,
  views: viewsChanged,
  bug: recount,
  // Comments may have been edited, and some queries search them.
  comment: recount,
  ...Object.fromEntries(counts.map(({ changedBy }) => [changedBy, recount])),
  ...Object.fromEntries(namesInQueries.map((kind) => [kind, namesChanged])),
};
