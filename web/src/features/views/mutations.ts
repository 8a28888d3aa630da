import { useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { createView, deleteView, orderViews, updateView, type ViewPlace } from '#contract/bugs/views.ts';
import { call } from '#web/lib/api/call.ts';
import { onceOnly } from '#web/lib/api/once-only.ts';
import { countsQuery, viewsQuery } from './queries.ts';

type NewView = z.input<NonNullable<typeof createView.body>>;
type ViewEdit = z.input<NonNullable<typeof updateView.body>>;

function useRefresh() {
  const client = useQueryClient();
  return () => Promise.all([client.invalidateQueries(viewsQuery), client.invalidateQueries(countsQuery)]);
}

export function useCreateView() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: NewView) => onceOnly()((headers) => call(createView, { body, headers })),
    onSuccess: refresh,
  });
}

export function useUpdateView() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body: ViewEdit }) => call(updateView, { params: { id }, body }),
    onSuccess: refresh,
  });
}

export function useDeleteView() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id }: { id: string }) => call(deleteView, { params: { id } }),
    onSuccess: refresh,
  });
}

export function useOrderViews() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (views: ViewPlace[]) => call(orderViews, { body: { views } }),
    // One after another, as each says the whole order.
    scope: { id: 'order views' },
    async onSuccess(views) {
      client.setQueryData(viewsQuery.queryKey, views);
      await client.invalidateQueries(countsQuery);
    },
  });
}
