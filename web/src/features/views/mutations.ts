import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { createView, deleteView, orderViews, updateView, type ViewPlace } from '#contract/bugs/views.ts';
import { creating, deleting, updating } from '#web/lib/admin/definition-mutations.ts';
import { call } from '#web/lib/api/call.ts';
import { countsQuery, viewsQuery } from './queries.ts';

const refresh = (client: QueryClient) =>
  Promise.all([client.invalidateQueries(viewsQuery), client.invalidateQueries(countsQuery)]);

export const useCreateView = creating(createView, refresh);
export const useUpdateView = updating(updateView, refresh);
export const useDeleteView = deleting(deleteView, refresh);

export function useOrderViews() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (views: ViewPlace[]) => call(orderViews, { body: { views } }),
    // Sequential, as each sends the whole order.
    scope: { id: 'order views' },
    async onSuccess(views) {
      client.setQueryData(viewsQuery.queryKey, views);
      await client.invalidateQueries(countsQuery);
    },
  });
}
