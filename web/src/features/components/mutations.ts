import { useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import {
  createComponent,
  deleteComponent,
  listComponents,
  updateComponent,
} from '#contract/classification/components.ts';
import { call } from '#web/lib/api/call.ts';
import { onceOnly } from '#web/lib/api/once-only.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import { showing } from './live.ts';

export function useCreateComponent() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<NonNullable<typeof createComponent.body>>) =>
      onceOnly()((headers) => call(createComponent, { body, headers })),
    onSuccess: () => client.invalidateQueries({ queryKey: endpointKey(listComponents) }),
  });
}

interface Update {
  id: string;
  body: z.input<NonNullable<typeof updateComponent.body>>;
}

export function useUpdateComponent() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: Update) => call(updateComponent, { params: { id }, body }),
    onSuccess: (_, { id }) => client.invalidateQueries(showing([id])),
  });
}

export function useDeleteComponent() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (params: { id: string }) => call(deleteComponent, { params }),
    onSuccess: (_, { id }) => client.invalidateQueries(showing([id])),
  });
}
