import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { createLabel, deleteLabel, listLabels, updateLabel } from '#contract/classification/labels.ts';
import { call } from '#web/lib/api/call.ts';
import { onceOnly } from '#web/lib/api/once-only.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import { showing } from './live.ts';

const refresh = (client: QueryClient, id: string) => client.invalidateQueries(showing([id]));

export function useCreateLabel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<NonNullable<typeof createLabel.body>>) =>
      onceOnly()((headers) => call(createLabel, { body, headers })),
    onSuccess: () => client.invalidateQueries({ queryKey: endpointKey(listLabels) }),
  });
}

interface Update {
  id: string;
  body: z.input<NonNullable<typeof updateLabel.body>>;
}

export function useUpdateLabel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: Update) => call(updateLabel, { params: { id }, body }),
    onSuccess: (_, { id }) => refresh(client, id),
  });
}

interface Deletion {
  id: string;
  /** The label that its bugs get instead. */
  into?: string;
}

export function useDeleteLabel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, into }: Deletion) => call(deleteLabel, { params: { id }, query: { into } }),
    onSuccess: (_, { id }) => refresh(client, id),
  });
}
